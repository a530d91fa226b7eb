"""Operations of the group ``indexing`` on an Array API namespace.

The standard's arrays take ints, slices and one mask as an index, and tuples with index arrays only in its younger
versions; everything else is gathered by position.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from emberops.backends.support import index as indices_of
from emberops.backends.support import scatter
from emberops.backends.support.host_data import stored
from emberops.backends.support.shapes import as_axis, broadcast_shapes
from emberops.errors import IndexDTypeError, ShapeError

Function = Callable[..., Any]


class _Arrays:
    """A namespace's part in resolving an index."""

    def __init__(self, xp: Any) -> None:
        self._xp = xp

    def convert(self, item: Any) -> Any:
        made = item if isinstance(item, self._xp.TENSOR_TYPES) else np.asarray(item)
        if made.size == 0 and not isinstance(item, (*self._xp.TENSOR_TYPES, np.ndarray)):
            made = made.astype(np.int64)  # an empty list names no dtype
        array = self._xp.asarray(made)
        if not self._xp.isdtype(array.dtype, ("bool", "integral")):
            raise IndexDTypeError(
                f"tensors used as indices must be of integers or booleans, not {array.dtype}"
            )
        return array

    def is_mask(self, array: Any) -> bool:
        return bool(self._xp.isdtype(array.dtype, "bool"))

    def checked(self, array: Any, size: int, axis: int) -> Any:
        return _checked(self._xp, array, size, axis)

    def from_mask(self, mask: Any, sizes: tuple[int, ...], axis: int) -> tuple[Any, ...]:
        return tuple(self._xp.nonzero(mask))


def _checked(xp: Any, array: Any, size: int, axis: int) -> Any:
    """Indices counted from the front; looked at only where looking does not start a computation."""
    if not xp.LAZY and math.prod(array.shape):
        for i in (int(xp.min(array)), int(xp.max(array))):
            indices_of.checked_int(i, size, axis)
    return xp.where(xp.less(array, 0), array + size, array)


def getitem(xp: Any, x: Any, index: Any, /) -> Any:
    if indices_of.is_plain(index):
        indices_of.check_ints(index, tuple(x.shape))
        return x[_explicit(index)]
    index = np.asarray(index) if isinstance(index, list) and index else index
    if _is_whole_mask(xp, x, index):
        return x[xp.asarray(index)]
    items = indices_of.resolve(index, tuple(x.shape), _Arrays(xp))
    if not any(_is_array(xp, item) for item in items):
        return x[items]
    return _gathered(xp, x, items)


def _explicit(index: Any) -> tuple[Any, ...]:
    """The index with an ellipsis: the standard wants all axes to be named."""
    items = index if isinstance(index, tuple) else (index,)
    return items if any(item is ... for item in items) else (*items, ...)


def _is_array(xp: Any, item: Any) -> bool:
    return isinstance(item, xp.TENSOR_TYPES)


def _is_whole_mask(xp: Any, x: Any, index: Any) -> bool:
    if not isinstance(index, (*xp.TENSOR_TYPES, np.ndarray)):
        return False
    mask: Any = index
    return bool(xp.isdtype(mask.dtype, "bool")) and tuple(mask.shape) == tuple(x.shape)


def _gathered(xp: Any, x: Any, items: tuple[Any, ...]) -> Any:
    """``x[items]`` where index arrays are among them: NumPy's advanced indexing from ``take``."""
    advanced = [_is_array(xp, item) or isinstance(item, int) for item in items]
    x = x[tuple(slice(None) if far else item for far, item in zip(advanced, items, strict=True))]
    axes = [i for i, far in enumerate(advanced) if far]
    arrays = [
        item if _is_array(xp, item) else xp.asarray(item, dtype=int) for item in items if not _is_basic(item)
    ]
    sizes = [x.shape[axis] for axis in axes]
    shape = broadcast_shapes(*(tuple(a.shape) for a in arrays))
    place: Any = xp.zeros(shape, dtype=int)
    for array, size in zip(arrays, sizes, strict=True):
        place = place * size + xp.astype(array, int)
    rest = [i for i in range(x.ndim) if i not in axes]
    moved = xp.permute_dims(x, (*axes, *rest))
    rows = xp.reshape(moved, (math.prod(sizes), *moved.shape[len(axes) :]))
    found = xp.library.take(rows, xp.reshape(place, (-1,)), axis=0)
    found = xp.reshape(found, (*shape, *found.shape[1:]))
    # Neighbouring index arrays leave their axes in place; others move them to the front.
    if axes[-1] - axes[0] + 1 != len(axes) or axes[0] == 0:
        return found
    front = tuple(range(len(shape)))
    return xp.moveaxis(found, front, tuple(axes[0] + i for i in front)) if front else found


def _is_basic(item: Any) -> bool:
    return item is None or isinstance(item, slice)


def take(xp: Any, x: Any, indices: Any, /, axis: int | None = None, *, mode: str = "raise") -> Any:
    x, axis = (xp.reshape(x, (-1,)), 0) if axis is None else (x, as_axis(axis, x.ndim))
    indices = xp.asarray(indices)
    if indices.shape == (0,):
        indices = xp.astype(indices, int)  # an empty list names no dtype
    size = x.shape[axis]
    if mode == "wrap":
        indices = xp.remainder(indices, size)
    elif mode == "clip":
        indices = xp.clip(indices, 0, size - 1)
    else:
        indices = _checked(xp, indices, size, axis)
    found = xp.library.take(x, xp.reshape(indices, (-1,)), axis=axis)
    if indices.ndim == 1:
        return found
    return xp.reshape(found, (*x.shape[:axis], *indices.shape, *x.shape[axis + 1 :]))


