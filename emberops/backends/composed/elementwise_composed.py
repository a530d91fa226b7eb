"""Elementwise functions beyond the Array API standard, and its younger ones, composed from the others."""

from __future__ import annotations

import math
from typing import Any

from emberops.backends.composed.bessel_functions import i0
from emberops.backends.composed.bits import bitwise_count
from emberops.backends.composed.error_functions import erf, erfc, erfinv
from emberops.backends.support.known_values import known
from emberops.backends.support.operands import require_exponents, together
from emberops.backends.support.reductions import at_least_single, floating, is_floating
from emberops.dtypes import dtype as dtypes
from emberops.errors import DTypeError

__all__ = [
    "angle",
    "bitwise_count",
    "cbrt",
    "complex",
    "copysign",
    "deg2rad",
    "divmod",
    "erf",
    "erfc",
    "erfinv",
    "exp2",
    "fabs",
    "float_power",
    "fmax",
    "fmin",
    "fmod",
    "frexp",
    "gcd",
    "heaviside",
    "hypot",
    "i0",
    "isneginf",
    "isposinf",
    "lcm",
    "ldexp",
    "logaddexp2",
    "maximum",
    "minimum",
    "modf",
    "nan_to_num",
    "rad2deg",
    "real_if_close",
    "reciprocal",
    "rint",
    "rsqrt",
    "sinc",
    "spacing",
]


_NEXT_TO_ZERO = 1e-30
"""Far below what changes a number next to one, and above the subnormal numbers, which have few digits."""


def _floats(xp: Any, *operands: Any) -> list[Any]:
    return [floating(xp, x) for x in together(xp, *operands)]


def maximum(xp: Any, x1: Any, x2: Any, /) -> Any:
    x1, x2 = together(xp, x1, x2)
    larger = xp.where(xp.greater(x1, x2), x1, x2)
    return xp.where(xp.isnan(x1), x1, larger) if is_floating(x1) else larger


def minimum(xp: Any, x1: Any, x2: Any, /) -> Any:
    x1, x2 = together(xp, x1, x2)
    smaller = xp.where(xp.less(x1, x2), x1, x2)
    return xp.where(xp.isnan(x1), x1, smaller) if is_floating(x1) else smaller


def fmax(xp: Any, x1: Any, x2: Any, /) -> Any:
    x1, x2 = together(xp, x1, x2)
    larger = xp.maximum(x1, x2)
    return xp.where(xp.isnan(x1), x2, xp.where(xp.isnan(x2), x1, larger)) if is_floating(x1) else larger


def fmin(xp: Any, x1: Any, x2: Any, /) -> Any:
    x1, x2 = together(xp, x1, x2)
    smaller = xp.minimum(x1, x2)
    return xp.where(xp.isnan(x1), x2, xp.where(xp.isnan(x2), x1, smaller)) if is_floating(x1) else smaller


def fmod(xp: Any, x1: Any, x2: Any, /) -> Any:
    """The remainder with the sign of the dividend: that of the absolute values."""
    x1, x2 = together(xp, x1, x2)
    rest = xp.remainder(xp.abs(x1), xp.abs(x2))
    return xp.where(xp.less(x1, 0), -rest, rest)


def divmod(xp: Any, x1: Any, x2: Any, /) -> tuple[Any, Any]:
    return xp.floor_divide(x1, x2), xp.remainder(x1, x2)


def float_power(xp: Any, x1: Any, x2: Any, /) -> Any:
    return xp.pow(*_floats(xp, x1, x2))


def in_direction(xp: Any, x: Any) -> Any:
    """A finite number that has the sign of a complex one: an infinite part decides it, and NaN if both are."""
    real, imag = xp.real(x), xp.imag(x)
    both = xp.logical_and(xp.isinf(real), xp.isinf(imag))

    def bounded(part: Any, other: Any) -> Any:
        beside = xp.where(xp.isinf(other), 0, part)
        return xp.where(both, math.nan, xp.where(xp.isinf(part), xp.sign(part), beside))

    return bounded(real, imag) + 1j * bounded(imag, real)


def complex_sign(xp: Any, x: Any) -> Any:
    """A complex number over its size, with the gradient that it has: libraries' own have none."""
    zero = xp.equal(x, 0)
    finite = xp.where(zero, xp.ones_like(x), in_direction(xp, x))
    real, imag = xp.real(finite), xp.imag(finite)
    largest = xp.maximum(xp.abs(real), xp.abs(imag))
    finite = finite / largest  # squares of large and small numbers have no room
    return xp.where(zero, xp.zeros_like(x), finite / xp.abs(finite))


