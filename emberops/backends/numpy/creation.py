"""Operations of the group ``creation`` on NumPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import numpy as np

from emberops.backends.numpy import devices
from emberops.backends.numpy.dtypes import default_float, native_dtype
from emberops.backends.numpy.handing_over import given
from emberops.backends.support.host_data import PYTHON_NUMBERS
from emberops.backends.support.scalars import check_held
from emberops.backends.support.shapes import as_grid_shape, as_shape
from emberops.dtypes import default as precision
from emberops.typing import DeviceLike, DTypeLike, Shape

Array: TypeAlias = "np.ndarray[Any, Any]"
_HAS_DTYPE = (np.ndarray, np.generic)


def asarray(
    obj: Any, /, dtype: DTypeLike = None, *, device: DeviceLike = None, copy: bool | None = None
) -> Array:
    if dtype is None is device:
        made = np.asarray(obj, copy=copy)
        return made if precision.default_dtype() is None else _narrowed(obj, made, None)
    devices.native_device(device)
    return _narrowed(obj, np.asarray(obj, dtype=native_dtype(dtype), copy=copy), dtype)


def asanyarray(
    obj: Any, /, dtype: DTypeLike = None, *, device: DeviceLike = None, copy: bool | None = None
) -> Array:
    devices.native_device(device)
    return _narrowed(obj, np.asanyarray(obj, dtype=native_dtype(dtype), copy=copy), dtype)


def array(
    obj: Any,
    /,
    dtype: DTypeLike = None,
    *,
    copy: bool | None = True,
    ndmin: int = 0,
    device: DeviceLike = None,
    strict: bool = True,
) -> Array:
    if dtype is None is device:
        # Small programs make arrays of two numbers all the time, and arguments by name cost as much as such a one.
        made = np.array(obj) if copy is True and ndmin == 0 else np.array(obj, copy=copy, ndmin=ndmin)
        return made if precision.default_dtype() is None else _narrowed(obj, made, None)
    devices.native_device(device)
    return _narrowed(obj, np.array(obj, dtype=native_dtype(dtype), copy=copy, ndmin=ndmin), dtype)


def _narrowed(obj: Any, made: Array, dtype: DTypeLike) -> Array:
    """New floats in the default float dtype that the user chose, if any."""
    chosen = dtype is None and precision.default_dtype() is not None
    if chosen and made.dtype == np.float64 and not isinstance(obj, _HAS_DTYPE):
        return made.astype(default_float())
    return made


def zeros(shape: Shape, dtype: DTypeLike = None, *, device: DeviceLike = None) -> Array:
    if dtype is None is device and precision.default_dtype() is None:
        return np.zeros(shape)
    devices.native_device(device)
    return np.zeros(shape, native_dtype(dtype) or default_float())


def ones(shape: Shape, dtype: DTypeLike = None, *, device: DeviceLike = None) -> Array:
    if dtype is None is device and precision.default_dtype() is None:
        return np.ones(shape)
    devices.native_device(device)
    return np.ones(shape, native_dtype(dtype) or default_float())


def empty(shape: Shape, dtype: DTypeLike = None, *, device: DeviceLike = None) -> Array:
    if dtype is None is device and precision.default_dtype() is None:
        return np.empty(shape)
    devices.native_device(device)
    return np.empty(shape, native_dtype(dtype) or default_float())


def full(shape: Shape, fill_value: Any, dtype: DTypeLike = None, *, device: DeviceLike = None) -> Array:
    devices.native_device(device)
    if dtype is None and type(fill_value) is float:
        return np.full(shape, fill_value, default_float())
    return np.full(shape, fill_value, _holding(fill_value, native_dtype(dtype)))


def _holding(fill_value: Any, native: np.dtype[Any] | None) -> np.dtype[Any] | None:
    """The dtype, unless it holds no such Python number: NumPy stores some value for NaN in integers, and warns."""
    if native is not None and native.kind in "iuf" and type(fill_value) in PYTHON_NUMBERS:
        check_held(fill_value, native.name)
    return native


def _sizes(shape: Shape | None) -> Shape | None:
    """A shape that is given, without the booleans that NumPy takes for none."""
    return None if shape is None else as_shape(shape)


def zeros_like(
    x: Any, /, dtype: DTypeLike = None, *, shape: Shape | None = None, device: DeviceLike = None
) -> Array:
    devices.native_device(device)
    return np.zeros_like(x, **given(dtype=native_dtype(dtype), shape=_sizes(shape)))


def ones_like(
    x: Any, /, dtype: DTypeLike = None, *, shape: Shape | None = None, device: DeviceLike = None
) -> Array:
    devices.native_device(device)
    return np.ones_like(x, **given(dtype=native_dtype(dtype), shape=_sizes(shape)))


def empty_like(
    x: Any, /, dtype: DTypeLike = None, *, shape: Shape | None = None, device: DeviceLike = None
) -> Array:
    devices.native_device(device)
    return np.empty_like(x, **given(dtype=native_dtype(dtype), shape=_sizes(shape)))


def full_like(
    x: Any,
    /,
    fill_value: Any,
    dtype: DTypeLike = None,
    *,
    shape: Shape | None = None,
    device: DeviceLike = None,
) -> Array:
    devices.native_device(device)
    native = native_dtype(dtype)
    _holding(fill_value, getattr(x, "dtype", None) if native is None else native)
    return np.full_like(x, fill_value, native, shape=shape)


def eye(
    n_rows: int, n_cols: int | None = None, k: int = 0, dtype: DTypeLike = None, *, device: DeviceLike = None
) -> Array:
    devices.native_device(device)
    return np.eye(n_rows, n_cols, k, native_dtype(dtype) or default_float())


def arange(
    start: Any,
    /,
    stop: Any = None,
    step: Any = 1,
    dtype: DTypeLike = None,
    *,
    device: DeviceLike = None,
) -> Array:
    bounds = (
        (start,) if stop is None and step == 1 else (0, start, step) if stop is None else (start, stop, step)
    )
    if dtype is None is device and precision.default_dtype() is None:
        return np.arange(*bounds)
    devices.native_device(device)
    return _narrowed(bounds, np.arange(*bounds, dtype=native_dtype(dtype)), dtype)


def linspace(
    start: Any,
    stop: Any,
    /,
    num: int = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: DTypeLike = None,
    axis: int = 0,
    *,
    device: DeviceLike = None,
) -> Any:
    devices.native_device(device)
    native = native_dtype(dtype)
    if native is None and precision.default_dtype() is not None:
        native = np.result_type(
            default_float(), *(v for v in (start, stop) if isinstance(v, (*_HAS_DTYPE, complex)))
        )
    return np.linspace(start, stop, num, endpoint, retstep, native, axis)  # type: ignore[call-overload]  # the overloads want literals


def logspace(
    start: Any,
    stop: Any,
    /,
    num: int = 50,
    endpoint: bool = True,
    base: float = 10.0,
    dtype: DTypeLike = None,
    axis: int = 0,
) -> Array:
    return np.logspace(start, stop, num, endpoint, base, native_dtype(dtype), axis)


def geomspace(
    start: Any, stop: Any, /, num: int = 50, endpoint: bool = True, dtype: DTypeLike = None, axis: int = 0
) -> Array:
    return np.geomspace(start, stop, num, endpoint, native_dtype(dtype), axis)


def meshgrid(*arrays: Any, indexing: Literal["xy", "ij"] = "xy", sparse: bool = False) -> tuple[Array, ...]:
    return tuple(np.meshgrid(*arrays, indexing=indexing, sparse=sparse))


tril = np.tril
triu = np.triu
diag = np.diag
diagflat = np.diagflat
vander = np.vander
triu_indices = np.triu_indices
tril_indices = np.tril_indices
triu_indices_from = np.triu_indices_from
tril_indices_from = np.tril_indices_from
diag_indices = np.diag_indices
diag_indices_from = np.diag_indices_from
bartlett = np.bartlett
blackman = np.blackman
hamming = np.hamming
hanning = np.hanning
kaiser = np.kaiser


def copy(x: Any, /) -> Array:
    """As the method of arrays, which lays rows side by side, and keeps a mask or the class of a matrix."""
    return np.array(x, copy=True, order="C", subok=True)


def tri(n_rows: int, n_cols: int | None = None, k: int = 0, dtype: DTypeLike = None) -> Array:
    return np.tri(n_rows, n_cols, k, native_dtype(dtype) or default_float())


def identity(n: int, dtype: DTypeLike = None) -> Array:
    return np.identity(n, native_dtype(dtype) or default_float())


def from_dlpack(x: Any, /, *, device: DeviceLike = None, copy: bool | None = None) -> Array:
    return np.from_dlpack(x, device=devices.native_device(device), copy=copy)  # type: ignore[arg-type]  # the overloads know no device by its name


def frombuffer(buffer: Any, dtype: DTypeLike = float, count: int = -1, offset: int = 0) -> Array:
    return np.frombuffer(buffer, native_dtype(dtype), count, offset)


def fromfunction(
    function: Callable[..., Any], shape: Shape, *, dtype: DTypeLike = float, **kwargs: Any
) -> Any:
    return np.fromfunction(function, as_shape(shape), dtype=native_dtype(dtype), **kwargs)


def indices(dimensions: Shape, dtype: DTypeLike = int, sparse: bool = False) -> Any:
    return np.indices(as_grid_shape(dimensions), native_dtype(dtype), sparse)  # type: ignore[call-overload]  # the overloads want literals


def ascontiguousarray(x: Any, /, dtype: DTypeLike = None) -> Array:
    return np.ascontiguousarray(x, native_dtype(dtype))


def asfortranarray(x: Any, /, dtype: DTypeLike = None) -> Array:
    return np.asfortranarray(x, native_dtype(dtype))
