"""Where the standard says otherwise than NumPy, and ``ops`` keeps to NumPy: what Arrays do."""

from __future__ import annotations

from typing import Any

from emberops import ops


def floor_divide(x1: Any, x2: Any, /) -> Any:
    """``floor(x1 / x2)``, also for infinite operands (Array API 2025.12, ``floor_divide``, special cases).

    NumPy and Python give NaN for an infinite dividend, and -1 for a small negative one divided by infinity.
    """
    result = ops.floor_divide(x1, x2)
    if not ops.isdtype(ops.dtype(result), "real floating"):
        return result
    ones = ops.ones_like(result)
    special = ops.logical_or(ops.isinf(ops.multiply(ones, x1)), ops.isinf(ops.multiply(ones, x2)))
    return ops.where(special, ops.floor(ops.divide(x1, x2)), result)


def tanh(x: Any, /) -> Any:
    """The hyperbolic tangent, whose imaginary zero at an infinite real part has the sign of the imaginary part.

    So says the standard (Array API 2025.12, ``tanh``, special cases); C99 and NumPy take that of ``sin(2y)``.
    """
    result = ops.tanh(x)
    if not ops.isdtype(ops.dtype(result), "complex floating"):
        return result
    at_infinity = ops.logical_and(ops.isinf(ops.real(x)), ops.isfinite(ops.imag(x)))
    return ops.where(at_infinity, _with_zero(ops.sign(ops.real(result)), x), result)


def expm1(x: Any, /) -> Any:
    """``exp(x) - 1``, which of a complex zero is one with a positive real part (Array API 2025.12, special cases)."""
    result = ops.expm1(x)
    if not ops.isdtype(ops.dtype(result), "complex floating"):
        return result
    return ops.where(ops.equal(x, 0), _with_zero(ops.zeros_like(ops.real(result)), x), result)


def _with_zero(real: Any, x: Any) -> Any:
    """Complex numbers of these real parts, whose imaginary zeros have the signs of those of ``x``."""
    made = ops.astype(real, ops.dtype(x))
    return ops.where(ops.signbit(ops.imag(x)), ops.conj(made), made)
