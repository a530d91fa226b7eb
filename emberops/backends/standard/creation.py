"""Operations of the group ``creation`` on an Array API namespace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import array_api_compat
import numpy as np

from emberops.backends.support.host_data import holds_numbers
from emberops.backends.support.operands import NUMBERS
from emberops.backends.support.shapes import as_shape
from emberops.errors import ShapeError
from emberops.typing import DeviceLike, DTypeLike, Shape

_SEQUENCES = (list, tuple)


def asarray(
    xp: Any, obj: Any, /, dtype: DTypeLike = None, *, device: DeviceLike = None, copy: bool | None = None
) -> Any:
    native, place = xp.native_dtype(dtype), xp.devices.native_device(device)
    if isinstance(obj, xp.TENSOR_TYPES):
        made = obj if native is None or obj.dtype == native else xp.astype(obj, native)
        if place is not None:
            made = array_api_compat.to_device(made, place)
        return xp.copy(made) if copy and made is obj else made
    if isinstance(obj, range):
        obj = list(obj)
    if isinstance(obj, _SEQUENCES) and _holds_tensors(xp, obj):
        return xp.stack([asarray(xp, item, dtype, device=device) for item in obj])
    if native is None and _is_of_python_floats(obj):
        native = xp.native_dtype(float)
    if isinstance(obj, _SEQUENCES):
        try:
            obj = np.asarray(obj)  # host data: NumPy reads what the library need not
        except ValueError as error:
            raise ShapeError(f"asarray: the sequence is ragged or holds no numbers ({error})") from None
    return xp.library.asarray(obj, dtype=native, device=place, copy=copy)


def _holds_tensors(xp: Any, obj: Any) -> bool:
    return any(
        isinstance(x, xp.TENSOR_TYPES) or (isinstance(x, _SEQUENCES) and _holds_tensors(xp, x)) for x in obj
    )


def _is_of_python_floats(obj: Any) -> bool:
    while isinstance(obj, _SEQUENCES) and obj and isinstance(obj[0], _SEQUENCES):
        obj = [item for part in obj if isinstance(part, _SEQUENCES) for item in part]
    kinds = set(map(type, obj)) if isinstance(obj, _SEQUENCES) else {type(obj)}
    return float in kinds and kinds <= {bool, int, float}


def _filled(name: str) -> Callable[..., Any]:
    def make(xp: Any, shape: Shape, dtype: DTypeLike = None, *, device: DeviceLike = None) -> Any:
        return getattr(xp.library, name)(
            as_shape(shape),
            dtype=xp.native_dtype(float if dtype is None else dtype),
            device=xp.devices.native_device(device),
        )

    make.__name__ = name
    return make


zeros = _filled("zeros")
ones = _filled("ones")
empty = _filled("empty")


def full(
    xp: Any, shape: Shape, fill_value: Any, dtype: DTypeLike = None, *, device: DeviceLike = None
) -> Any:
    if not isinstance(fill_value, NUMBERS):
        value = xp.asarray(fill_value, dtype=dtype, device=device)
        return xp.copy(xp.broadcast_to(value, as_shape(shape)))
    native = xp.native_dtype(type(fill_value) if dtype is None else dtype)
    number = _as_kind(xp, fill_value, native)
    return xp.library.full(as_shape(shape), number, dtype=native, device=xp.devices.native_device(device))


def _as_kind(xp: Any, number: Any, dtype: Any) -> Any:
    """A Python number of the kind that the standard asks for beside a dtype."""
    if xp.isdtype(dtype, "bool"):
        return bool(number)
    if xp.isdtype(dtype, "integral"):
        return int(number.real)
    return float(number.real) if xp.isdtype(dtype, "real floating") else complex(number)


def _like(name: str) -> Callable[..., Any]:
    def make(
        xp: Any, x: Any, /, dtype: DTypeLike = None, *, shape: Shape | None = None, device: DeviceLike = None
    ) -> Any:
        if shape is not None:
            return getattr(xp, name)(shape, dtype or x.dtype, device=_device(x, device))
        return getattr(xp.library, f"{name}_like")(
            x, dtype=xp.native_dtype(dtype), device=xp.devices.native_device(device)
        )

    make.__name__ = f"{name}_like"
    return make


zeros_like = _like("zeros")
ones_like = _like("ones")
empty_like = _like("empty")


def _device(x: Any, device: DeviceLike) -> Any:
    return array_api_compat.device(x) if device is None else device


def full_like(
    xp: Any,
    x: Any,
    /,
    fill_value: Any,
    dtype: DTypeLike = None,
    *,
    shape: Shape | None = None,
    device: DeviceLike = None,
) -> Any:
    size = tuple(x.shape) if shape is None else shape
    return full(xp, size, fill_value, x.dtype if dtype is None else dtype, device=_device(x, device))


def eye(
    xp: Any,
    n_rows: int,
    n_cols: int | None = None,
    k: int = 0,
    dtype: DTypeLike = None,
    *,
    device: DeviceLike = None,
) -> Any:
    n_cols = n_rows if n_cols is None else n_cols
    rows = xp.arange(n_rows, device=device)[:, None]
    columns = xp.arange(n_cols, device=device)[None, :]
    k = max(-n_rows, min(k, n_cols))  # an integer of any size; a diagonal further away is as empty
    return xp.astype(columns - rows == k, float if dtype is None else dtype)


def arange(
    xp: Any,
    start: Any,
    /,
    stop: Any = None,
    step: Any = 1,
    dtype: DTypeLike = None,
    *,
    device: DeviceLike = None,
) -> Any:
    start, stop, step = (xp.item(v) if isinstance(v, xp.TENSOR_TYPES) else v for v in (start, stop, step))
    start, stop, step = (v.item() if hasattr(v, "item") else v for v in (start, stop, step))
    if stop is None:
        start, stop = 0, start
    kind = float if float in map(type, (start, stop, step)) else int
    native = xp.native_dtype(kind if dtype is None else dtype)
    return xp.library.arange(start, stop, step, dtype=native, device=xp.devices.native_device(device))


def tril(xp: Any, x: Any, /, k: int = 0) -> Any:
    return _triangle(xp, x, lambda rows, columns: columns - rows <= k)


def triu(xp: Any, x: Any, /, k: int = 0) -> Any:
    return _triangle(xp, x, lambda rows, columns: columns - rows >= k)


def _triangle(xp: Any, x: Any, keeps: Callable[[Any, Any], Any]) -> Any:
    """A matrix with zeros elsewhere; NumPy takes a vector for its rows."""
    x = xp.broadcast_to(x, (x.shape[0], x.shape[0])) if x.ndim == 1 else x
    rows, columns = xp.arange(x.shape[-2])[:, None], xp.arange(x.shape[-1])[None, :]
    return xp.where(keeps(rows, columns), x, xp.zeros((), dtype=x.dtype))


def diag(xp: Any, x: Any, /, k: int = 0) -> Any:
    if x.ndim == 2:
        return xp.diagonal(x, k)
    if x.ndim != 1:
        raise ShapeError(f"diag: expected a vector or a matrix, got the shape {tuple(x.shape)}")
    n = x.shape[0] + abs(k)
    before, after = max(-k, 0), max(k, 0)
    rows = xp.concat([xp.zeros(before, dtype=x.dtype), x, xp.zeros(after, dtype=x.dtype)])
    on_diagonal = xp.arange(n)[None, :] - xp.arange(n)[:, None] == k
    return xp.where(on_diagonal, rows[:, None], xp.zeros((), dtype=x.dtype))


def copy(xp: Any, x: Any, /) -> Any:
    return xp.library.asarray(x, copy=True)


def from_dlpack(xp: Any, x: Any, /, *, device: DeviceLike = None, copy: bool | None = None) -> Any:
    if isinstance(x, xp.TENSOR_TYPES) or not hasattr(xp.library, "from_dlpack"):
        host = x if isinstance(x, xp.TENSOR_TYPES) else np.from_dlpack(x)
        return asarray(xp, host, device=device, copy=copy)
    made = xp.library.from_dlpack(x)
    return asarray(xp, made, device=device, copy=copy)


def frombuffer(xp: Any, buffer: Any, dtype: DTypeLike = float, count: int = -1, offset: int = 0) -> Any:
    native = xp.native_dtype(dtype)
    name = xp.dtype(native).name
    return xp.asarray(np.frombuffer(buffer, name, count, offset), dtype=native)


def ascontiguousarray(xp: Any, x: Any, /, dtype: DTypeLike = None) -> Any:
    return xp.atleast_1d(asarray(xp, x, dtype))


asfortranarray = ascontiguousarray
