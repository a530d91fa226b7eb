"""Operations of the group ``creation`` on MLX."""

from __future__ import annotations

from typing import Any

import mlx.core as mx
import numpy as np

from emberops.backends.mlx.devices import native_device
from emberops.backends.mlx.dtypes import NewFloats, default_float, default_int, native_dtype
from emberops.backends.mlx.promotion import dtype_name
from emberops.backends.support.host_data import (
    OTHER_SEQUENCES,
    gives_array,
    holds_numbers,
    listed,
    python_numbers,
    read_text,
    require_data,
    sequence_error,
    unmasked,
)
from emberops.backends.support.scalars import check_held, check_range, fits
from emberops.backends.support.shapes import as_shape
from emberops.dispatch.owners import SCALARS
from emberops.dispatch.sequences import item_types
from emberops.errors import ShapeError, TextError
from emberops.typing import DeviceLike, DTypeLike, Shape

_SEQUENCES = (list, tuple)
_ARRAYS = (mx.array, np.ndarray, np.generic)
_NARROW = 2**31
"""Below it, integers need no second look: every default dtype of integers holds them."""


def asarray(
    obj: Any, /, dtype: DTypeLike = None, *, device: DeviceLike = None, copy: bool | None = None
) -> mx.array:
    native_device(device)  # memory is shared by all devices: only checked
    native = native_dtype(dtype)
    if copy is not False and NewFloats.single:
        made = _quickly(obj, native)
        if made is not None:
            return made
    if isinstance(obj, mx.array):
        if native is None or native == obj.dtype:
            return mx.array(obj) if copy else obj
        if copy is False:
            raise ValueError("asarray: this change of dtype needs a copy, and copy=False forbids one")
        return obj.astype(native)
    if copy is False:
        raise ValueError("asarray: MLX copies host data, and copy=False forbids it")
    if isinstance(obj, (np.ndarray, np.generic)):
        return _from_numpy(obj, native)
    if isinstance(obj, OTHER_SEQUENCES):
        obj = listed(obj)
    if isinstance(obj, (*_SEQUENCES, str)):
        return _from_sequence(obj, native)
    require_data(obj)
    if gives_array(obj):
        return _from_numpy(np.asarray(obj), native)
    if native is None and isinstance(obj, float):
        native = default_float()
    return _from_host(obj, native)


def _quickly(obj: Any, native: mx.Dtype | None) -> mx.array | None:
    """What ``asarray`` gives of Python's numbers, where MLX reads them as it should: no integers, into other dtypes."""
    kind = type(obj)
    if kind is list or kind is tuple:
        kinds = item_types(obj)
    elif kind in SCALARS:
        kinds = {kind}
    else:
        return None
    if not kinds or not SCALARS.issuperset(kinds) or (native is not None and not _holds_all(native, kinds)):
        return None
    try:
        return mx.array(obj, native)
    except (
        RuntimeError,
        ValueError,
        TypeError,
    ):  # large integers, ragged lists: there is more to be said of these
        return None


def _holds_all(native: mx.Dtype, kinds: set[type]) -> bool:
    return native in (mx.float32, mx.float64) and complex not in kinds


def _from_host(obj: Any, native: mx.Dtype | None) -> mx.array:
    if native is not None and not any(issubclass(cls, _ARRAYS) for cls in item_types([obj])):
        for number in python_numbers(obj):  # MLX lets them wrap around, and drops imaginary parts
            check_held(number, dtype_name(native))
    try:
        return mx.array(obj, native)
    except RuntimeError:  # std::bad_cast: an integer from 2**63 on, which MLX takes from NumPy alone
        found = list(python_numbers(obj))
        inexact = native is not None and mx.issubdtype(native, mx.inexact)
        if inexact or (native is None and not all(isinstance(v, int) for v in found)):
            return mx.array(_of_floats(obj), native)
        if (native is not None and native != mx.uint64) or not all(type(v) is int and v >= 0 for v in found):
            raise
        return _from_numpy(np.asarray(obj, np.uint64), native)


def _of_floats(obj: Any) -> Any:
    """Nested sequences with floats for the integers that MLX does not take."""
    if isinstance(obj, _SEQUENCES):
        return [_of_floats(item) for item in obj]
    return float(obj) if type(obj) is int and not -(2**63) <= obj < 2**63 else obj