def reciprocal(xp: Any, x: Any, /) -> Any:
    return xp.divide(1, x)


def gcd(xp: Any, x1: Any, x2: Any, /) -> Any:
    x1, x2 = _integers(xp, "gcd", x1, x2)
    a, b = xp.broadcast_arrays(xp.abs(x1), xp.abs(x2))
    # Euclid's algorithm takes at most 1.45 divisions for each bit, so their number is known beforehand.
    for _ in range(math.ceil(1.45 * xp.iinfo(a.dtype).bits)):
        done = xp.equal(b, 0)
        a, b = xp.where(done, a, b), xp.where(done, b, xp.remainder(a, xp.where(done, 1, b)))
    return a


def lcm(xp: Any, x1: Any, x2: Any, /) -> Any:
    x1, x2 = _integers(xp, "lcm", x1, x2)
    divisor = gcd(xp, x1, x2)
    return xp.multiply(xp.floor_divide(xp.abs(x1), xp.where(xp.equal(divisor, 0), 1, divisor)), xp.abs(x2))


def _integers(xp: Any, name: str, x1: Any, x2: Any) -> list[Any]:
    operands = together(xp, x1, x2)
    if is_floating(operands[0]):
        raise TypeError(f"{name} is defined for integers, not for {operands[0].dtype}; cast them first")
    return operands


def copysign(xp: Any, x1: Any, x2: Any, /) -> Any:
    x1, x2 = _floats(xp, x1, x2)
    # Division tells the zeros apart.
    negative = xp.less(xp.where(xp.equal(x2, 0), 1.0 / x2, x2), 0)
    size = xp.abs(x1)
    return xp.where(negative, -size, size)


def hypot(xp: Any, x1: Any, x2: Any, /) -> Any:
    x1, x2 = (xp.abs(x) for x in _floats(xp, x1, x2))
    larger, smaller = xp.maximum(x1, x2), xp.minimum(x1, x2)
    ratio = smaller / xp.where(xp.equal(larger, 0), 1, larger)
    size = larger * xp.sqrt(1.0 + ratio * ratio)
    return xp.where(xp.logical_or(xp.isinf(x1), xp.isinf(x2)), math.inf, size)


def heaviside(xp: Any, x1: Any, x2: Any, /) -> Any:
    x1, x2 = _floats(xp, x1, x2)
    step = xp.where(xp.equal(x1, 0), x2, xp.astype(xp.greater(x1, 0), x1.dtype))
    return xp.where(xp.isnan(x1), x1, step)


def fabs(xp: Any, x: Any, /) -> Any:
    return xp.abs(floating(xp, x))


def rint(xp: Any, x: Any, /) -> Any:
    return xp.round(floating(xp, x))


def modf(xp: Any, x: Any, /) -> tuple[Any, Any]:
    x = floating(xp, x)
    whole = xp.trunc(x)
    return xp.copysign(xp.where(xp.isinf(x), 0, x - whole), x), whole


def spacing(xp: Any, x: Any, /) -> Any:
    x = floating(xp, x)
    bound = xp.full_like(x, math.inf)
    return xp.nextafter(x, xp.where(x < 0, -bound, bound)) - x


def angle(xp: Any, x: Any, /, deg: bool = False) -> Any:
    radians = xp.atan2(xp.imag(x), xp.real(x))
    return rad2deg(xp, radians) if deg else radians


def complex(xp: Any, real: Any, imag: Any, /) -> Any:
    parts = _floats(xp, real, imag)
    if xp.isdtype(parts[0].dtype, "complex floating"):
        raise DTypeError("the parts of complex numbers are real")
    return xp.view_as_complex(xp.stack(xp.broadcast_arrays(*parts), axis=-1))


def nan_to_num(
    xp: Any, x: Any, /, *, nan: float = 0.0, posinf: float | None = None, neginf: float | None = None
) -> Any:
    if not is_floating(x):
        return x
    if xp.isdtype(x.dtype, "complex floating"):
        parts = (
            nan_to_num(xp, part, nan=nan, posinf=posinf, neginf=neginf) for part in (xp.real(x), xp.imag(x))
        )
        return xp.view_as_complex(xp.stack(list(parts), axis=-1))
    limits = xp.finfo(x.dtype)
    x = xp.where(xp.isnan(x), nan, x)
    x = xp.where(xp.equal(x, math.inf), limits.max if posinf is None else posinf, x)
    return xp.where(xp.equal(x, -math.inf), limits.min if neginf is None else neginf, x)


