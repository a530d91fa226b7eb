"""``mgrid`` and ``ogrid``: coordinates of a grid written as indexing, as in NumPy."""

from __future__ import annotations

import math
from typing import Any

from emberops.ops.creation import arange, indices, meshgrid
from emberops.ops.data_types import result_type
from emberops.ops.manipulation.joining import stack
from emberops.typing import Tensor

__all__ = ["mgrid", "ogrid"]


class _Grid:
    """Coordinates along each of the slices in the brackets.

    ``start:stop:step`` is a range without its end; with an imaginary step, ``start:stop:5j`` is so many points, the
    end among them.  All axes are integers if every bound and step is, floats otherwise.
    """

    def _axes(self, slices: tuple[slice, ...]) -> list[Tensor]:
        steps = [1 if item.step is None else item.step for item in slices]
        bounds = [(0 if item.start is None else item.start, item.stop) for item in slices]
        widths = [abs(step) if isinstance(step, complex) else step for step in steps]
        dtype = result_type(0, *(value for pair in bounds for value in pair), *widths)
        return [
            self._axis(start, stop, step, dtype) for (start, stop), step in zip(bounds, steps, strict=True)
        ]

    def _axis(self, start: Any, stop: Any, step: Any, dtype: Any) -> Tensor:
        """The coordinates along one axis, each computed from its place as NumPy does, so that digits agree."""
        if isinstance(step, complex):
            count = int(abs(step))
            step = (stop - start) / float(count - 1) if count != 1 else 1
        else:
            count = math.ceil(float((stop - start) / step))
        coordinates: Tensor = arange(count, dtype=dtype) * step + start
        return coordinates


class _DenseGrid(_Grid):
    """``ops.mgrid[0:3, 0:1:5j]``: one tensor of shape (number of axes, 3, 5); of one slice, a vector."""

    def __getitem__(self, slices: slice | tuple[slice, ...]) -> Tensor:
        if isinstance(slices, slice):
            return self._axes((slices,))[0]
        shape = _counted(slices)
        if shape is not None:
            dense: Tensor = indices(shape, dtype=result_type(0))
            return dense
        return stack(list(meshgrid(*self._axes(slices), indexing="ij")))


class _OpenGrid(_Grid):
    """``ops.ogrid[0:3, 0:1:5j]``: a tensor for each axis, (3, 1) and (1, 5), that broadcast; of one slice, a vector."""

    def __getitem__(self, slices: slice | tuple[slice, ...]) -> Any:
        if isinstance(slices, slice):
            return self._axes((slices,))[0]
        shape = _counted(slices)
        if shape is not None:
            return indices(shape, dtype=result_type(0), sparse=True)
        return tuple(meshgrid(*self._axes(slices), indexing="ij", sparse=True))


def _counted(slices: tuple[slice, ...]) -> tuple[int, ...] | None:
    """How many places each axis has where all are counted from 0, as in ``mgrid[:3, :4]``: those of an array."""
    counted = all(
        type(item.stop) is int
        and item.stop >= 0
        and (item.start is None or (type(item.start) is int and item.start == 0))
        and (item.step is None or (type(item.step) is int and item.step == 1))
        for item in slices
    )
    return tuple(item.stop for item in slices) if counted else None


mgrid = _DenseGrid()
ogrid = _OpenGrid()
