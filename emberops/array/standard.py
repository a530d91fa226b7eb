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
    limit = ops.astype(ops.sign(ops.real(result)), ops.dtype(result))
    return ops.where(at_infinity, ops.where(ops.signbit(ops.imag(x)), ops.conj(limit), limit), result)
