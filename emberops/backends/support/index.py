"""NumPy's index expressions, brought to a form that every backend understands.

A resolved index is a tuple with one item for each axis that it takes or makes: ``None``, an int within
bounds, a slice, or an array of the backend.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import index as as_int
from typing import Any, Protocol

import numpy as np

from emberops.backends.support.shapes import broadcast_shapes
from emberops.dtypes import dtype as dtypes
from emberops.errors import IndexDTypeError, IndexShapeError, OutOfBoundsError, ShapeError

_PLAIN = frozenset({int, slice, type(None), type(...)})
_BOUNDS = frozenset({int, type(None), bool})


class Arrays(Protocol):
    """What resolving needs to know of a backend's arrays."""

    def convert(self, item: Any) -> Any:
        """A sequence, NumPy array or tensor as an array of integers or booleans of the backend."""

    def is_mask(self, array: Any) -> bool:
        """Whether the array is of booleans."""

    def checked(self, array: Any, size: int, axis: int) -> Any:
        """Indices within bounds: raises where they are known not to be."""

    def from_mask(self, mask: Any, sizes: tuple[int, ...], axis: int) -> tuple[Any, ...]:
        """What stands for a mask in the resolved index: itself, or an index array for each of its axes."""


def require_integers(indices: Any) -> None:
    """Refuse indices of booleans or floats, where each stands for a position.

    Raises
    ------
    IndexDTypeError
        As NumPy does.
    """
    if not dtypes.dtype(indices.dtype).kind.endswith("integer"):
        raise IndexDTypeError(f"indices are integers, and not of {indices.dtype}")


def is_plain(index: Any) -> bool:
    """Whether an index is made of ints, slices with positive steps, ``None`` and ``...`` alone."""
    if type(index) is int:
        return True
    if type(index) is slice:
        return _is_plain_slice(index)
    if not isinstance(index, tuple):
        return type(index) in _PLAIN
    for item in index:
        if not (_is_plain_slice(item) if type(item) is slice else type(item) in _PLAIN):
            return False
    return index.count(...) < 2


def _is_plain_slice(item: slice) -> bool:
    step = item.step
    if step is not None and not (type(step) is int and step > 0):
        return False
    return type(item.start) in _BOUNDS and type(item.stop) in _BOUNDS


def check_ints(index: Any, shape: tuple[int, ...]) -> None:
    """Check the ints of a plain index against a shape.

    Raises
    ------
    OutOfBoundsError
        If one is outside its axis, or there are more of them than axes.
    """
    if shape and type(index) is not tuple:
        if type(index) is int and not -shape[0] <= index < shape[0]:
            checked_int(index, shape[0], 0)
        return
    if type(index) is not tuple:
        index = (index,)
    axis = 0
    for position, item in enumerate(index):
        if item is ...:
            axis = len(shape) - sum(later is not None for later in index[position + 1 :])
        elif item is not None:
            if axis >= len(shape):
                raise too_many(shape)
            if type(item) is int:
                checked_int(item, shape[axis], axis)
            axis += 1


def checked_int(item: int, size: int, axis: int) -> int:
    """An int within its axis, counted from the front."""
    if not -size <= item < size:
        raise OutOfBoundsError(f"index {item} is out of bounds for axis {axis} with size {size}")
    return item + size if item < 0 else item


def too_many(shape: tuple[int, ...]) -> OutOfBoundsError:
    """The error for an index of more items than axes."""
    return OutOfBoundsError(f"too many indices for a tensor of dimension {len(shape)}")


def resolve(index: Any, shape: tuple[int, ...], arrays: Arrays) -> tuple[Any, ...]:
    """An index expression for a tensor of ``shape``, resolved.

    Raises
    ------
    OutOfBoundsError
        If an index is outside its axis, or there are more of them than axes.
    """
    given = index if isinstance(index, tuple) else (index,)
    items = [_converted(item, arrays) for item in given]
    if sum(item is ... for item in items) > 1:
        raise OutOfBoundsError("an index holds one ellipsis (...) at most")
    taken = sum(_axes_taken(item, arrays) for item in items)
    if taken > len(shape):
        raise too_many(shape)
    if not any(item is ... for item in items):
        items.append(...)
    resolved: list[Any] = []
    axis = 0
    for item in items:
        if item is ...:
            filled = len(shape) - taken
            resolved += [slice(None)] * filled
            axis += filled
            continue
        resolved += _resolve_item(item, shape, axis, arrays)
        axis += _axes_taken(item, arrays)
    _require_one_shape(resolved, arrays)
    return tuple(resolved)


def _require_one_shape(items: list[Any], arrays: Arrays) -> None:
    """Refuse index arrays that do not broadcast together; of a mask only its values say how many places it has."""
    shapes = [tuple(i.shape) for i in items if hasattr(i, "shape") and not arrays.is_mask(i)]
    if len(set(shapes)) < 2:
        return
    try:
        broadcast_shapes(*shapes)
    except ShapeError:
        raise IndexShapeError(f"index arrays of the shapes {shapes} do not broadcast together") from None


