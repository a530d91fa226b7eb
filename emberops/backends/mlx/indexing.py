"""Operations of the group ``indexing`` on MLX.

MLX itself checks no bounds: reading outside an array gives whatever lies there, or ends the process.  So every
index is checked here before it is used; where a trace hides its value, it is moved into the array.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any

import mlx.core as mx
import numpy as np

from emberops.backends.composed.values_at import in_common_dtype
from emberops.backends.mlx.creation import asarray
from emberops.backends.mlx.pending import start_now_and_then
from emberops.backends.mlx.products_at import multiplied_at
from emberops.backends.support import index as indices_of
from emberops.backends.support.host_data import stored
from emberops.backends.support.index import require_part, require_rank
from emberops.backends.support.option_words import index_mode
from emberops.backends.support.shapes import as_axis, as_shape
from emberops.errors import IndexDTypeError, OutOfBoundsError, ShapeError
from emberops.typing import Shape


class _Arrays:
    """MLX's part in resolving an index."""

    def convert(self, item: Any) -> mx.array:
        made = item if isinstance(item, mx.array) else asarray(item)
        if made.size == 0 and not isinstance(item, (mx.array, np.ndarray)):
            made = made.astype(mx.int32)  # an empty list names no dtype
        if made.dtype != mx.bool_ and not mx.issubdtype(made.dtype, mx.integer):
            raise IndexDTypeError(
                f"tensors used as indices must be of integers or booleans, not {made.dtype}"
            )
        return made

    def is_mask(self, array: mx.array) -> bool:
        return bool(array.dtype == mx.bool_)

    def checked(self, array: mx.array, size: int, axis: int) -> mx.array:
        if array.size == 0:
            return array
        if size == 0:
            raise OutOfBoundsError(f"index is out of bounds for axis {axis} with size 0")
        try:
            bounds = mx.min(array), mx.max(array)
            mx.eval(*bounds)
            low, high = map(_value, bounds)
        except ValueError:  # inside a function transformation values cannot be read
            signed = array.astype(mx.int64)
            return mx.stop_gradient(mx.clip(mx.where(signed < 0, signed + size, signed), 0, size - 1))
        for i in (low, high):
            indices_of.checked_int(i, size, axis)
        # MLX takes an index for something to differentiate by, and has no gradient for it.
        return mx.stop_gradient(array)

    def from_mask(self, mask: mx.array, sizes: tuple[int, ...], axis: int) -> tuple[mx.array, ...]:
        if not sizes:
            raise OutOfBoundsError("MLX takes a single bool as a whole index here, not beside others")
        places = _true_places(mx.reshape(mask, (-1,)))
        found = []
        for size in reversed(sizes):
            found.append(places % size if size else places)
            places = places // max(size, 1)
        return tuple(reversed(found))


def _value(x: mx.array) -> int:
    """An integer tensor's only value, read at once."""
    read: Any = x.item()
    return int(read)


def _true_places(mask: mx.array) -> mx.array:
    """Where a vector of booleans is true.  Their number decides the shape: the mask is read at once."""
    size, count = mask.size, _value(mx.sum(mask))
    if count == 0:
        return mx.zeros((0,), mx.int32)
    # Each true value writes its place into a slot of its own; the false ones share one at the end.
    slots = mx.where(mask, mx.cumsum(mask.astype(mx.int32)) - 1, count)
    found = mx.zeros((count + 1,), mx.int32)
    found[slots] = mx.arange(size, dtype=mx.int32)
    return found[:count]


_ARRAYS = _Arrays()


def _resolved(x: mx.array, index: Any) -> Any:
    if indices_of.is_plain(index):
        indices_of.check_ints(index, x.shape)
        return index
    items = indices_of.resolve(index, x.shape, _ARRAYS)
    if any(isinstance(i, mx.array) for i in items):
        # Beside index arrays NumPy takes an int for one of them, which moves the axes of the result.
        items = tuple(mx.array(i) if isinstance(i, int) else i for i in items)
        while isinstance(items[-1], builtins.slice) and items[-1] == builtins.slice(None):
            items = items[:-1]
    return items