def exp2(xp: Any, x: Any, /) -> Any:
    return xp.pow(2.0, floating(xp, x))


def cbrt(xp: Any, x: Any, /) -> Any:
    x = floating(xp, x)
    size = xp.abs(x)
    root = xp.pow(size, 1 / 3)
    # One step of Newton's method: the exponent 1/3 is not exact.
    regular = xp.logical_and(xp.greater(root, 0), xp.isfinite(root))
    polished = root - (root - size / xp.where(regular, root * root, 1.0)) / 3.0
    return xp.copysign(xp.where(regular, polished, root), x)


def rsqrt(xp: Any, x: Any, /) -> Any:
    return 1.0 / xp.sqrt(floating(xp, x))


def deg2rad(xp: Any, x: Any, /) -> Any:
    return floating(xp, x) * (math.pi / 180.0)


def rad2deg(xp: Any, x: Any, /) -> Any:
    return floating(xp, x) * (180.0 / math.pi)


@at_least_single
def sinc(xp: Any, x: Any, /) -> Any:
    if xp.isdtype(x.dtype, "complex floating"):
        return _complex_sinc(xp, math.pi * x)
    zero = xp.less_equal(xp.abs(x), _NEXT_TO_ZERO)  # which is 0 in half precision
    x = xp.where(zero, 1.0, x)
    # Half turns are taken off before they are multiplied by pi, which would round away what is left of a large x.
    turns = xp.round(x)
    odd = xp.not_equal(xp.remainder(turns, 2.0), 0)
    height = xp.sin(math.pi * (x - turns))
    return xp.where(zero, 1.0, xp.where(odd, -height, height) / x / math.pi)


def _complex_sinc(xp: Any, angles: Any) -> Any:
    zero = xp.equal(angles, 0)
    angles = xp.where(zero, 1.0, angles)
    return xp.where(zero, 1.0, xp.sin(angles) / angles)


def logaddexp2(xp: Any, x1: Any, x2: Any, /) -> Any:
    x1, x2 = _floats(xp, x1, x2)
    return xp.logaddexp(x1 * math.log(2), x2 * math.log(2)) / math.log(2)


def ldexp(xp: Any, x1: Any, x2: Any, /) -> Any:
    x1 = floating(xp, xp.asarray(x1) if isinstance(x1, (int, float)) else x1)
    x2 = xp.asarray(x2) if isinstance(x2, (int, float)) else x2
    require_exponents(dtypes.dtype(x2.dtype).name)
    # In two halves: 2**x2 alone may overflow where the product does not.
    half = xp.floor_divide(x2, 2)
    halves = (half, xp.subtract(x2, half))
    first, second = (xp.pow(2.0, xp.astype(h, x1.dtype)) for h in halves)
    stays = xp.logical_or(xp.equal(x1, 0), xp.isinf(x1))  # though a power may be infinite, or zero
    return xp.where(stays, x1, xp.multiply(xp.multiply(x1, first), second))


def frexp(xp: Any, x: Any, /) -> tuple[Any, Any]:
    x = floating(xp, x)
    parted = xp.logical_and(xp.isfinite(x), xp.not_equal(x, 0))
    size = xp.where(parted, xp.abs(x), 0.5)
    exponent = xp.astype(xp.floor(xp.log2(size)), "int32") + 1
    # Next to a power of two the logarithm may be rounded to its other side.
    share = xp.ldexp(size, -exponent)
    exponent = exponent + xp.astype(share >= 1, "int32") - xp.astype(share < 0.5, "int32")
    return xp.where(parted, xp.ldexp(x, -exponent), x), exponent


def real_if_close(xp: Any, x: Any, /, tol: float = 100) -> Any:
    if not xp.isdtype(x.dtype, "complex floating"):
        return x
    limit = tol * float(xp.finfo(x.dtype).eps) if tol > 1 else tol
    return xp.real(x) if known(xp, xp.all(xp.abs(xp.imag(x)) < limit)) else x


def isposinf(xp: Any, x: Any, /) -> Any:
    return xp.equal(floating(xp, x), math.inf)


def isneginf(xp: Any, x: Any, /) -> Any:
    return xp.equal(floating(xp, x), -math.inf)
