"""Portable dtypes <-> NumPy's."""

from __future__ import annotations

from typing import Any

import numpy as np

from emberops.dtypes import default as precision
from emberops.dtypes import dtype as dtypes
from emberops.errors import UnknownDTypeError
from emberops.typing import DTypeLike

NATIVE = {name: np.dtype(name) for name in dtypes.DTYPES if name != "bfloat16"}
_PYTHON: dict[Any, str] = {bool: "bool", int: "int64", complex: "complex128"}


def default_float() -> np.dtype[Any]:
    """The dtype of new floats: float64 unless the user chose another."""
    chosen = precision.default_dtype()
    return NATIVE["float64"] if chosen is None else _native(chosen)


def default_int() -> np.dtype[Any]:
    """The dtype of new integers."""
    return NATIVE["int64"]


def native_dtype(dtype: DTypeLike | None) -> np.dtype[Any] | None:
    """NumPy's dtype for anything that stands for one; ``None`` stays ``None``.

    Raises
    ------
    UnknownDTypeError
        If it stands for none, or NumPy has none like it (bfloat16).
    """
    if type(dtype) is dtypes.DType:
        return _native(dtype)
    if dtype is None or isinstance(dtype, np.dtype):
        return dtype
    dtype = dtypes.of_python(dtype)
    if dtype is float:
        return default_float()
    if isinstance(dtype, type) and dtype in _PYTHON:
        return NATIVE[_PYTHON[dtype]]
    try:
        portable = dtypes.dtype(dtype)
    except UnknownDTypeError:
        # Object, string and structured dtypes exist on NumPy alone, and code that stays there may use them.
        try:
            return np.dtype(dtype)
        except TypeError:
            raise UnknownDTypeError(dtypes.unknown(dtype)) from None
    return _native(portable)


def _native(dtype: dtypes.DType) -> np.dtype[Any]:
    if dtype is dtypes.bfloat16:
        raise UnknownDTypeError("NumPy has no bfloat16; use ops.float32, or another backend")
    return NATIVE[dtype.name]