def _converted(item: Any, arrays: Arrays) -> Any:
    if type(item).__module__ == "numpy" and item.ndim == 0:
        item = item.item()  # NumPy's scalars mean what Python's do
    if item is None or item is ... or type(item) is int:
        return item
    if isinstance(item, slice):
        start, stop, step = (None if v is None else as_int(v) for v in (item.start, item.stop, item.step))
        if step == 0:
            raise ValueError("slice step cannot be zero")  # MLX would divide by it, which ends the process
        return slice(start, stop, step)
    if isinstance(item, bool) or not hasattr(item, "__index__") or hasattr(item, "shape"):
        return arrays.convert(item)
    return as_int(item)


def _axes_taken(item: Any, arrays: Arrays) -> int:
    if item is None or item is ...:
        return 0
    if isinstance(item, (int, slice)):
        return 1
    return int(item.ndim) if arrays.is_mask(item) else 1


def _resolve_item(item: Any, shape: tuple[int, ...], axis: int, arrays: Arrays) -> tuple[Any, ...]:
    if item is None or isinstance(item, slice):
        return (item,)
    if isinstance(item, int):
        return (checked_int(item, shape[axis], axis),)
    if arrays.is_mask(item):
        sizes = shape[axis : axis + item.ndim]
        if tuple(item.shape) != sizes:
            raise OutOfBoundsError(
                f"a mask of shape {tuple(item.shape)} does not fit the axes from {axis} on, of shape {sizes}"
            )
        return arrays.from_mask(item, sizes, axis)
    return (arrays.checked(item, shape[axis], axis),)


def is_single_bool(item: Any) -> bool:
    """Whether a part of an index is one truth value, which chooses from no axis of the tensor."""
    return isinstance(item, bool) or (getattr(item, "ndim", None) == 0 and _is_of_booleans(item))


def _is_of_booleans(item: Any) -> bool:
    return hasattr(item, "dtype") and dtypes.dtype(item.dtype).kind == "bool"


def with_axes_of_bools(
    x: Any, index: tuple[Any, ...], expand_dims: Callable[[Any, int], Any]
) -> tuple[Any, tuple[Any, ...]]:
    """Give each single bool of an index an axis of size 1, of which it takes the one place or none, as in NumPy."""
    items, axis = list(index), 0
    for n, item in enumerate(index):
        if is_single_bool(item):
            x = expand_dims(x, axis)
            items[n] = np.zeros((1 if bool(item) else 0,), np.int32)
            axis += 1
        elif item is Ellipsis:
            axis = x.ndim - sum(map(_axes_of, index[n + 1 :]))
        else:
            axis += _axes_of(item)
    return x, tuple(items)


def parted_by_nothing(index: Any, ndim: int) -> tuple[int, int] | None:
    """Where an ellipsis that stands for no axis parts index arrays: NumPy then puts their axes first in the result.

    Other libraries join them across it.  They part them where the ellipsis stands for an axis of size 1: the first
    number is where a tensor of ``ndim`` axes gets it, the second is its place in the result, counted from the end.
    """
    if type(index) is not tuple or not any(item is Ellipsis for item in index):
        return None
    place = next(n for n, item in enumerate(index) if item is Ellipsis)
    before, after = index[:place], index[place + 1 :]
    chosen = [
        [item for item in part if not (item is None or type(item) is slice)] for part in (before, after)
    ]
    if not all(chosen) or all(type(item) is int for item in (*chosen[0], *chosen[1])):
        return None
    if sum(map(_axes_of, (*before, *after))) != ndim:
        return None
    return sum(map(_axes_of, before)), -1 - sum(item is None or type(item) is slice for item in after)


def require_rank(op: str, rank: int, shape: Sequence[int], index: Any) -> None:
    """Refuse values of more axes than the part of a tensor that they meet: ``np.add.at`` drops none of size 1.

    Raises
    ------
    ShapeError
        If ``rank`` is more than an index leaves of a tensor of this shape.
    """
    items = index if type(index) is tuple else (index,)
    chosen = [item for item in items if not (item is None or item is Ellipsis)]
    arrays = (1 if _is_of_booleans(item) else np.ndim(item) for item in chosen if type(item) is not slice)
    added = sum(item is None or type(item) is slice for item in items) + max(arrays, default=0)
    left = len(shape) - sum(map(_axes_of, chosen)) + added
    if rank > left:
        raise ShapeError(f"{op}: values of {rank} axes do not fit a part that has {left}")


def _axes_of(item: Any) -> int:
    """How many axes a part of an index takes away or chooses from."""
    if item is None or is_single_bool(item):
        return 0
    return int(item.ndim) if _is_of_booleans(item) else 1


def forward_slice(item: slice, size: int) -> slice:
    """A slice with a positive step that takes what ``item``, whose step is negative, takes: in reverse."""
    chosen = range(*item.indices(size))
    return slice(chosen[-1], chosen[0] + 1, -chosen.step) if chosen else slice(0, 0)


def require_part(shape: Sequence[int], sizes: Sequence[int], starts: int) -> None:
    """Refuse a part of a tensor that has not one start and one size for each axis."""
    if not len(shape) == len(sizes) == starts:
        raise ShapeError(
            f"a part of shape {tuple(sizes)} from {starts} places on is none of a tensor of shape {tuple(shape)}"
        )