def _slices_rows(items: Any) -> bool:
    """Whether a slice follows an index array: what is written there MLX gives a wrong gradient, or none."""
    kinds = [type(i) for i in items] if isinstance(items, tuple) else []
    return mx.array in kinds and builtins.slice in kinds[kinds.index(mx.array) :]


def _has_single_bool(index: Any) -> bool:
    return isinstance(index, tuple) and any(map(indices_of.is_single_bool, index))


def getitem(x: mx.array, index: Any, /) -> mx.array:
    if type(index) is int and x.ndim and -len(x) <= index < len(x):  # the common case
        return x[index]
    if indices_of.is_plain(index):
        indices_of.check_ints(index, x.shape)
        return x[index]
    if indices_of.is_single_bool(index):
        return x[None] if bool(index) else mx.zeros((0, *x.shape), x.dtype)
    if _has_single_bool(index):
        x, index = indices_of.with_axes_of_bools(x, index, mx.expand_dims)
    parted = indices_of.parted_by_nothing(index, x.ndim)
    if parted is not None:
        return mx.squeeze(getitem(mx.expand_dims(x, parted[0]), index), parted[1])
    items = _resolved(x, index)
    return _empty(x, items) if _is_nothing(x, items) else x[items]


def _is_nothing(x: mx.array, items: Any) -> bool:
    """Whether arrays choose from an axis beside a slice of no length: MLX divides by it, which ends the process."""
    if not isinstance(items, tuple) or not any(isinstance(i, mx.array) for i in items):
        return False
    sizes = iter(x.shape)
    taken = [(i, next(sizes)) for i in items if i is not None]
    return 0 in x.shape or any(i.size == 0 if isinstance(i, mx.array) else not range(n)[i] for i, n in taken)


def _require_fit(op: str, value: mx.array, part: mx.array) -> None:
    """Raise where a value does not broadcast to a part of a tensor."""
    sizes = zip(reversed(value.shape), reversed(part.shape), strict=False)
    if value.size != 1 and (value.ndim > part.ndim or any(v not in (1, p) for v, p in sizes)):
        raise ShapeError(f"{op}: a value of shape {value.shape} does not fit a part of shape {part.shape}")


def _empty(x: mx.array, items: tuple[Any, ...]) -> mx.array:
    """MLX cannot gather from an array without values; the shape of the result is all there is to it."""
    return mx.array(
        np.empty(x.shape, bool)[tuple(np.array(i) if isinstance(i, mx.array) else i for i in items)]
    ).astype(x.dtype)


def take(x: mx.array, indices: mx.array, /, axis: int | None = None, *, mode: str = "raise") -> mx.array:
    if axis is None:
        x, axis = mx.reshape(x, (-1,)), 0
    axis = as_axis(axis, x.ndim)
    mode, size = index_mode(mode), x.shape[axis]
    if isinstance(indices, mx.array) and indices.size == 0:
        return mx.zeros((*x.shape[:axis], *indices.shape, *x.shape[axis + 1 :]), x.dtype)
    indices = _ARRAYS.convert(indices)
    if indices.dtype == mx.bool_:
        indices = indices.astype(mx.int32)  # 0 and 1 here, no mask
    if mode == "wrap":
        indices = indices % size
    elif mode == "clip":
        indices = mx.clip(indices, 0, size - 1)
    return mx.take(x, _ARRAYS.checked(indices, size, axis), axis)


def _along(x: mx.array, indices: mx.array, axis: int | None) -> tuple[mx.array, mx.array, int]:
    if axis is None:
        x, axis = mx.reshape(x, (-1,)), 0
    axis = as_axis(axis, x.ndim)
    indices_of.require_integers(indices)
    indices = _ARRAYS.convert(indices)
    if indices.ndim != x.ndim:
        raise ShapeError(f"indices of {indices.ndim} axes for a tensor of {x.ndim}: they must have as many")
    return x, _ARRAYS.checked(indices, x.shape[axis], axis), axis


