"""Elementwise functions that MLX lacks, composed from those it has."""

from __future__ import annotations

import math
from typing import Any

import mlx.core as mx

from emberops.backends.composed import complex_order
from emberops.backends.mlx import complex_power, double_precision
from emberops.backends.mlx.promotion import (
    dtype_name,
    floating,
    is_complex,
    is_inexact,
    magnitude,
    promoted,
    tensors,
)
from emberops.backends.support.operands import of_real_numbers, require_exponents

_BITS = {mx.float16: mx.int16, mx.bfloat16: mx.int16, mx.float32: mx.int32, mx.float64: mx.int64}


_of_real_numbers = of_real_numbers(is_complex)


@_of_real_numbers
def _floats(x1: Any, x2: Any) -> tuple[mx.array, mx.array]:
    if type(x1) is int:  # it need not fit into an integer dtype to become a float
        x1 = float(x1)
    elif type(x2) is int:
        x2 = float(x2)
    x1, x2 = tensors(x1, x2)
    x1, x2 = promoted(floating(x1), floating(x2))
    return (x1, x2)


def signbit(x: Any, /) -> Any:
    # MLX has no gradient of the bits.
    return mx.stop_gradient(x).view(_BITS[x.dtype]) < 0 if is_inexact(x.dtype) else x < 0


def copysign(x1: Any, x2: Any, /) -> Any:
    x1, x2 = _floats(x1, x2)
    x1, x2 = mx.broadcast_arrays(x1, x2)
    return mx.where(signbit(x1) == signbit(x2), x1, -x1)


def nextafter(x1: Any, x2: Any, /) -> Any:
    x1, x2 = _floats(x1, x2)
    x1, x2 = mx.broadcast_arrays(x1, x2)
    bits = x1.view(_BITS[x1.dtype])
    # Floats of one sign are ordered as their bits are.
    away = mx.abs(x2) > mx.abs(x1)
    same_side = signbit(x1) == signbit(x2)
    step = mx.where(away & same_side, 1, -1).astype(bits.dtype)
    moved = (bits + step).view(x1.dtype)
    smallest = copysign(mx.ones_like(bits).view(x1.dtype), x2)
    moved = mx.where(x1 == 0, smallest, moved)
    moved = mx.where(x1 == x2, x2, moved)
    return mx.where(mx.isnan(x1) | mx.isnan(x2), mx.array(math.nan, x1.dtype), moved)


def spacing(x: Any, /) -> Any:
    x = floating(x)
    # As NumPy's: away from zero, of half precision upwards.
    below = x == -math.inf if x.dtype == mx.float16 else x < 0
    return nextafter(x, mx.where(below, -math.inf, mx.full(x.shape, math.inf, dtype=x.dtype))) - x


def hypot(x1: Any, x2: Any, /) -> Any:
    x1, x2 = _floats(x1, x2)
    x1, x2 = mx.abs(x1), mx.abs(x2)
    larger, smaller = mx.maximum(x1, x2), mx.minimum(x1, x2)
    ratio = smaller / mx.where(larger == 0, 1, larger)
    size = larger * mx.sqrt(1 + ratio * ratio)
    return mx.where(mx.isinf(x1) | mx.isinf(x2), mx.array(math.inf, size.dtype), size)


@_of_real_numbers
def fabs(x: Any, /) -> Any:
    return mx.abs(floating(x))


def fmax(x1: Any, x2: Any, /) -> Any:
    x1, x2 = tensors(x1, x2)
    if is_complex(x1):
        return complex_order.fmax(mx, x1, x2)
    return mx.where(mx.isnan(x1), x2, mx.where(mx.isnan(x2), x1, mx.maximum(x1, x2)))


def fmin(x1: Any, x2: Any, /) -> Any:
    x1, x2 = tensors(x1, x2)
    if is_complex(x1):
        return complex_order.fmin(mx, x1, x2)
    return mx.where(mx.isnan(x1), x2, mx.where(mx.isnan(x2), x1, mx.minimum(x1, x2)))


def gcd(x1: Any, x2: Any, /) -> Any:
    x1, x2 = _integers("gcd", x1, x2)
    a, b = mx.broadcast_arrays(magnitude(x1), magnitude(x2))
    # Euclid's algorithm takes at most 1.45 divisions for each bit, so their number is known beforehand.
    for _ in range(math.ceil(1.45 * 8 * a.dtype.size)):
        done = b == 0
        a, b = mx.where(done, a, b), mx.where(done, b, a % mx.where(done, 1, b))
    return a.astype(x1.dtype)


