"""Operations of the group ``random`` on JAX: words of 32 bits."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax.extend.random import threefry_2x32

from emberops.backends.jax.compiled import compiled, compiling
from emberops.backends.jax.dtypes import x64
from emberops.errors import UnknownDTypeError


def wrap_key(high: int, low: int) -> jax.Array:
    """The key of two words."""
    return jnp.array([high, low], dtype=jnp.uint32)


def words(values: Any) -> jax.Array:
    """Integers of up to 32 bits as words."""
    if isinstance(values, int):
        return jnp.asarray(values & 0xFFFFFFFF, dtype=jnp.uint32)
    return jnp.asarray(values).astype(jnp.uint32)


def count_words(n: int) -> jax.Array:
    """The words from 0 to ``n``."""
    return jnp.arange(n, dtype=jnp.uint32)


@compiled
def _hashed(key: jax.Array, counts: jax.Array) -> tuple[jax.Array, jax.Array]:
    flat = counts.reshape(-1)
    made = threefry_2x32(key, jnp.concatenate([jnp.zeros_like(flat), flat]))
    high, low = jnp.split(made, 2)
    return high.reshape(counts.shape), low.reshape(counts.shape)


def hashed(key: jax.Array, counts: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Threefry of the counts: two words for each."""
    if jnp.issubdtype(key.dtype, jax.dtypes.prng_key):
        key = jax.random.key_data(key)
    return _hashed(key, counts)


def unsigned(values: jax.Array, bits: int) -> jax.Array:
    """Words as unsigned integers of so many bits, the upper ones dropped."""
    return values.astype(f"uint{bits}")


def wide(high: jax.Array, low: jax.Array) -> jax.Array:
    """Two words as one unsigned integer of 64 bits."""
    if not x64():
        raise UnknownDTypeError("JAX has no uint64 while jax_enable_x64 is off; ask for uint32")
    return (high.astype("uint64") << 32) | low.astype("uint64")


def at_once(function: Callable[..., Any], key: jax.Array, **fixed: Any) -> Any:
    """``function(backend, key, **fixed)``, compiled once for each shape: so would be each of its operations."""
    return _at_once(function, key, tuple(fixed.items()))


@compiling(static_argnums=(0, 2), inline=True)
def _at_once(function: Callable[..., Any], key: jax.Array, fixed: tuple[tuple[str, Any], ...]) -> Any:
    return function(sys.modules["emberops.backends.jax"], key, **dict(fixed))


def settled(mask: jax.Array) -> bool:
    """Whether the whole mask is true, as far as that is known."""
    return not isinstance(mask, jax.core.Tracer) and bool(mask.all())
