"""Operations of the group ``manipulation`` on MLX."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import mlx.core as mx
import numpy as np

from emberops.backends.mlx.creation import asarray
from emberops.backends.mlx.dtypes import native_dtype
from emberops.backends.mlx.promotion import beside_truths, dtype_name
from emberops.backends.support.casting import check_joined
from emberops.backends.support.option_words import by_columns
from emberops.backends.support.scalars import check_fits
from emberops.backends.support.shapes import as_axes, as_axis, as_shape, axes_in, is_whole
from emberops.dispatch.router import ONE_TYPE
from emberops.errors import ShapeError
from emberops.typing import Axis, DTypeLike, Shape


def reshape(x: mx.array, /, shape: Shape, *, order: str = "C", copy: bool | None = None) -> mx.array:
    sizes = as_shape(shape)
    if copy is False:
        raise ValueError("reshape: MLX does not say whether it copies, so copy=False cannot be kept")
    if by_columns(order):
        return mx.transpose(mx.reshape(mx.transpose(x), sizes[::-1]))
    try:
        return mx.reshape(x, sizes)
    except ValueError as error:
        raise ShapeError(f"reshape: {x.shape} does not fit into {sizes} ({error})") from None


def ravel(x: mx.array, /, *, order: str = "C") -> mx.array:
    return mx.reshape(mx.transpose(x) if by_columns(order, ("C", "F", "A", "K")) else x, (-1,))


transpose = mx.transpose
swapaxes = mx.swapaxes


def flip(x: mx.array, /, axis: Axis = None) -> mx.array:
    # MLX flips an axis that is named twice, twice.
    axis = axes_in(axis)
    return mx.flip(x, as_axes(axis, x.ndim) if isinstance(axis, (tuple, list)) else axis)


def permute_dims(x: mx.array, /, axes: int | tuple[int, ...]) -> mx.array:
    return mx.transpose(x, (axes,) if isinstance(axes, int) else axes)


def expand_dims(x: mx.array, /, axis: int | tuple[int, ...]) -> mx.array:
    if is_whole(axis):
        return mx.expand_dims(x, as_axis(axis, x.ndim + 1))
    return mx.expand_dims(x, as_axes(axis, x.ndim + len(axis)))


def squeeze(x: mx.array, /, axis: Axis = None) -> mx.array:
    if axis is None:
        return mx.squeeze(x)
    axes = as_axes(axis, x.ndim)
    if any(x.shape[a] != 1 for a in axes):
        raise ShapeError(f"squeeze: axis {axis} of the shape {x.shape} has not the size 1")
    return mx.squeeze(x, axes)


def unstack(x: mx.array, /, axis: int = 0) -> tuple[mx.array, ...]:
    axis = as_axis(axis, x.ndim)
    lead = (slice(None),) * axis
    return tuple(x[(*lead, i)] for i in range(x.shape[axis]))


def tile(x: mx.array, repetitions: Shape, /) -> mx.array:
    return mx.tile(x, as_shape(repetitions))


def repeat(x: mx.array, repeats: Any, /, axis: int | None = None) -> mx.array:
    if axis is not None and not x.ndim:  # which is repeated as a vector of one
        as_axis(axis, 1)
        axis = None
    if isinstance(repeats, int):
        return mx.repeat(x, repeats, axis)
    counts = as_shape(repeats)
    if any(n < 0 for n in counts):
        raise ValueError("repeat: repeats must not be negative")
    if axis is None:
        x, axis = mx.reshape(x, (-1,)), 0
    length = x.shape[axis]
    if len(counts) not in (1, length):
        raise ShapeError(f"repeat: {len(counts)} repeats for {length} values")
    counts = counts * length if len(counts) == 1 else counts
    chosen = np.repeat(
        np.arange(length, dtype=np.int32), counts
    )  # which says that there is no room for so many
    return mx.take(x, mx.array(chosen), axis)


def roll(x: mx.array, /, shift: int | tuple[int, ...], axis: Axis = None) -> mx.array:
    # one shift may be a tensor whose value is not known yet; several are counted
    several = isinstance(shift, (tuple, list)) or getattr(shift, "ndim", 0) > 0
    given: tuple[Any, ...] = as_shape(shift) if several else (shift,)
    if axis is None:
        return mx.roll(x, sum(given) % max(x.size, 1))
    axis = axes_in(axis)
    axes = as_axes(axis, x.ndim) if is_whole(axis) else tuple(as_axis(a, x.ndim) for a in axis)
    shifts = given if several else given * len(axes)
    for n, a in zip(shifts, axes if len(axes) == len(shifts) else axes * len(shifts), strict=True):
        x = mx.roll(x, n % max(x.shape[a], 1), a)
    return x


def moveaxis(x: mx.array, source: int | tuple[int, ...], destination: int | tuple[int, ...], /) -> mx.array:
    if isinstance(source, int) and isinstance(destination, int):
        return mx.moveaxis(x, source, destination)
    sources, destinations = as_axes(source, x.ndim), as_axes(destination, x.ndim)
    if len(sources) != len(destinations):
        raise ShapeError(f"moveaxis: {len(sources)} axes and {len(destinations)} destinations")
    order = [a for a in range(x.ndim) if a not in sources]
    for to, a in sorted(zip(destinations, sources, strict=True)):
        order.insert(to, a)
    return mx.transpose(x, order)


def broadcast_to(x: mx.array, /, shape: Shape) -> mx.array:
    try:
        return mx.broadcast_to(x, as_shape(shape))
    except ValueError as error:
        raise ShapeError(f"broadcast_to: {error}") from None


def broadcast_arrays(*arrays: mx.array) -> tuple[mx.array, ...]:
    try:
        # Numbers are broadcast, not promoted: each keeps a dtype of its own.
        return tuple(mx.broadcast_arrays(*map(asarray, arrays)))
    except ValueError as error:
        raise ShapeError(f"broadcast_arrays: {error}") from None


def _tensors(arrays: Sequence[Any]) -> list[mx.array]:
    """All of them arrays: Python numbers in the dtype that they would give the arrays beside them."""
    given = [a for a in arrays if isinstance(a, mx.array)]
    if not given:
        return [asarray(a) for a in arrays]
    if len(given) == len(arrays):
        return given
    common = mx.result_type(*given)
    for a in arrays:
        if type(a) is int:
            check_fits(a, dtype_name(common))
    return [a if isinstance(a, mx.array) else mx.array(a, _weak_dtype(common, a)) for a in arrays]


def _weak_dtype(dtype: mx.Dtype, number: Any) -> mx.Dtype:
    if type(number) is int and dtype == mx.bool_:
        return beside_truths(number)
    made: mx.array = mx.zeros((), dtype) + number
    return made.dtype


def _join(join: Any, arrays: Sequence[Any], axis: int, dtype: DTypeLike) -> mx.array:
    tensors = _tensors(arrays)
    if not tensors:
        raise ShapeError("need at least one tensor to join")
    return _joined(join, tensors, axis, dtype)


def _joined(join: Any, tensors: Sequence[mx.array], axis: int, dtype: DTypeLike) -> mx.array:
    """One or more tensors, joined."""
    axis = as_axis(axis, tensors[0].ndim + (join is mx.stack))  # MLX joins along an axis that is not there
    native = native_dtype(dtype)
    if native is not None:
        for t in tensors:
            check_joined(t.dtype, native)
        tensors = [t.astype(native) for t in tensors]
    elif len({hash(t.dtype) for t in tensors}) > 1:  # which are compared faster than dtypes
        native = mx.result_type(*tensors)
        tensors = [t.astype(native) for t in tensors]
    try:
        joined: mx.array = join(list(tensors), axis)
        return joined
    except ValueError as error:
        shapes = ", ".join(str(t.shape) for t in tensors)
        raise ShapeError(
            f"tensors of the shapes {shapes} cannot be joined along axis {axis} ({error})"
        ) from None


def concat(arrays: Sequence[Any], /, axis: int | None = 0, *, dtype: DTypeLike = None) -> mx.array:
    if axis is None:
        return _join(mx.concatenate, [mx.reshape(t, (-1,)) for t in _tensors(arrays)], 0, dtype)
    return _join(mx.concatenate, arrays, axis, dtype)


def _concat_tensors(
    arrays: Sequence[mx.array], /, axis: int | None = 0, *, dtype: DTypeLike = None
) -> mx.array:
    return concat(arrays, axis, dtype=dtype) if axis is None else _joined(mx.concatenate, arrays, axis, dtype)


setattr(concat, ONE_TYPE, _concat_tensors)


def stack(arrays: Sequence[Any], /, axis: int = 0, *, dtype: DTypeLike = None) -> mx.array:
    return _join(mx.stack, arrays, axis, dtype)


def _stack_tensors(arrays: Sequence[mx.array], /, axis: int = 0, *, dtype: DTypeLike = None) -> mx.array:
    return _joined(mx.stack, arrays, axis, dtype)


setattr(stack, ONE_TYPE, _stack_tensors)


def view(x: mx.array, /, dtype: DTypeLike) -> mx.array:
    native = native_dtype(dtype)
    assert native is not None, "view needs a dtype"
    return x.view(native)


@mx.custom_function
def _paired(x: mx.array) -> mx.array:
    return mx.view(mx.contiguous(x), mx.complex64)[..., 0]


@_paired.vjp
def _paired_vjp(_x: mx.array, cotangent: mx.array, _result: mx.array) -> mx.array:
    return mx.stack([mx.real(cotangent), mx.imag(cotangent)], axis=-1)


@_paired.jvp
def _paired_jvp(_x: mx.array, tangent: mx.array) -> mx.array:
    return tangent[..., 0] + 1j * tangent[..., 1]


def complex_of_parts(x: mx.array) -> Any:
    """Pairs of floats on the last axis as complex numbers, which an infinite or missing part stays alone in."""
    return _paired(x.astype(mx.float32))
