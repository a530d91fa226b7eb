"""``r_`` and ``c_``: joining written as indexing, as in NumPy."""

from __future__ import annotations

from typing import Any, ClassVar

from emberops.ops.creation import arange, asarray, linspace
from emberops.ops.data_types import result_type
from emberops.ops.interop import is_tensor, item
from emberops.ops.manipulation.joining import concat
from emberops.ops.manipulation.shapes import reshape
from emberops.typing import Tensor

__all__ = ["c_", "index_exp", "r_", "s_"]


class _Concatenator:
    """Joins what stands in the brackets: tensors, numbers, and slices that stand for ranges.

    ``start:stop:step`` is :func:`ops.arange`; with an imaginary step, ``start:stop:5j`` is
    :func:`ops.linspace` with so many points.
    """

    _columns: ClassVar[bool] = False

    def __getitem__(self, items: Any) -> Tensor:
        parts = [self._part(item) for item in (items if isinstance(items, tuple) else (items,))]
        dtype = result_type(*parts)  # a Python number takes the dtype of the tensors beside it
        tensors = [asarray(part) for part in parts]
        rank = max(t.ndim for t in tensors)
        if self._columns:
            return concat([self._column(t, max(rank, 2)) for t in tensors], axis=-1, dtype=dtype)
        return concat([reshape(t, (1,)) if t.ndim == 0 else t for t in tensors], axis=0, dtype=dtype)

    @staticmethod
    def _part(item: Any) -> Any:
        if not isinstance(item, slice):
            return item if isinstance(item, (int, float, complex)) else asarray(item)
        start = 0 if item.start is None else item.start
        step = 1 if item.step is None else item.step
        if isinstance(step, complex):
            return linspace(start, item.stop, int(abs(step)))
        return arange(start, item.stop, step)

    @staticmethod
    def _column(part: Any, rank: int) -> Any:
        shape = tuple(part.shape) or (1,)
        return reshape(part, shape + (1,) * (rank - len(shape)))


class _RowConcatenator(_Concatenator):
    """``ops.r_[a, 0, b]``: along the first axis."""


class _ColumnConcatenator(_Concatenator):
    """``ops.c_[a, b]``: vectors as columns."""

    _columns = True


class _IndexExpression:
    """Gives back what stands in the brackets, for :func:`ops.getitem` and :func:`ops.assign`.

    Bounds of slices that are tensors without axes become numbers, where they are known: MLX takes none but those.
    """

    def __init__(self, always_tuple: bool) -> None:
        self._always_tuple = always_tuple

    def __getitem__(self, index: Any) -> Any:
        kept = tuple(map(_with_numbers, index)) if isinstance(index, tuple) else _with_numbers(index)
        return (kept,) if self._always_tuple and not isinstance(kept, tuple) else kept


def _with_numbers(part: Any) -> Any:
    """A slice with numbers for bounds; everything else as it is."""
    if not isinstance(part, slice):
        return part
    return slice(*map(_number, (part.start, part.stop, part.step)))


def _number(bound: Any) -> Any:
    if not is_tensor(bound) or bound.ndim:
        return bound
    try:
        return item(bound)
    except (TypeError, ValueError, RuntimeError):
        return bound  # a trace hides it, which libraries say in such ways


r_ = _RowConcatenator()
c_ = _ColumnConcatenator()
s_ = _IndexExpression(always_tuple=False)
index_exp = _IndexExpression(always_tuple=True)
