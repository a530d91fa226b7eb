"""Functions of complex numbers with an infinite or NaN part, as the standard has them (after C99, annex G).

XLA gives NaN for all of the result where one part is known.  The other numbers are left to ``jax.numpy``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import wraps
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from emberops.backends.jax.compiled import compiled
from emberops.backends.jax.promotion import OF_REALS

_Function = Callable[[Any], Any]


def _mending(native: _Function) -> Callable[[Callable[[Any, Any, Any], Any]], _Function]:
    """``native``, its complex results passed through a function of them and of both parts of the argument."""

    def mend(rule: Callable[[Any, Any, Any], Any]) -> _Function:
        @wraps(native)
        def apply(x: Any, /) -> Any:
            result = native(x)
            return rule(result, x.real, x.imag) if result.dtype.kind == "c" else result

        setattr(apply, OF_REALS, getattr(native, OF_REALS, native))
        return apply

    return mend


def _reading_signs(native: _Function, axis: str) -> _Function:
    """``native``, with a cut along an axis, where the sign of a zero says which side is meant: XLA reads none.

    What lies on the side of negative zeros is found from its mirror image on the other, as the function has it.
    """
    mirror = jnp.conj if axis == "real" else lambda x: -jnp.conj(x)

    @compiled
    def of_complex(x: Any) -> Any:
        negative = jnp.signbit(x.imag if axis == "real" else x.real)
        result = native(jnp.where(negative, mirror(x), x))
        return jnp.where(negative, mirror(result), result)

    @wraps(native)
    def apply(x: Any, /) -> Any:
        return of_complex(x) if x.dtype.kind == "c" else native(x)

    setattr(apply, OF_REALS, native)
    return apply


def _known(real: Any, imag: Any, like: Any) -> Any:
    """A complex number of two parts, either of them a Python number."""
    return lax.complex(
        *(jnp.broadcast_to(jnp.asarray(part, like.real.dtype), like.shape) for part in (real, imag))
    )


@_mending(jnp.exp)
def exp(result: Any, real: Any, imag: Any) -> Any:
    limit = _known(jnp.where(real < 0, 0, real), jnp.where(real < 0, 0, jnp.nan), result)
    return jnp.where(jnp.isinf(real) & ~jnp.isfinite(imag), limit, result)


@_mending(jnp.expm1)
def expm1(result: Any, real: Any, imag: Any) -> Any:
    limit = _known(jnp.where(real < 0, -1, real), jnp.where(real < 0, 0, jnp.nan), result)
    return jnp.where(jnp.isinf(real) & ~jnp.isfinite(imag), limit, result)


def _logarithm(result: Any, real: Any, imag: Any) -> Any:
    infinite = jnp.isinf(real) | jnp.isinf(imag)
    return jnp.where(infinite, _known(jnp.inf, result.imag, result), result)


log = _mending(jnp.log)(_logarithm)
log1p = _mending(jnp.log1p)(_logarithm)


@wraps(jnp.abs)
def absolute(x: Any, /) -> Any:
    return _absolute(x) if x.dtype.kind == "c" else jnp.abs(x)


@compiled
def _absolute(x: Any) -> Any:
    """XLA gives NaN where one part is infinite and the other is NaN."""
    return jnp.where(jnp.isinf(x.real) | jnp.isinf(x.imag), jnp.inf, jnp.abs(x))


@_mending(_reading_signs(jnp.sqrt, "real"))
def sqrt(result: Any, real: Any, imag: Any) -> Any:
    result = jnp.where(jnp.isinf(imag), _known(jnp.inf, imag, result), result)
    limit = jnp.where(real > 0, _known(jnp.inf, jnp.nan, result), _known(jnp.nan, jnp.inf, result))
    return jnp.where(jnp.isinf(real) & jnp.isnan(imag), limit, result)


@_mending(jnp.cosh)
def cosh(result: Any, real: Any, imag: Any) -> Any:
    limit = jnp.where(real == 0, _known(jnp.nan, 0, result), _known(jnp.inf, jnp.nan, result))
    return jnp.where(((real == 0) | jnp.isinf(real)) & ~jnp.isfinite(imag), limit, result)


@_mending(jnp.sinh)
def sinh(result: Any, real: Any, imag: Any) -> Any:
    return jnp.where(
        ((real == 0) | jnp.isinf(real)) & ~jnp.isfinite(imag), _known(real, jnp.nan, result), result
    )


@_mending(jnp.tanh)
def tanh(result: Any, real: Any, imag: Any) -> Any:
    result = jnp.where((real == 0) & ~jnp.isfinite(imag), _known(real, jnp.nan, result), result)
    limit = _known(jnp.sign(real), jnp.copysign(0, imag), result)
    return jnp.where(jnp.isinf(real) & jnp.isfinite(imag), limit, result)


asin = _reading_signs(jnp.asin, "real")


@_mending(_reading_signs(jnp.acos, "real"))
def acos(result: Any, real: Any, imag: Any) -> Any:
    limit = _known(jnp.where(real == 0, math.pi / 2, jnp.nan), jnp.nan, result)
    return jnp.where(jnp.isfinite(real) & jnp.isnan(imag), limit, result)


@jax.custom_jvp
def _complex_acosh(x: Any) -> Any:
    return jnp.acosh(x)


def _complex_acosh_jvp(tangent: Any, _result: Any, x: Any) -> Any:
    # JAX's own takes one root of x**2 - 1, which has the other sign where the real part is negative.
    return tangent / (jnp.sqrt(x - 1) * jnp.sqrt(x + 1))


_complex_acosh.defjvps(_complex_acosh_jvp)


@wraps(jnp.acosh)
def _acosh(x: Any, /) -> Any:
    return _complex_acosh(x) if x.dtype.kind == "c" else jnp.acosh(x)


@_mending(_reading_signs(_acosh, "real"))
def acosh(result: Any, real: Any, imag: Any) -> Any:
    return jnp.where((real == 0) & jnp.isnan(imag), _known(jnp.nan, math.pi / 2, result), result)


setattr(acosh, OF_REALS, jnp.acosh)


@_mending(_reading_signs(jnp.asinh, "imaginary"))
def asinh(result: Any, real: Any, imag: Any) -> Any:
    limit = _known(jnp.nan, jnp.where(imag == 0, imag, jnp.nan), result)
    return jnp.where(jnp.isnan(real) & jnp.isfinite(imag), limit, result)


@_mending(jnp.atanh)
def atanh(result: Any, real: Any, imag: Any) -> Any:
    size = jnp.where((real == 0) | jnp.isinf(real), jnp.copysign(0, real), jnp.nan)
    unknown = jnp.isnan(imag) | (jnp.isnan(real) & jnp.isfinite(imag))
    return jnp.where(unknown, _known(size, jnp.nan, result), result)
