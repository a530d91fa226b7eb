"""Products of values that are put in places of a vector, with the derivative that JAX lacks where two share one."""

from __future__ import annotations

import sys
from typing import Any

import jax
import jax.numpy as jnp

from emberops.backends.composed.products_at import others_at


@jax.custom_jvp
def multiplied_at(x: jax.Array, places: jax.Array, values: jax.Array) -> jax.Array:
    """A vector with each of ``values`` multiplied into the place that is named for it."""
    return x.at[places].multiply(values)


@multiplied_at.defjvp
def _multiplied_at_jvp(primals: tuple[Any, ...], tangents: tuple[Any, ...]) -> tuple[jax.Array, jax.Array]:
    (x, places, values), (to_x, _, to_values) = primals, tangents
    others = others_at(sys.modules["emberops.backends.jax"], x.size, places, values)
    made = multiplied_at(x, places, values)
    by_x = to_x * multiplied_at(jnp.ones_like(x), places, values)
    return made, by_x + x * jnp.zeros_like(x).at[places].add(to_values * others)