def _widened(x: mx.array, sizes: tuple[int, ...], axis: int) -> mx.array:
    """``x`` broadcast to the sizes of every axis but one."""
    sizes = tuple(x.shape[a] if a == axis else n for a, n in enumerate(sizes))
    return x if x.shape == sizes else mx.broadcast_to(x, sizes)


def take_along_axis(x: mx.array, indices: mx.array, /, axis: int | None = -1) -> mx.array:
    x, chosen, axis = _along(x, indices, axis)
    sizes = tuple(max(a, b) for a, b in zip(x.shape, chosen.shape, strict=True))
    return mx.take_along_axis(_widened(x, sizes, axis), _widened(chosen, sizes, axis), axis)


def put_along_axis(x: mx.array, indices: mx.array, values: Any, /, axis: int | None) -> mx.array:
    flat, chosen, dim = _along(x, indices, axis)
    chosen = _widened(chosen, flat.shape, dim)
    made = mx.put_along_axis(flat, chosen, asarray(values, x.dtype), dim)
    x[...] = mx.reshape(made, x.shape)
    return x


def slice(x: mx.array, start_indices: Any, shape: Shape, /) -> mx.array:
    sizes = as_shape(shape)
    return mx.slice(x, _starts(x, start_indices, sizes), tuple(range(x.ndim)), sizes)


def slice_update(x: mx.array, start_indices: Any, updates: mx.array, /) -> mx.array:
    starts = _starts(x, start_indices, updates.shape)
    return mx.slice_update(x, updates.astype(x.dtype), starts, tuple(range(x.ndim)))


def _starts(x: mx.array, start_indices: Any, sizes: tuple[int, ...]) -> mx.array:
    """Where a part begins, moved so that all of it lies within the array; below zero it is counted from the end."""
    require_part(x.shape, sizes, len(start_indices))
    last = [n - m for n, m in zip(x.shape, sizes, strict=True)]
    if min(last, default=0) < 0:
        raise ShapeError(f"a part of shape {sizes} does not fit into {x.shape}")
    starts = asarray(start_indices, mx.int32)
    starts = mx.where(starts < 0, starts + mx.array(x.shape, mx.int32), starts)
    return mx.clip(starts, 0, mx.array(last, mx.int32))


def assign(x: mx.array, index: Any, value: Any, /, *, copy: bool = False) -> mx.array:
    made = _assigned(x, index, value, copy)
    start_now_and_then(made)
    return made


def _assigned(x: mx.array, index: Any, value: Any, copy: bool) -> mx.array:
    target = mx.array(x) if copy else x
    value = _cast(value, x.dtype)
    if indices_of.is_single_bool(index):
        return _assigned(target, ..., value, copy=False) if bool(index) else target
    if _has_single_bool(index) or indices_of.parted_by_nothing(index, x.ndim) is not None:
        _assign_by_position(target, index, value)
        return target
    if isinstance(index, mx.array) and index.dtype == mx.bool_ and value.size == 1 and index.shape == x.shape:
        # Without counting what the mask holds: nothing waits, and compiled functions can do it.
        target[...] = mx.where(index, mx.reshape(value, ()), x)
        return target
    items = _resolved(x, index)
    if _is_nothing(x, items):
        _require_fit("assign", value, _empty(x, items))
    elif x.size:
        try:
            if (
                items is None
                or _slices_rows(items)
                or (isinstance(items, tuple) and any(i is None for i in items))
            ):
                _assign_by_position(target, index, value)
            else:
                target[items] = value
        except ValueError as error:
            raise ShapeError(
                f"assign: a value of shape {value.shape} does not fit x[{index}] ({error})"
            ) from None
    return target


def _assign_by_position(target: mx.array, index: Any, value: mx.array) -> None:
    """Through the positions in the flattened array: MLX broadcasts otherwise where an index adds axes."""
    positions = getitem(mx.reshape(mx.arange(target.size), target.shape), index)
    if not positions.size:
        _require_fit("assign", value, positions)
        return
    flat = mx.reshape(target, (-1,))
    flat[mx.reshape(positions, (-1,))] = mx.reshape(mx.broadcast_to(value, positions.shape), (-1,))
    target[...] = mx.reshape(flat, target.shape)


