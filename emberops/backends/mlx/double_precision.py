"""exp, sin, cos and what rests on them in double precision: MLX's own have single precision, whatever the dtype.

Its expm1, log1p and tan do not, and the others follow from them.
"""

from __future__ import annotations

from collections.abc import Sequence

import mlx.core as mx


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
