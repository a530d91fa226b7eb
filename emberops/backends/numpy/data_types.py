"""Operations of the group ``data_types`` on NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from emberops.backends.composed.data_types import check_same_width
from emberops.backends.numpy.devices import native_device
from emberops.backends.numpy.dtypes import default_float, native_dtype
from emberops.backends.support.dtype_limits import FInfo, float_limits
from emberops.dtypes import dtype as dtypes
from emberops.typing import Casting, DeviceLike, DTypeLike

iscomplexobj = np.iscomplexobj
isrealobj = np.isrealobj
isscalar = np.isscalar
iterable = np.iterable
min_scalar_type = np.min_scalar_type
common_type = np.common_type

_FULL = "dDgG"
"""Type codes whose limits are NumPy's own: its doubles are Python floats, and no other library has long doubles."""


def astype(
    x: Any, dtype: DTypeLike, /, *, copy: bool = True, device: DeviceLike = None, casting: Casting = "unsafe"
) -> Any:
    native_device(device)
    if dtype is None:
        dtype = default_float()
    if isinstance(x, np.ndarray):
        return x.astype(native_dtype(dtype), copy=copy, casting=casting)
    # A scalar stays one, as do a column of a table and a sparse matrix; a number or list becomes an array.
    if hasattr(x, "astype") and not isinstance(x, np.generic):
        options = {} if casting == "unsafe" else {"casting": casting}  # which not all of them take
        return x.astype(native_dtype(dtype) if dtypes.is_portable(dtype) else dtype, **options)
    held = x if isinstance(x, np.generic) else np.asarray(x)
    return held.astype(native_dtype(dtype), casting=casting)


def bitcast(x: Any, dtype: DTypeLike, /) -> Any:
    x = np.asarray(x)
    check_same_width(x.dtype, native_dtype(dtype))
    return x.view(native_dtype(dtype))


def result_type(*arrays_and_dtypes: Any) -> np.dtype[Any]:
    return np.result_type(*map(_operand, arrays_and_dtypes))


def promote_types(type1: DTypeLike, type2: DTypeLike, /) -> np.dtype[Any]:
    return np.promote_types(native_dtype(type1), native_dtype(type2))  # type: ignore[arg-type]  # None is NumPy's own default dtype


def can_cast(from_: Any, to: DTypeLike, /) -> bool:
    source = from_.dtype if isinstance(from_, (np.ndarray, np.generic)) else native_dtype(from_)
    return np.can_cast(source, native_dtype(to))  # type: ignore[arg-type]  # None is NumPy's own default dtype


def finfo(dtype: Any, /) -> FInfo | np.finfo[Any]:
    described = np.dtype(type(dtype) if type(dtype) in (float, complex) else _described(dtype))
    if described.char in _FULL:
        return np.finfo(described)
    # np.finfo gives scalars of the dtype, where the standard and the other libraries have Python floats.
    parts = np.empty(0, described).real.dtype
    return float_limits(parts.name, parts)


def iinfo(dtype: Any, /) -> np.iinfo[Any]:
    return np.iinfo(_described(dtype))


def issubdtype(arg1: Any, arg2: Any, /) -> bool:
    return np.issubdtype(_abstract(arg1), _abstract(arg2))


def _abstract(x: Any) -> Any:
    if isinstance(x, dtypes.DTypeClass):
        return getattr(np, x.name)
    return native_dtype(x) if isinstance(x, dtypes.DType) else x


def _described(x: Any) -> Any:
    if isinstance(x, (np.ndarray, np.generic)):
        return x.dtype
    return native_dtype(x) if isinstance(x, (dtypes.DType, str)) or x is float else x


def _operand(x: Any) -> Any:
    if isinstance(x, dtypes.DType):
        return native_dtype(x)
    return (
        x
        if isinstance(x, (np.ndarray, np.generic, np.dtype, bool, int, float, complex, str, type))
        else np.asarray(x)
    )
