"""Composed operations of the group ``data_types``.

``xp`` gives ``native_dtype`` (anything that stands for a dtype -> the backend's), ``promote_types`` and
``result_type``; the rest is arithmetic on portable dtypes.
"""

from __future__ import annotations

import math
import numbers
from typing import Any

import numpy as np

from emberops.backends.support.dtype_kinds import is_of_kind, is_subdtype
from emberops.backends.support.dtype_limits import FInfo, IInfo, float_limits, integer_limits
from emberops.dtypes import dtype as dtypes
from emberops.errors import DTypeError


def finfo(xp: Any, dtype: Any, /) -> FInfo:
    native = _dtype_of(xp, float if dtype is None else dtype)
    found = float_limits(dtypes.dtype(native).name, native)
    part = {"complex64": "float32", "complex128": "float64"}.get(dtypes.dtype(native).name)
    return found if part is None else float_limits(part, xp.native_dtype(part))


def iinfo(xp: Any, dtype: Any, /) -> IInfo:
    native = _dtype_of(xp, dtype)
    return integer_limits(dtypes.dtype(native).name, native)


def isdtype(xp: Any, dtype: Any, kind: Any) -> bool:
    return is_of_kind(_resolve(xp, dtype), kind)


def issubdtype(xp: Any, arg1: Any, arg2: Any, /) -> bool:
    return is_subdtype(_resolve(xp, arg1), _resolve(xp, arg2))


def can_cast(xp: Any, from_: Any, to: Any, /) -> bool:
    target = xp.native_dtype(to)
    try:
        return bool(xp.promote_types(_dtype_of(xp, from_), target) == target)
    except TypeError:  # kinds that do not promote at all
        return False


def common_type(xp: Any, *arrays: Any) -> Any:
    found = xp.result_type(*arrays)
    if is_of_kind(found, ("real floating", "complex floating")):
        return found
    return xp.native_dtype(float)


def min_scalar_type(xp: Any, x: Any, /) -> Any:
    if isinstance(x, xp.TENSOR_TYPES):
        return x.dtype
    if isinstance(x, bool):
        return xp.native_dtype("bool")
    if isinstance(x, int):
        names = ("uint8", "uint16", "uint32", "uint64") if x >= 0 else ("int8", "int16", "int32", "int64")
        for name in names:
            limits = integer_limits(name, None)
            if limits.min <= x <= limits.max:
                return xp.native_dtype(name)
        raise OverflowError(f"min_scalar_type: {x} fits no integer dtype")
    if isinstance(x, float):
        limit = float_limits("float16", None).max
        small = "float16" if not abs(x) > limit or abs(x) == float("inf") else "float32"
        return xp.native_dtype(small)
    if isinstance(x, complex):
        return xp.native_dtype("complex64")
    return xp.result_type(x)


def dtype(xp: Any, x: Any, /) -> Any:
    native = _dtype_of(xp, x)
    if isinstance(native, np.dtype) and not (native.isnative and dtypes.is_portable(native)):
        return native  # of objects, text, long doubles, bytes in another order: only NumPy has these
    return dtypes.dtype(native)


def isscalar(xp: Any, x: Any, /) -> bool:
    if isinstance(x, xp.TENSOR_TYPES):
        return bool(x.ndim == 0)  # what one value is on a library that has no scalars
    return isinstance(x, (numbers.Number, str, bytes)) and not isinstance(x, xp.ARRAY_TYPES)


def iscomplexobj(xp: Any, x: Any, /) -> bool:
    return is_of_kind(_dtype_of(xp, x), "complex floating")


def isrealobj(xp: Any, x: Any, /) -> bool:
    return not xp.iscomplexobj(x)


def iterable(xp: Any, x: Any, /) -> bool:
    if isinstance(x, xp.ARRAY_TYPES):
        return bool(x.ndim > 0)
    try:
        iter(x)
    except TypeError:
        return False
    return True


def saturate_cast(xp: Any, x: Any, dtype: Any, /) -> Any:
    target = dtypes.dtype(xp.native_dtype(dtype))
    if target.kind not in ("signed integer", "unsigned integer"):
        return xp.astype(x, dtype)
    low, high = _bounds(target, dtypes.dtype(x.dtype))
    if dtypes.dtype(x.dtype).kind == "real floating":
        x = xp.where(xp.isnan(x), xp.zeros_like(x), x)
    return xp.astype(xp.clip(x, low, high), dtype)


def _bounds(target: dtypes.DType, source: dtypes.DType) -> tuple[float, float]:
    """The bounds of an integer dtype that the source dtype can hold: of a float, rounded towards zero."""
    limits = integer_limits(target.name, None)
    if source.kind == "real floating":
        bits = round(-math.log2(float_limits(source.name, None).eps)) + 1
        step = max(target.bits - (target.kind == "signed integer") - bits, 0)
        return float(limits.min), float((limits.max >> step) << step)
    if source.kind in ("signed integer", "unsigned integer"):
        own = integer_limits(source.name, None)
        return max(limits.min, own.min), min(limits.max, own.max)
    return limits.min, limits.max


def check_same_width(source: Any, target: Any) -> None:
    """Refuse a bitcast between widths."""
    one, other = dtypes.dtype(source), dtypes.dtype(target)
    if one.itemsize != other.itemsize:
        raise DTypeError(f"bitcast: {one} has {one.itemsize} bytes and {other} has {other.itemsize}")


def _dtype_of(xp: Any, x: Any) -> Any:
    """The dtype of a tensor or number, or the one that ``x`` stands for."""
    if isinstance(x, xp.TENSOR_TYPES):
        return x.dtype
    if isinstance(x, (np.ndarray, np.generic)):
        return x.dtype  # its own: the backend may have none that is as wide
    if isinstance(x, (bool, int, float, complex)):
        return xp.native_dtype(type(x))
    if isinstance(x, (list, tuple)):
        return xp.asarray(x).dtype
    own = getattr(getattr(x, "dtype", None), "type", None)
    if isinstance(own, type) and issubclass(own, np.generic):
        return np.dtype(own)  # of a table's column, say
    return xp.native_dtype(x)


def _resolve(xp: Any, x: Any) -> Any:
    """``float`` and its like, or their names, as the default dtype of their kind; ``None`` is ``float`` to NumPy."""
    x = float if x is None else dtypes.of_python(x)
    return xp.native_dtype(x) if x in (bool, int, float, complex) else x