def lcm(x1: Any, x2: Any, /) -> Any:
    x1, x2 = _integers("lcm", x1, x2)
    a, b, divisor = magnitude(x1), magnitude(x2), magnitude(gcd(x1, x2))
    return (a // mx.where(divisor == 0, 1, divisor) * b).astype(x1.dtype)


def _integers(name: str, x1: Any, x2: Any) -> tuple[mx.array, mx.array]:
    x1, x2 = tensors(x1, x2)
    if is_inexact(x1.dtype) or x1.dtype == mx.bool_:
        raise TypeError(f"{name} is defined for integers, not for {x1.dtype}; cast them first")
    return x1, x2


def heaviside(x1: Any, x2: Any, /) -> Any:
    x1, x2 = _floats(x1, x2)
    step = mx.where(x1 == 0, x2, (x1 > 0).astype(x1.dtype))
    return mx.where(mx.isnan(x1), x1, step)


def rint(x: Any, /) -> Any:
    return mx.round(floating(x))


def modf(x: Any, /) -> tuple[Any, Any]:
    x = floating(x)
    whole = mx.trunc(x)
    return copysign(mx.where(mx.isinf(x), 0, x - whole), x), whole


def frexp(x: Any, /) -> tuple[Any, Any]:
    if is_complex(x):
        raise TypeError("frexp: it is defined for real numbers")
    x = floating(x)
    if x.dtype in (mx.float16, mx.bfloat16):
        mantissa, exponent = frexp(x.astype(mx.float32))
        return mantissa.astype(x.dtype), exponent
    # Read from the bits: MLX's logarithm of float64 has single precision.
    stored, field = (mx.uint32, 23) if x.dtype == mx.float32 else (mx.uint64, 52)
    highest = (1 << (8 * x.itemsize - 1 - field)) - 1
    bias = highest // 2
    parted = mx.isfinite(x) & (x != 0)
    size = mx.stop_gradient(mx.where(parted, mx.abs(x), 1.0))
    few = size < 2.0 ** (1 - bias)  # a subnormal number has no exponent of its own
    raised = mx.where(few, size * 2.0**field, size)
    exponent = (mx.view(raised, stored) >> field).astype(mx.int32) - (bias - 1) - mx.where(few, field, 0)
    exponent = mx.where(parted, exponent, 0)
    return ldexp(x, -exponent), exponent


def angle(x: Any, /, deg: bool = False) -> Any:
    x = floating(x)
    if x.dtype == mx.complex64:
        radians = mx.atan2(mx.imag(x), mx.real(x))
    else:
        radians = mx.where(mx.isnan(x), x, mx.where(signbit(x), mx.array(math.pi, x.dtype), mx.zeros_like(x)))
    return mx.degrees(radians) if deg else radians


def exp2(x: Any, /) -> Any:
    x = floating(x)
    return complex_power.power(2.0, x) if x.dtype == mx.complex64 else mx.power(2.0, x)


def cbrt(x: Any, /) -> Any:
    x = floating(x)
    size = mx.abs(x)
    root = size ** (1 / 3)
    # One step of Newton's method: the exponent 1/3 is not exact.
    polished = root - (root - size / (root * root)) / 3
    return copysign(mx.where((root > 0) & mx.isfinite(root), polished, root), x)


@_of_real_numbers
def ldexp(x1: Any, x2: Any, /) -> Any:
    if not isinstance(x2, mx.array):
        x2 = mx.array(x2)
    if not isinstance(x1, mx.array):
        x1 = mx.array(x1)
    require_exponents(dtype_name(x2.dtype))
    x1 = floating(x1)
    # In two halves: 2**x2 alone may overflow where the product does not.
    half = x2 // 2
    first, second = (mx.power(2.0, h.astype(x1.dtype)) for h in (half, x2 - half))
    stays = (x1 == 0) | mx.isinf(x1)  # though a power may be infinite, or zero
    return mx.where(stays, x1, x1 * first * second)


def logaddexp2(x1: Any, x2: Any, /) -> Any:
    x1, x2 = _floats(x1, x2)
    add = (double_precision if x1.dtype == mx.float64 else mx).logaddexp
    return add(x1 * math.log(2), x2 * math.log(2)) / math.log(2)


@_of_real_numbers
def i0(x: Any, /) -> Any:
    x = floating(x)
    return (
        double_precision.i0(x.astype(mx.float32)).astype(x.dtype)
        if x.itemsize == 2
        else double_precision.i0(x)
    )
