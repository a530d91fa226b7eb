"""Operations of the group ``manipulation``, composed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate
from operator import index
from typing import Any

import numpy as np

from emberops.backends.composed.bits import packbits, unpackbits
from emberops.backends.composed.padding import pad
from emberops.backends.composed.rearranging import (
    extract_sequences,
    rearrange,
    view_as_complex,
    view_as_real,
)
from emberops.backends.support import shapes
from emberops.backends.support.reductions import is_floating
from emberops.backends.support.shapes import as_axes, as_axis, as_shape, is_whole
from emberops.errors import ArgumentTypeError, IndexDTypeError, OutOfBoundsError, ShapeError
from emberops.typing import Axis, DTypeLike, Shape


def _slice(x: Any, axis: int, start: int | None, stop: int | None) -> Any:
    """A range along one axis."""
    return x[(slice(None),) * axis + (slice(start, stop),)]


def _integers(value: Any) -> list[int]:
    """Indices on the host: from an int, a sequence, or a tensor."""
    return list(as_shape(value))


def broadcast_shapes(xp: Any, *shapes_: Shape) -> tuple[int, ...]:
    return shapes.broadcast_shapes(*shapes_)


def _at_least(xp: Any, arrays: Sequence[Any], rank: int) -> Any:
    made = []
    for a in arrays:
        x = xp.asarray(a)
        if x.ndim < rank:
            shape = (1,) * (rank - x.ndim) + tuple(x.shape)
            if rank == 3:
                shape = {0: (1, 1, 1), 1: (1, *x.shape, 1), 2: (*x.shape, 1)}[x.ndim]
            x = xp.reshape(x, shape)
        made.append(x)
    return made[0] if len(made) == 1 else tuple(made)


def atleast_1d(xp: Any, *arrays: Any) -> Any:
    return _at_least(xp, arrays, 1)


def atleast_2d(xp: Any, *arrays: Any) -> Any:
    return _at_least(xp, arrays, 2)


def atleast_3d(xp: Any, *arrays: Any) -> Any:
    return _at_least(xp, arrays, 3)


def _raised(xp: Any, arrays: Any, rank: int) -> list[Any]:
    """All of them with at least ``rank`` axes; Python numbers take the dtype of the tensors beside them."""
    numbers = [isinstance(a, (int, float, complex)) for a in arrays]
    if any(numbers) and not all(numbers):
        dtype = xp.result_type(*arrays)
        arrays = [xp.asarray(a, dtype=dtype) if n else a for a, n in zip(arrays, numbers, strict=True)]
    return [_at_least(xp, (a,), rank) for a in arrays]


def hstack(xp: Any, arrays: Sequence[Any], /, *, dtype: DTypeLike = None) -> Any:
    raised = _raised(xp, arrays, 1)
    return xp.concat(raised, axis=0 if raised and raised[0].ndim == 1 else 1, dtype=dtype)


def vstack(xp: Any, arrays: Sequence[Any], /, *, dtype: DTypeLike = None) -> Any:
    return xp.concat(_raised(xp, arrays, 2), axis=0, dtype=dtype)


def dstack(xp: Any, arrays: Sequence[Any], /) -> Any:
    return xp.concat(_raised(xp, arrays, 3), axis=2)


def column_stack(xp: Any, arrays: Sequence[Any], /) -> Any:
    columns = [xp.reshape(x, (-1, 1)) if x.ndim == 1 else x for x in _raised(xp, arrays, 1)]
    return xp.concat(columns, axis=1)


def _is_number(sections: Any) -> bool:
    """Whether sections are counted, by a float too, which NumPy cuts off, and not cut at indices."""
    return is_whole(sections) or isinstance(sections, (float, np.floating))


def split(xp: Any, x: Any, /, indices_or_sections: Any, axis: int = 0) -> list[Any]:
    axis = as_axis(axis, x.ndim)
    if _is_number(indices_or_sections) and x.shape[axis] % indices_or_sections:
        raise ShapeError(
            f"split: axis {axis} of size {x.shape[axis]} does not divide into {indices_or_sections} equal pieces; "
            "ops.array_split makes unequal ones"
        )
    return xp.array_split(x, indices_or_sections, axis)  # type: ignore[no-any-return]  # xp is any namespace


def array_split(xp: Any, x: Any, /, indices_or_sections: Any, axis: int = 0) -> list[Any]:
    axis = as_axis(axis, x.ndim)
    size = x.shape[axis]
    if _is_number(indices_or_sections):
        sections = int(indices_or_sections)
        if sections <= 0:
            raise ValueError(f"the number of sections must be positive, not {sections}")
        each, longer = divmod(size, sections)
        # As a list of this length, which Python refuses at once where it is more than memory holds.
        lengths = [each + 1] * longer + [each] * (sections - longer)
        cuts = [0, *accumulate(lengths)]
    else:
        cuts = [0, *_integers(indices_or_sections), size]
    return [_slice(x, axis, cuts[i], cuts[i + 1]) for i in range(len(cuts) - 1)]


def _split_along(xp: Any, x: Any, sections: Any, axis: int, name: str) -> list[Any]:
    if x.ndim <= axis:
        raise ShapeError(f"{name}: needs {axis + 1} or more axes, got the shape {tuple(x.shape)}")
    return xp.split(x, sections, axis)  # type: ignore[no-any-return]  # xp is any namespace


def hsplit(xp: Any, x: Any, /, indices_or_sections: Any) -> list[Any]:
    return _split_along(xp, x, indices_or_sections, 0 if x.ndim == 1 else 1, "hsplit")


def vsplit(xp: Any, x: Any, /, indices_or_sections: Any) -> list[Any]:
    if x.ndim < 2:
        raise ShapeError(f"vsplit: needs 2 or more axes, got the shape {tuple(x.shape)}")
    return _split_along(xp, x, indices_or_sections, 0, "vsplit")


def dsplit(xp: Any, x: Any, /, indices_or_sections: Any) -> list[Any]:
    return _split_along(xp, x, indices_or_sections, 2, "dsplit")


def fliplr(xp: Any, x: Any, /) -> Any:
    if x.ndim < 2:
        raise ShapeError(f"fliplr: needs 2 or more axes, got the shape {tuple(x.shape)}")
    return xp.flip(x, 1)


def flipud(xp: Any, x: Any, /) -> Any:
    if x.ndim < 1:
        raise ShapeError("flipud: needs 1 or more axes, got a scalar")
    return xp.flip(x, 0)


def rot90(xp: Any, x: Any, /, k: int = 1, axes: tuple[int, int] = (0, 1)) -> Any:
    if len(axes) != 2:
        raise ShapeError(f"rot90: a plane has two axes, not {len(axes)}")
    first, second = (as_axis(a, x.ndim) for a in axes)
    if first == second:
        raise ShapeError(f"rot90: the axes {axes} are the same")
    turns = k % 4
    if turns == 0:
        return x
    if turns == 2:
        return xp.flip(x, (first, second))
    if turns == 1:
        return xp.swapaxes(xp.flip(x, second), first, second)
    return xp.flip(xp.swapaxes(x, first, second), second)


def rollaxis(xp: Any, x: Any, /, axis: int, start: int = 0) -> Any:
    axis = as_axis(axis, x.ndim)
    start = as_axis(start, x.ndim) if start < 0 else as_axis(start, x.ndim + 1)
    return xp.moveaxis(x, axis, start - 1 if axis < start else start)


def append(xp: Any, x: Any, values: Any, /, axis: int | None = None) -> Any:
    # A number is one more tensor to NumPy, and none that gives way to the other's dtype.
    return xp.concat([x, xp.asarray(values) if isinstance(values, (int, float, complex)) else values], axis)


def _flat(xp: Any, x: Any, axis: int | None) -> tuple[Any, int]:
    """``x`` and the axis to work along; the vector of its values if there is none."""
    return (xp.reshape(x, (-1,)), 0) if axis is None else (x, as_axis(axis, x.ndim))


def _flattened(obj: Any) -> Any:
    """Sequences of several indices as one, such as the tuple of one tensor that `nonzero` gives."""
    if hasattr(obj, "tolist") and is_floating(obj):
        raise IndexDTypeError(f"the places are integers, not {obj.dtype}")
    values = obj.tolist() if hasattr(obj, "tolist") else obj
    if not isinstance(values, (tuple, list)):
        return values
    return [v for part in map(_flattened, values) for v in (part if isinstance(part, list) else [part])]


def _positions(obj: Any, size: int, limit: int, name: str) -> list[int]:
    """The indices that an index, a slice, a mask or several indices mean, counted from the front."""
    if isinstance(obj, slice):
        return list(range(*obj.indices(size)))
    values = (
        obj.tolist()
        if hasattr(obj, "tolist")
        else list(obj)
        if isinstance(obj, (tuple, list, range))
        else [obj]
    )
    values = values if isinstance(values, list) else [values]
    if (hasattr(obj, "tolist") and is_floating(obj)) or any(isinstance(v, float) for v in values):
        raise IndexDTypeError(f"{name}: the places are integers, not {getattr(obj, 'dtype', 'floats')}")
    if values and all(isinstance(v, bool) for v in values):
        if len(values) != size and limit == size:
            raise ShapeError(f"{name}: a mask of {len(values)} values for an axis of size {size}")
        return [i for i, v in enumerate(values) if v]
    found = _integers(values)
    for i in found:
        if not -size <= i < limit:
            raise OutOfBoundsError(f"{name}: index {i} is out of bounds for an axis of size {size}")
    return [i + size if i < 0 else i for i in found]


def delete(xp: Any, x: Any, obj: Any, /, axis: int | None = None) -> Any:
    x, axis = _flat(xp, x, axis)
    size = x.shape[axis]
    dropped = sorted(set(_positions(_flattened(obj), size, size, "delete")))
    starts, stops = [0, *(i + 1 for i in dropped)], [*dropped, size]
    kept = [_slice(x, axis, a, b) for a, b in zip(starts, stops, strict=True) if a < b]
    return xp.concat(kept, axis) if kept else _slice(x, axis, 0, 0)


def insert(xp: Any, x: Any, obj: Any, values: Any, /, axis: int | None = None) -> Any:
    x, axis = _flat(xp, x, axis)
    size = x.shape[axis]
    positions = _positions(obj, size, size + 1, "insert")
    values = xp.asarray(values, dtype=x.dtype)
    if values.ndim < x.ndim:
        values = xp.reshape(values, (1,) * (x.ndim - values.ndim) + tuple(values.shape))
    if is_whole(obj):
        values = xp.moveaxis(values, 0, axis)
        positions = positions * values.shape[axis]
    elif len(positions) == 1:
        positions = positions * values.shape[axis]
    values = xp.broadcast_to(values, (*x.shape[:axis], len(positions), *x.shape[axis + 1 :]))
    pieces, done = [], 0
    for k in sorted(range(len(positions)), key=positions.__getitem__):
        pieces += [_slice(x, axis, done, positions[k]), _slice(values, axis, k, k + 1)]
        done = positions[k]
    return xp.concat([*pieces, _slice(x, axis, done, size)], axis)


def block(xp: Any, arrays: Any) -> Any:
    depth = _depth(arrays)
    rank = max(depth, *(xp.asarray(leaf).ndim for leaf in _leaves(arrays)))

    def join(part: Any, level: int) -> Any:
        if isinstance(part, list):
            return xp.concat([join(p, level + 1) for p in part], axis=level - depth)
        return _at_least_leading(xp, xp.asarray(part), rank)

    return join(arrays, 0)


def _depth(arrays: Any) -> int:
    if isinstance(arrays, tuple):
        raise ArgumentTypeError("block: blocks are arranged by lists, and not by a tuple")
    if not isinstance(arrays, list):
        return 0
    if not arrays:
        raise ValueError("block: a list of blocks is empty")
    depths = set(map(_depth, arrays))
    if len(depths) > 1:
        raise ValueError(f"block: beside one another are lists of the depths {sorted(depths)}")
    return 1 + depths.pop()


def _leaves(arrays: Any) -> list[Any]:
    return [leaf for part in arrays for leaf in _leaves(part)] if isinstance(arrays, list) else [arrays]


def _at_least_leading(xp: Any, x: Any, rank: int) -> Any:
    return xp.reshape(x, (1,) * (rank - x.ndim) + tuple(x.shape)) if x.ndim < rank else x


def resize(xp: Any, x: Any, new_shape: Shape, /) -> Any:
    shape = as_shape(new_shape)
    if any(n < 0 for n in shape):
        raise ShapeError(f"resize: the shape {shape} has a negative size")
    size, values = math.prod(shape), xp.reshape(x, (-1,))
    if values.shape[0] == 0:
        return xp.zeros(shape, dtype=x.dtype)
    times = max(-(-size // values.shape[0]), 1)
    return xp.reshape(xp.concat([values] * times)[:size], shape)


def trim_zeros(xp: Any, x: Any, /, trim: str = "fb", axis: Axis = None) -> Any:
    trim = trim.lower()
    if trim not in ("f", "b", "fb", "bf"):
        raise ValueError(f"trim_zeros: trim is 'f', 'b' or both, not {trim!r}")
    along = as_axes(axis, x.ndim)
    if not along:
        return x
    held = xp.nonzero(x)
    kept = [slice(None)] * x.ndim
    for a in along:
        if not held[a].shape[0]:
            kept[a] = slice(0)
            continue
        low, high = int(xp.min(held[a])), int(xp.max(held[a]))
        kept[a] = slice(low if "f" in trim else 0, high + 1 if "b" in trim else None)
    return x[tuple(kept)]
