"""Rounding to digits on JAX."""

from __future__ import annotations

import sys
from operator import index
from typing import Any

import jax.numpy as jnp

from emberops.errors import DTypeError


def round(x: Any, /, decimals: int = 0) -> Any:
    decimals = index(decimals)
    if decimals < 0 and jnp.issubdtype(x.dtype, jnp.integer):
        unit = 10**-decimals
        return jnp.rint(x / unit).astype(x.dtype) * unit
    if decimals > 0 and jnp.issubdtype(x.dtype, jnp.floating):
        divide = sys.modules["emberops.backends.jax"].divide  # to the last bit, under a compiler too
        return divide(jnp.rint(jnp.multiply(x, 10.0**decimals)), 10.0**decimals)
    if x.dtype == bool:
        if decimals:
            raise DTypeError("round: booleans have no digits to round to")
        return x
    return jnp.round(x, decimals)