def _cast(value: Any, dtype: mx.Dtype) -> mx.array:
    if isinstance(value, complex) and dtype != mx.complex64:
        raise TypeError(f"a complex number does not fit into a tensor of {dtype}")
    made = asarray(stored(value, dtype))
    if made.dtype == mx.complex64 and dtype != mx.complex64:
        made = made != 0 if dtype == mx.bool_ else mx.real(made)
    return _without_leading_ones(made.astype(dtype))


def _without_leading_ones(value: mx.array) -> mx.array:
    """NumPy drops leading axes of size 1 that a part of a tensor has not; MLX refuses them."""
    if value.ndim < 2 or value.shape[0] != 1:
        return value
    leading = next((axis for axis, size in enumerate(value.shape) if size != 1), value.ndim)
    return mx.reshape(value, value.shape[leading:])


def _accumulate_with(method: str) -> Callable[..., mx.array]:
    def accumulate_with(x: mx.array, indices: Any, values: Any, /, *, copy: bool = False) -> mx.array:
        if method == "divide" and not mx.issubdtype(x.dtype, mx.inexact):
            raise TypeError(
                f"divide_at: a quotient does not fit into {x.dtype}; convert the tensor to floats first"
            )
        value = _cast(values, x.dtype)
        if value.ndim < (rank := len(getattr(values, "shape", ()))):
            require_rank(f"{method}_at", rank, x.shape, indices)
        parted = indices_of.parted_by_nothing(indices, x.ndim)
        if parted is not None:
            wide = mx.expand_dims(value, parted[1]) if value.ndim >= -parted[1] else value
            spread = accumulate_with(mx.expand_dims(x, parted[0]), indices, wide, copy=True)
            return _kept(x, mx.reshape(spread, x.shape), copy)
        items = _resolved(x, indices)
        if _is_nothing(x, items):
            _require_fit(f"{method}_at", value, _empty(x, items))
            return mx.array(x) if copy else x
        made: mx.array
        if method in _PRODUCTS or _slices_rows(items):
            places = mx.reshape(mx.arange(x.size), x.shape)[items]
            _require_fit(f"{method}_at", value, places)
            value = mx.reshape(mx.broadcast_to(value, places.shape), (-1,))
            flat, places = mx.reshape(x, (-1,)), mx.reshape(places, (-1,))
            made = mx.reshape(_accumulated(method, flat, places, value), x.shape)
        else:
            made = getattr(x.at[items], method)(value)
        return _kept(x, made, copy)

    return accumulate_with


def _kept(x: mx.array, made: mx.array, copy: bool) -> mx.array:
    """What was made, in the place of ``x`` unless that is to stay."""
    if not copy:
        x[...] = made
        made = x
    start_now_and_then(made)
    return made


def _accumulated(method: str, flat: mx.array, places: mx.array, value: mx.array) -> mx.array:
    if method in _PRODUCTS:
        product: Any = multiplied_at(flat, places, value if method == "multiply" else 1 / value)
        return product  # type: ignore[no-any-return]  # MLX's stub forgets what a custom function returns
    made: mx.array = getattr(flat.at[places], method)(value)
    return made


_PRODUCTS = ("multiply", "divide")
"""Methods whose gradient MLX lacks."""
add_at = in_common_dtype("mlx", np.add)(_accumulate_with("add"))
subtract_at = in_common_dtype("mlx", np.subtract)(_accumulate_with("subtract"))
multiply_at = in_common_dtype("mlx", np.multiply)(_accumulate_with("multiply"))
divide_at = _accumulate_with("divide")
maximum_at = in_common_dtype("mlx", np.maximum)(_accumulate_with("maximum"))
minimum_at = in_common_dtype("mlx", np.minimum)(_accumulate_with("minimum"))
