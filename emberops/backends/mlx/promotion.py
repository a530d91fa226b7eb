"""Dtypes of MLX operands: which there are, and which two of them meet in."""

from __future__ import annotations

from typing import Any

import mlx.core as mx

from emberops.backends.mlx.dtypes import default_float
from emberops.backends.support.scalars import check_fits, fits
from emberops.backends.support.shapes import is_whole
from emberops.dispatch.refused import RefusedCall
from emberops.dtypes import dtype as dtypes

_INEXACT = frozenset({mx.float16, mx.bfloat16, mx.float32, mx.float64, mx.complex64})
_HASHES = frozenset(map(hash, _INEXACT))
"""A hash is MLX's number of a dtype, and takes half the time that asking for equality does."""
_NAMES = {getattr(mx, "bool_" if n == "bool" else n): n for n in dtypes.DTYPES if n != "complex128"}


def dtype_name(dtype: mx.Dtype) -> str:
    """The portable name of a dtype."""
    return _NAMES[dtype]


def is_complex(x: Any) -> bool:
    """Whether an operand is complex, a tensor or a Python number."""
    return bool(x.dtype == mx.complex64) if isinstance(x, mx.array) else type(x) is complex


def is_inexact(dtype: mx.Dtype) -> bool:
    """Whether a dtype is a float or complex one."""
    return hash(dtype) in _HASHES


def floating(x: mx.array) -> mx.array:
    """``x``, integers and booleans as the default float dtype."""
    return x if hash(x.dtype) in _HASHES else x.astype(default_float())


def at_least_default(x: mx.array) -> mx.array:
    """``x`` in the default float dtype, or in its own where that holds more, or complex numbers."""
    x = floating(x)
    narrow = x.dtype != mx.complex64 and x.dtype.size < default_float().size
    return x.astype(default_float()) if narrow else x


def decomposable(x: mx.array) -> mx.array:
    """``x`` in a dtype that MLX decomposes, float32, float64 or complex64: half precision becomes single."""
    x = floating(x)
    return x.astype(mx.float32) if x.dtype in (mx.float16, mx.bfloat16) else x


_UNSIGNED = {mx.int8: mx.uint8, mx.int16: mx.uint16, mx.int32: mx.uint32, mx.int64: mx.uint64}


def magnitude(x: mx.array) -> mx.array:
    """Absolute values of integers, unsigned: that of the smallest one fits nowhere else."""
    unsigned = _UNSIGNED.get(x.dtype)
    return x if unsigned is None else mx.abs(x).astype(unsigned)


def promoted(x1: mx.array, x2: mx.array) -> tuple[mx.array, mx.array]:
    """Both tensors in their common dtype."""
    dtype = mx.result_type(x1, x2)
    return x1.astype(dtype), x2.astype(dtype)


def tensors(x1: Any, x2: Any) -> tuple[mx.array, mx.array]:
    """Two operands, one of them maybe a Python number, as tensors of their common dtype.

    Raises
    ------
    OverflowError
        If a Python integer does not fit the other operand's integer dtype.
    """
    if not isinstance(x1, mx.array):
        x1 = _from_number(x1, _weak_dtype(x1, x2.dtype))
    elif not isinstance(x2, mx.array):
        x2 = _from_number(x2, _weak_dtype(x2, x1.dtype))
    return promoted(x1, x2)


def another_way(call: RefusedCall, error: Exception) -> Any:
    """The answer for what MLX takes from Python in another form only.

    Integers that only uint64 holds become tensors, and the one axis of a vector that is transposed a tuple.
    """
    if call.op == "transpose" and isinstance(error, TypeError):
        x, axes = call.positional()
        return mx.transpose(x, (axes,)) if is_whole(axes) else NotImplemented
    if not isinstance(error, RuntimeError) or not any(map(_is_wide, call.tensors())):
        return NotImplemented
    return call.run(lambda x: _from_number(x, mx.uint64) if _is_wide(x) else x)


def _is_wide(number: Any) -> bool:
    return type(number) is int and 2**63 <= number < 2**64


def _from_number(number: bool | int | float | complex, dtype: mx.Dtype) -> mx.array:
    if type(number) is int and dtype == mx.uint64:
        return mx.array(number >> 1, dtype) * 2 + (number & 1)  # MLX takes no integer from 2**63 on
    return mx.array(number, dtype)


def beside_truths(number: int) -> mx.Dtype:
    """The dtype of an integer beside truth values: the default one, or int64 where that would let it wrap around.

    Raises
    ------
    OverflowError
        If 64 bits do not hold it either.
    """
    if fits(number, "int32"):
        return mx.int32
    check_fits(number, "int64")
    return mx.int64


def _weak_dtype(number: bool | int | float | complex, dtype: mx.Dtype) -> mx.Dtype:
    if isinstance(number, bool):
        return dtype
    if isinstance(number, int):
        check_fits(number, _NAMES[dtype])
        return beside_truths(number) if dtype == mx.bool_ else dtype
    if isinstance(number, float):
        return dtype if is_inexact(dtype) else default_float()
    return mx.complex64
