"""Powers of complex numbers with their gradients: MLX's own leaves out that these are conjugate."""

from __future__ import annotations

from typing import Any

import mlx.core as mx


def power(x1: Any, x2: Any) -> mx.array:
    """``x1 ** x2`` of two operands of which one is complex; either may be a Python number."""
    base, exponent = (mx.array(x, mx.complex64) if not isinstance(x, mx.array) else x for x in (x1, x2))
    made: mx.array = _power(*mx.broadcast_arrays(base.astype(mx.complex64), exponent.astype(mx.complex64)))  # type: ignore[assignment]  # its stub forgets what a custom function returns
    return made


@mx.custom_function
def _power(base: mx.array, exponent: mx.array) -> mx.array:
    return mx.power(base, exponent)


def _by_base(base: mx.array, exponent: mx.array) -> mx.array:
    """The derivative by the base; at zero that of an exponent above 1, or of 1."""
    zero = base == 0
    safe = mx.where(zero, mx.ones_like(base), base)
    at_zero = (exponent == 1).astype(mx.complex64)
    return mx.where(zero, at_zero, exponent * mx.power(safe, exponent - 1))


def _by_exponent(base: mx.array, result: mx.array) -> mx.array:
    zero = base == 0
    return mx.where(zero, mx.zeros_like(base), result * mx.log(mx.where(zero, mx.ones_like(base), base)))


@_power.vjp
def _power_vjp(
    primals: tuple[mx.array, mx.array], cotangent: mx.array, result: mx.array
) -> tuple[mx.array, mx.array]:
    base, exponent = primals
    return (
        cotangent * mx.conj(_by_base(base, exponent)),
        cotangent * mx.conj(_by_exponent(base, result)),
    )


@_power.jvp
def _power_jvp(primals: tuple[mx.array, mx.array], tangents: tuple[mx.array, mx.array]) -> mx.array:
    base, exponent = primals
    return _by_base(base, exponent) * tangents[0] + _by_exponent(base, mx.power(base, exponent)) * tangents[1]