def _from_numpy(x: np.ndarray[Any, Any] | np.generic, native: mx.Dtype | None) -> mx.array:
    """64-bit floats become the default float dtype: MLX computes in 32 bits unless it is told otherwise."""
    x = unmasked(x)
    if native is None and x.dtype == np.float64:
        native = default_float()
    if native is not None and native == mx.float64:
        return mx.array(_readable(x, np.dtype(np.float64)), mx.float64)
    made = mx.array(_readable(x, x.dtype.newbyteorder("=")))
    return made if native is None else made.astype(native)


def _readable(x: np.ndarray[Any, Any] | np.generic, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """``x`` as MLX reads it: an array of native numbers without gaps; the same object where it is one already."""
    array: Any = x.reshape(()) if isinstance(x, np.generic) else x
    if array.dtype == dtype and array.flags.c_contiguous and min(array.strides, default=0) >= 0:
        return array  # type: ignore[no-any-return]  # NumPy calls what has any dtype Any
    # Of one element in reverse NumPy says that it is contiguous; astype would keep its stride.
    return np.array(array, dtype, order="C")


def _from_sequence(obj: Any, native: mx.Dtype | None) -> mx.array:
    if obj == "":  # of which MLX makes what it makes of an empty list
        raise TextError("asarray: no tensor holds str objects, such as ''")
    arrays = {cls for cls in item_types(obj) if issubclass(cls, _ARRAYS)}
    try:
        if arrays and not any(issubclass(cls, mx.array) for cls in arrays):
            return _from_numpy(np.asarray(obj), native)
        if arrays:
            obj = _converted(obj)
        elif native is None and default_float() != mx.float32:
            made = _from_host(obj, None)
            return mx.array(obj, default_float()) if made.dtype == mx.float32 else made
        elif not obj:
            return mx.zeros((0,), native or default_float())
        return _from_host(obj, native)
    except ValueError as error:
        if any(isinstance(item, OTHER_SEQUENCES) for item in obj):
            return _from_sequence(listed(obj), native)
        numbers = read_text(obj, native)
        if numbers is None:
            raise sequence_error(obj, error, native) from None
        return _from_host(numbers, native)
    except RuntimeError as error:  # std::bad_cast: of dates, say
        if holds_numbers(obj):
            raise
        raise sequence_error(obj, error, native) from None


def _converted(obj: Any) -> Any:
    """Nested sequences with the NumPy arrays in them made MLX's."""
    if isinstance(obj, _SEQUENCES):
        return [_converted(item) for item in obj]
    return _from_numpy(obj, None) if isinstance(obj, (np.ndarray, np.generic)) else obj


def zeros(shape: Shape, dtype: DTypeLike = None, *, device: DeviceLike = None) -> mx.array:
    return mx.zeros(as_shape(shape), native_dtype(dtype) or default_float(), stream=native_device(device))


def ones(shape: Shape, dtype: DTypeLike = None, *, device: DeviceLike = None) -> mx.array:
    return mx.ones(as_shape(shape), native_dtype(dtype) or default_float(), stream=native_device(device))


empty = zeros  # MLX has no uninitialised memory to hand out


def full(shape: Shape, fill_value: Any, dtype: DTypeLike = None, *, device: DeviceLike = None) -> mx.array:
    native = native_dtype(dtype)
    if native is None and (
        type(fill_value) in (bool, float) or (type(fill_value) is int and fits(fill_value, "int32"))
    ):
        native = native_dtype(type(fill_value))
    # Cast here: mx.full keeps a float's dtype where an integer one is asked for.
    return mx.full(as_shape(shape), asarray(fill_value, native), stream=native_device(device))


def zeros_like(
    x: mx.array, /, dtype: DTypeLike = None, *, shape: Shape | None = None, device: DeviceLike = None
) -> mx.array:
    return zeros(x.shape if shape is None else shape, dtype or x.dtype, device=device)


def ones_like(
    x: mx.array, /, dtype: DTypeLike = None, *, shape: Shape | None = None, device: DeviceLike = None
) -> mx.array:
    return ones(x.shape if shape is None else shape, dtype or x.dtype, device=device)


empty_like = zeros_like


def full_like(
    x: mx.array,
    /,
    fill_value: Any,
    dtype: DTypeLike = None,
    *,
    shape: Shape | None = None,
    device: DeviceLike = None,
) -> mx.array:
    return full(x.shape if shape is None else shape, fill_value, dtype or x.dtype, device=device)


def eye(
    n_rows: int, n_cols: int | None = None, k: int = 0, dtype: DTypeLike = None, *, device: DeviceLike = None
) -> mx.array:
    n_cols = n_rows if n_cols is None else n_cols
    k = max(-n_rows, min(k, n_cols))  # MLX takes no diagonal beyond 32 bits; those outside hold nothing
    return mx.eye(n_rows, n_cols, k, native_dtype(dtype) or default_float(), stream=native_device(device))


def arange(
    start: Any, /, stop: Any = None, step: Any = 1, dtype: DTypeLike = None, *, device: DeviceLike = None
) -> mx.array:
    if type(start) is int is type(step) and dtype is None is device and (stop is None or type(stop) is int):
        first, last = (0, start) if stop is None else (start, stop)
        if step > 0 and -_NARROW < first < last < _NARROW:
            return mx.arange(first, last, step)
    start, stop, step = (v.item() if hasattr(v, "item") else v for v in (start, stop, step))
    if stop is None:
        start, stop = 0, start
    native = native_dtype(dtype)
    if native is None:
        native = (
            default_float() if float in map(type, (start, stop, step)) else _integer_of(start, stop, step)
        )
    if not step:
        raise ZeroDivisionError("arange: a step of 0 leads nowhere")
    check_range((start, stop, step), dtype_name(native))
    return mx.arange(start, stop, step, native, stream=native_device(device))


def _integer_of(*numbers: Any) -> mx.Dtype:
    """The default integer dtype, or the wider one that ``asarray`` takes for larger numbers."""
    return default_int() if all(type(n) is not int or fits(n, "int32") for n in numbers) else mx.int64


def tril(x: mx.array, /, k: int = 0) -> mx.array:
    return mx.tril(_matrix(x), k)


def triu(x: mx.array, /, k: int = 0) -> mx.array:
    return mx.triu(_matrix(x), k)


def _matrix(x: mx.array) -> mx.array:
    """NumPy takes a vector for the rows of a matrix."""
    return mx.broadcast_to(x, (x.shape[0], x.shape[0])) if x.ndim == 1 else x


def diag(x: mx.array, /, k: int = 0) -> mx.array:
    if x.ndim not in (1, 2):
        raise ShapeError(f"diag: expected a vector or a matrix, got the shape {x.shape}")
    return mx.diag(x, k)


def copy(x: mx.array, /) -> mx.array:
    return mx.array(x)


def from_dlpack(x: Any, /, *, device: DeviceLike = None, copy: bool | None = None) -> mx.array:
    if isinstance(x, (mx.array, np.ndarray)):  # MLX narrows its own float64, and refuses memory with gaps
        return asarray(x, device=device, copy=copy or None)
    native_device(device)
    made = mx.from_dlpack(x)
    return mx.array(made) if copy else made


_BUFFER_FORMATS = {
    "bool": "?",
    "int8": "b",
    "uint8": "B",
    "int16": "h",
    "uint16": "H",
    "int32": "i",
    "uint32": "I",
    "int64": "q",
    "uint64": "Q",
    "float32": "f",
    "float64": "d",
}


def frombuffer(buffer: Any, dtype: DTypeLike = float, count: int = -1, offset: int = 0) -> mx.array:
    native = native_dtype(dtype)
    assert native is not None, "frombuffer always has a dtype"
    name = str(native).rpartition(".")[2]
    view: Any = memoryview(buffer).cast("B")[offset:]
    view = view[: len(view) if count < 0 else count * native.size]
    format_ = _BUFFER_FORMATS.get(name)
    if format_ is None:
        return mx.array(view).view(native)
    return mx.array(view.cast(format_), native)


def ascontiguousarray(x: Any, /, dtype: DTypeLike = None) -> mx.array:
    made = asarray(x, dtype)
    return mx.contiguous(made if made.ndim else mx.reshape(made, (1,)))


def asfortranarray(x: Any, /, dtype: DTypeLike = None) -> mx.array:
    made = asarray(x, dtype)
    return made if made.ndim else mx.reshape(made, (1,))
