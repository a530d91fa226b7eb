"""Floats taken apart: into whole numbers and fractions, into exponents and mantissas; each as one program."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from emberops.backends.jax.compiled import compiled
from emberops.backends.jax.promotion import floating


def modf(x: Any, /) -> tuple[Any, Any]:
    return _modf(floating(x))


@compiled
def _modf(x: Any) -> tuple[Any, Any]:
    fraction, whole = jnp.modf(x)
    return jnp.copysign(jnp.where(jnp.isinf(whole), 0, fraction), whole), whole


def frexp(x: Any, /) -> tuple[Any, Any]:
    return _frexp(floating(x))


@compiled
def _frexp(x: Any) -> tuple[Any, Any]:
    mantissa, exponent = jnp.frexp(x)
    # Subnormal numbers are zero to XLA, and have the bits of others.
    return jnp.where(x == 0, x, mantissa), jnp.where(x == 0, 0, exponent)
