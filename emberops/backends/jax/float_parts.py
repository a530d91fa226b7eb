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
    # The subnormal numbers of half precision are none in single precision.
    mantissa, exponent = jnp.frexp(x.astype(jnp.float32) if x.dtype == jnp.float16 else x)
    # Those of single precision are zero to XLA, and have the bits of others.
    return jnp.where(x == 0, x, mantissa.astype(x.dtype)), jnp.where(x == 0, 0, exponent)
