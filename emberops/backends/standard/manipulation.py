"""Operations of the group ``manipulation`` on an Array API namespace."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from emberops.backends.support.operands import together
from emberops.backends.support.shapes import as_axes, as_axis, as_shape
from emberops.errors import OperationNotSupportedError, ShapeError
from emberops.typing import Axis, DTypeLike, Shape

Function = Callable[..., Any]


def reshape(
    xp: Any, native: Function, x: Any, /, shape: Shape, *, order: str = "C", copy: bool | None = None
) -> Any:
    sizes = as_shape(shape)
    if order == "C":
        return native(x, sizes) if copy is None else native(x, sizes, copy=copy)
    if order != "F":
        raise ValueError(f"reshape: order is 'C' or 'F', not {order!r}")
    return transpose(xp, native(transpose(xp, x), sizes[::-1]))


def ravel(xp: Any, x: Any, /, *, order: str = "C") -> Any:
    return xp.reshape(x, (-1,), order=order)


def transpose(xp: Any, x: Any, /, axes: Sequence[int] | None = None) -> Any:
    return xp.permute_dims(x, tuple(range(x.ndim))[::-1] if axes is None else axes)


def permute_dims(xp: Any, native: Function, x: Any, /, axes: Sequence[int]) -> Any:
    return native(x, as_axes(tuple(axes), x.ndim))


def expand_dims(xp: Any, native: Function, x: Any, /, axis: int | Sequence[int]) -> Any:
    given = axis if isinstance(axis, (tuple, list)) else (axis,)
    for i in sorted(as_axes(tuple(given), x.ndim + len(given))):
        x = native(x, axis=i)
    return x


def squeeze(xp: Any, native: Function, x: Any, /, axis: Axis = None) -> Any:
    axes = tuple(i for i, n in enumerate(x.shape) if n == 1) if axis is None else as_axes(axis, x.ndim)
    if any(x.shape[i] != 1 for i in axes):
        raise ShapeError(f"squeeze: axis {axis} of the shape {tuple(x.shape)} is not of size 1")
    return native(x, axis=axes) if axes else x


def concat(
    xp: Any, native: Function, arrays: Sequence[Any], /, axis: int | None = 0, *, dtype: DTypeLike = None
) -> Any:
    tensors = _of_one_dtype(xp, arrays, dtype)
    if axis is None:
        tensors, axis = [xp.reshape(x, (-1,)) for x in tensors], 0
    return native(tensors, axis=axis)


def stack(
    xp: Any, native: Function, arrays: Sequence[Any], /, axis: int = 0, *, dtype: DTypeLike = None
) -> Any:
    return native(_of_one_dtype(xp, arrays, dtype), axis=axis)


def _of_one_dtype(xp: Any, arrays: Sequence[Any], dtype: DTypeLike) -> list[Any]:
    tensors = list(arrays)
    if not tensors:
        raise ShapeError("there must be at least one tensor to join")
    return together(xp, *tensors) if dtype is None else [xp.asarray(x, dtype=dtype) for x in tensors]


def unstack(xp: Any, x: Any, /, axis: int = 0) -> tuple[Any, ...]:
    before = (slice(None),) * as_axis(axis, x.ndim)
    return tuple(x[(*before, i, ...)] for i in range(x.shape[axis]))


def tile(xp: Any, x: Any, repetitions: Shape, /) -> Any:
    times = as_shape(repetitions)
    rank = max(x.ndim, len(times))
    x = xp.reshape(x, (1,) * (rank - x.ndim) + tuple(x.shape))
    for axis, n in enumerate((1,) * (rank - len(times)) + times):
        if n != 1:
            x = xp.concat([x] * n, axis=axis) if n else x[(slice(None),) * axis + (slice(0, 0),)]
    return x


def repeat(xp: Any, x: Any, repeats: Any, /, axis: int | None = None) -> Any:
    x, axis = (xp.reshape(x, (-1,)), 0) if axis is None else (x, as_axis(axis, x.ndim))
    size = x.shape[axis]
    times = as_shape(repeats)
    times = times * size if len(times) == 1 else times
    if len(times) != size:
        raise ShapeError(f"repeat: {len(times)} numbers of repetitions for an axis of size {size}")
    places = [i for i, n in enumerate(times) for _ in range(n)]
    return xp.take(x, xp.asarray(places, dtype=int), axis=axis)


def roll(xp: Any, native: Function, x: Any, /, shift: Any, axis: Axis = None) -> Any:
    if isinstance(axis, tuple) and isinstance(shift, int):
        shift = (shift,) * len(axis)
    return native(x, shift, axis=axis)


def flip(xp: Any, native: Function, x: Any, /, axis: Axis = None) -> Any:
    return native(x, axis=axis)


def moveaxis(xp: Any, x: Any, source: Any, destination: Any, /) -> Any:
    taken = as_axes(source, x.ndim)
    put = as_axes(destination, x.ndim)
    if len(taken) != len(put):
        raise ShapeError(f"moveaxis: {len(taken)} axes to {len(put)} places")
    order: list[int] = [i for i in range(x.ndim) if i not in taken]
    for target, axis in sorted(zip(put, taken, strict=True)):
        order.insert(target, axis)
    return xp.permute_dims(x, tuple(order))


def swapaxes(xp: Any, x: Any, /, axis1: int, axis2: int) -> Any:
    first, second = as_axis(axis1, x.ndim), as_axis(axis2, x.ndim)
    order = list(range(x.ndim))
    order[first], order[second] = second, first
    return xp.permute_dims(x, tuple(order))


def broadcast_to(xp: Any, native: Function, x: Any, /, shape: Shape) -> Any:
    return native(x, as_shape(shape))


def broadcast_arrays(xp: Any, native: Function, *arrays: Any) -> tuple[Any, ...]:
    return tuple(native(*arrays))


def view(xp: Any, x: Any, /, dtype: DTypeLike) -> Any:
    wanted = xp.native_dtype(dtype)
    if x.dtype == wanted:
        return x
    if not hasattr(x, "view"):
        raise OperationNotSupportedError(
            f"ops.view cannot run on the backend {xp.NAME!r}: the Array API standard reinterprets no bits"
        )
    return x.view(wanted)
