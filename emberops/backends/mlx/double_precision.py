"""exp, sin, cos and what rests on them in double precision: MLX's own have single precision, whatever the dtype.

Its expm1, log1p and tan do not, and the others follow from them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import mlx.core as mx

_BORDER = 2.0
_TERMS = 60


def exp(x: mx.array) -> mx.array:
    """``e**x`` to a few units in the last place of float64."""
    # Of the absolute value: below zero, expm1 comes close to -1 and the digits of its distance are lost.
    grown = mx.expm1(mx.abs(x)) + 1
    return mx.where(x < 0, 1 / grown, grown)


def sin(x: mx.array) -> mx.array:
    """Sine, by the tangent of half the angle."""
    half = mx.tan(x / 2)
    return 2 * half / (1 + half * half)


def cos(x: mx.array) -> mx.array:
    """Cosine, by the tangent of half the angle."""
    half = mx.tan(x / 2)
    return (1 - half) * (1 + half) / (1 + half * half)


def logaddexp(x1: mx.array, x2: mx.array) -> mx.array:
    """``log(exp(x1) + exp(x2))``."""
    larger = mx.maximum(x1, x2)
    # The difference of equal infinities would be NaN.
    distance = mx.where(x1 == x2, 0, mx.abs(x1 - x2))
    return larger + mx.log1p(exp(-distance))


def logsumexp(x: mx.array, axis: int | Sequence[int] | None, keepdims: bool) -> mx.array:
    """``log(sum(exp(x)))``."""
    largest = mx.max(x, axis, keepdims=True)
    largest = mx.where(mx.isinf(largest), 0, largest)
    total = mx.log(mx.sum(exp(x - largest), axis, keepdims=True)) + largest
    return total if keepdims else mx.squeeze(total, axis)


def erf(x: mx.array) -> mx.array:
    """Error function."""
    tail = mx.sign(x) * (1 - _erfc_tail(mx.abs(x)))
    return mx.where(mx.abs(x) < _BORDER, _erf_series(x), tail)


def erfc(x: mx.array) -> mx.array:
    """Complementary error function, the small values of large ``x`` to full relative precision."""
    tail = _erfc_tail(mx.abs(x))
    return mx.where(mx.abs(x) < _BORDER, 1 - _erf_series(x), mx.where(x < 0, 2 - tail, tail))


def erfinv(x: mx.array) -> mx.array:
    """Inverse of the error function: MLX's, polished by a step of Newton's method."""
    guess = mx.erfinv(x)
    slope = 2 / math.sqrt(math.pi) * exp(-guess * guess)
    polished = guess - (erf(guess) - x) / slope
    return mx.where(mx.isfinite(guess), polished, guess)


def _erf_series(x: mx.array) -> mx.array:
    """Abramowitz and Stegun, 7.1.6: all terms have one sign, so nothing cancels."""
    x = mx.clip(x, -_BORDER, _BORDER)
    square = x * x
    term = total = x
    for n in range(1, _TERMS):
        term = term * square * (2 / (2 * n + 1))
        total = total + term
    return 2 / math.sqrt(math.pi) * exp(-square) * total


def _erfc_tail(x: mx.array) -> mx.array:
    """Abramowitz and Stegun, 7.1.14: the continued fraction, from its end."""
    x = mx.maximum(x, _BORDER)
    fraction = x
    for n in range(_TERMS, 0, -1):
        fraction = x + n / 2 / fraction
    return exp(-x * x) / (fraction * math.sqrt(math.pi))
