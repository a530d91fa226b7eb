"""Results whose size the values decide, without a compiled program for each size.

JAX compiles every operation for the shapes that it meets, which takes thousands of times as long as running it, and
code that selects by a condition meets a new size each time.  So what is selected is computed in full, in one program
for the shape of what it is selected from, with the rest behind it; that is cut off where no program is needed.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from emberops.backends.jax import placing
from emberops.backends.jax.compiled import compiled


def first(x: jax.Array, count: int, axis: int = 0) -> jax.Array:
    """The first along an axis: on the CPU a part of the same memory, which nothing has to be compiled for."""
    if count == x.shape[axis]:
        return x
    part = (slice(None),) * (axis % x.ndim) + (slice(count),)
    return placing.beside(x, jax.device_get(x)[part]) if placing.is_on_cpu(x) else x[part]


@compiled
def places(x: Any) -> tuple[Any, tuple[Any, ...]]:
    """How many elements are not zero, and where, along each axis."""
    return jnp.count_nonzero(x), jnp.nonzero(x, size=x.size)


@compiled
def _chosen(x: Any, mask: Any) -> tuple[Any, Any]:
    return jnp.count_nonzero(mask), x[jnp.nonzero(mask, size=mask.size)]


def select(x: jax.Array, mask: Any) -> jax.Array:
    """``x[mask]`` of a boolean array whose shape is that of the first axes of ``x``."""
    count, rows = _chosen(x, mask)
    return first(rows, int(count))


def can_select(x: Any, index: Any) -> bool:
    """Whether an index is such a mask, and both are known now: a trace is told its error by JAX."""
    if not isinstance(index, jax.Array) or index.dtype != bool or index.ndim == 0 or index.size == 0:
        return False
    return index.shape == x.shape[: index.ndim] and placing.is_on_cpu(index) and placing.is_on_cpu(x)