def take_along_axis(xp: Any, x: Any, indices: Any, /, axis: int | None = -1) -> Any:
    x, axis = (xp.reshape(x, (-1,)), 0) if axis is None else (x, as_axis(axis, x.ndim))
    if indices.ndim != x.ndim:
        raise ShapeError(f"indices of {indices.ndim} axes for a tensor of {x.ndim}: they must have as many")
    place = _places_along(xp, tuple(x.shape), indices, axis)
    # The other axes broadcast.
    return take(xp, xp.reshape(x, (-1,)), place)


def _places_along(xp: Any, shape: tuple[int, ...], indices: Any, axis: int) -> Any:
    """Positions in the flattened tensor of the entries that ``indices`` choose along an axis."""
    place: Any = _checked(xp, indices, shape[axis], axis) * math.prod(shape[axis + 1 :])
    for other, size in enumerate(shape):
        if other != axis:
            line = [1] * len(shape)
            line[other] = -1
            place = place + xp.reshape(xp.arange(size) * math.prod(shape[other + 1 :]), tuple(line))
    return place


def assign(xp: Any, x: Any, index: Any, value: Any, /, *, copy: bool = False) -> Any:
    value = _cast(xp, value, x)
    target = xp.copy(x) if copy else x
    if not xp.LAZY and indices_of.is_plain(index):
        indices_of.check_ints(index, tuple(x.shape))
        return _set(target, _explicit(index), value)
    if _is_whole_mask(xp, x, index) and value.ndim == 0:
        made = xp.where(xp.asarray(index), value, x)
        return made if copy or xp.LAZY else _set(target, ..., made)
    places = _places(xp, x, index)
    rows = _rows(xp, value, places)
    flat = scatter.written(xp, xp.reshape(x, (-1,)), xp.reshape(places, (-1,)), rows)
    made = xp.reshape(flat, tuple(x.shape))
    return made if copy or xp.LAZY else _set(target, ..., made)


def _set(target: Any, index: Any, value: Any) -> Any:
    """In place, as in NumPy; a library without stores gets none."""
    try:
        target[index] = value
    except (ValueError, IndexError) as error:
        raise ShapeError(f"a value of shape {tuple(value.shape)} does not fit x[{index}] ({error})") from None
    return target


def _cast(xp: Any, value: Any, x: Any) -> Any:
    if isinstance(value, complex) and not xp.isdtype(x.dtype, "complex floating"):
        raise TypeError(f"a complex number does not fit into a tensor of {x.dtype}")
    made = xp.asarray(stored(value, x.dtype))
    return xp.astype(made, x.dtype)


def _places(xp: Any, x: Any, index: Any) -> Any:
    """Positions in the flattened tensor of what ``index`` chooses."""
    return getitem(xp, xp.reshape(xp.arange(math.prod(x.shape)), tuple(x.shape)), index)


def _rows(xp: Any, value: Any, places: Any) -> Any:
    """Values, one for each place, as a vector."""
    shape = tuple(places.shape)
    while value.ndim > len(shape) and value.shape[0] == 1:
        value = value[0, ...]
    try:
        return xp.reshape(xp.broadcast_to(value, shape), (-1,))
    except ValueError as error:
        raise ShapeError(f"a value of shape {tuple(value.shape)} does not fit {shape} ({error})") from None


def _accumulate_with(operation: str) -> Function:
    def accumulate_with(xp: Any, x: Any, indices: Any, values: Any, /, *, copy: bool = False) -> Any:
        combine = getattr(xp, operation)
        if operation == "divide":
            if xp.isdtype(x.dtype, "integral"):
                raise TypeError(
                    f"divide_at: a quotient does not fit into {x.dtype}; convert the tensor to floats first"
                )
            values, combine = xp.divide(1, xp.asarray(values, dtype=x.dtype)), xp.multiply
        elif operation == "subtract":
            values, combine = xp.negative(xp.asarray(values, dtype=x.dtype)), xp.add
        places = _places(xp, x, indices)
        rows = _rows(xp, _cast(xp, values, x), places)
        flat = scatter.combined(xp, combine, xp.reshape(x, (-1,)), xp.reshape(places, (-1,)), rows)
        made = xp.reshape(flat, tuple(x.shape))
        return made if copy or xp.LAZY else _set(x, ..., made)

    accumulate_with.__name__ = f"{operation}_at"
    return accumulate_with


add_at = _accumulate_with("add")
subtract_at = _accumulate_with("subtract")
multiply_at = _accumulate_with("multiply")
divide_at = _accumulate_with("divide")
maximum_at = _accumulate_with("maximum")
minimum_at = _accumulate_with("minimum")


def put_along_axis(xp: Any, x: Any, indices: Any, values: Any, /, axis: int | None) -> Any:
    shape = (math.prod(x.shape),) if axis is None else tuple(x.shape)
    places = _places_along(xp, shape, indices, 0 if axis is None else as_axis(axis, x.ndim))
    rows = _rows(xp, _cast(xp, values, x), places)
    flat = scatter.written(xp, xp.reshape(x, (-1,)), xp.reshape(places, (-1,)), rows)
    made = xp.reshape(flat, tuple(x.shape))
    return made if xp.LAZY else _set(x, ..., made)
