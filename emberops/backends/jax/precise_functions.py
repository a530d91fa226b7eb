"""Elementary functions of real numbers to the last digits: XLA's own lose some far from zero, or next to it.

Its hyperbolic sine and cosine add ``log(0.5)`` to the argument, its powers of two multiply it by ``log(2)``, and what
these round the exponential magnifies.  Complex numbers are left to :mod:`~emberops.backends.jax.complex_functions`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import wraps
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from emberops.backends.jax import complex_functions
from emberops.backends.jax.compiled import compiled
from emberops.backends.jax.promotion import OF_REALS

_Function = Callable[[Any], Any]
_LAYOUT = {"float32": (23, 127, "int32"), "float64": (52, 1023, "int64")}
"""Bits of the fraction, bias of the exponent, and the integer of that width."""
_LOG_2 = {
    "float32": (0.693145751953125, 1.4286068203094173e-06),
    "float64": (0.6931471803691238, 1.9082149292705877e-10),
}
"""In two parts, the larger one with so few digits that its product with an exponent is exact."""


def _of_real(other: _Function) -> Callable[[_Function], _Function]:
    """A function of float32 and float64; ``other`` is for what else there is."""

    def decorate(function: _Function) -> _Function:
        made = compiled(function)

        @wraps(other)
        def apply(x: Any, /) -> Any:
            return made(x) if x.dtype.name in _LAYOUT else other(x)

        setattr(apply, OF_REALS, apply)  # and not what the other one has for them
        return apply

    return decorate


def _exp_as_product(x: Any) -> tuple[Any, Any]:
    """``exp(x)`` as a number next to one and the power of two that it is multiplied by."""
    larger, smaller = _LOG_2[x.dtype.name]
    times = lax.stop_gradient(jnp.round(x / math.log(2)))
    return jnp.exp((x - times * larger) - times * smaller), times


def _scaled(x: Any, times: Any) -> Any:
    """``x * 2**times``, of the power in two halves: the whole one may overflow."""
    fraction, bias, integer = _LAYOUT[x.dtype.name]
    limit = 2 * bias - 2
    times = jnp.where(jnp.isfinite(times), jnp.clip(times, -limit, limit), 0).astype(integer)
    half = times // 2
    for part in (half, times - half):
        x = x * lax.bitcast_convert_type((part + bias) << fraction, x.dtype)
    return x


def _infinite(result: Any, x: Any, at_infinity: Any) -> Any:
    return jnp.where(jnp.isfinite(x), result, at_infinity)


@_of_real(jnp.exp2)
def exp2(x: Any) -> Any:
    times = lax.stop_gradient(jnp.round(x))
    grown = _scaled(jnp.exp((x - times) * math.log(2)), times)
    return _infinite(grown, x, jnp.exp(x))


def _halved_exponential(size: Any) -> Any:
    grown, times = _exp_as_product(size)
    return _scaled(grown, times - 1)


@_of_real(jnp.log2)
def log2(x: Any) -> Any:
    found = jnp.log2(x)
    # XLA's is a quotient of logarithms, and next to a whole number for many powers of two.
    whole = lax.stop_gradient(jnp.round(found))
    is_power = _scaled(jnp.ones_like(x), whole) == x
    return jnp.where(is_power, found + lax.stop_gradient(whole - found), found)


@_of_real(complex_functions.cosh)
def cosh(x: Any) -> Any:
    size = jnp.where(x < 0, -x, x)
    half = _halved_exponential(size)
    # Next to zero the exponential of neither is even: their mean is.
    return _infinite(half + 0.25 / half, x, jnp.abs(x))


@_of_real(complex_functions.sinh)
def sinh(x: Any) -> Any:
    size = jnp.where(x < 0, -x, x)
    near = size <= 1
    grown = jnp.expm1(jnp.where(near, size, 0))
    half = _halved_exponential(size)
    result = jnp.where(near, 0.5 * (grown + grown / (1 + grown)), half - 0.25 / half)
    return _infinite(jnp.where(x < 0, -result, result), x, x)


@_of_real(complex_functions.tanh)
def _tanh_of_double(x: Any) -> Any:
    size = jnp.where(x < 0, -x, x)
    shrunk = jnp.expm1(-2 * size)
    result = -shrunk / (2 + shrunk)
    return jnp.where(x < 0, -result, result)


def tanh(x: Any, /) -> Any:
    return _tanh_of_double(x) if x.dtype.name == "float64" else complex_functions.tanh(x)


@_of_real(complex_functions.log1p)
def _log1p_of_double(x: Any) -> Any:
    # XLA's is off by a hundred units where it goes over from one approximation to another, at -0.41.
    far = x < -0.25
    return jnp.where(far, jnp.log(1 + x), jnp.log1p(jnp.where(far, 0, x)))


def log1p(x: Any, /) -> Any:
    return _log1p_of_double(x) if x.dtype.name == "float64" else complex_functions.log1p(x)


@_of_real(complex_functions.atanh)
def atanh(x: Any) -> Any:
    size = jnp.where(x < 0, -x, x)
    result = 0.5 * jnp.log1p(2 * size / (1 - size))  # of a positive number, of which XLA's is right
    return jnp.where(x < 0, -result, result)
