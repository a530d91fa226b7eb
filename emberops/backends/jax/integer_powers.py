"""Powers of integers whose exponents are in a tensor.

Of these JAX looks at six bits, so that 0 ** 64 was 1, and takes them for those of a number that is not negative.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from emberops.backends.jax.compiled import compiling

_LOOKED_AT = 64
"""The first exponent of which JAX does not see all bits."""


@compiling(static_argnums=2)
def power(x1: Any, x2: Any, dtype: Any) -> Any:
    """``x1 ** x2`` in a dtype of integers, which wraps around as NumPy's does."""
    base = jnp.asarray(x1, dtype)  # JAX keeps the dtype of the base, whatever that of the exponent
    known = jnp.pow(base, x2)

    def step(bit: Any, state: tuple[Any, Any]) -> tuple[Any, Any]:
        product, square = state
        is_set = (x2 >> bit.astype(x2.dtype)) & 1
        return jnp.where(is_set == 1, product * square, product), square * square

    shape = known.shape
    start = jnp.ones(shape, dtype), jnp.broadcast_to(base, shape)
    product, _ = jax.lax.fori_loop(0, 8 * x2.dtype.itemsize, step, start)
    power = jnp.where(x2 < _LOOKED_AT, known, product)
    if not jnp.issubdtype(x2.dtype, jnp.signedinteger):
        return power
    # To a negative power only 1 and -1 are integers; JAX multiplies by the bits of the exponent.
    odd = jnp.where(x2 & 1 == 1, base, 1)
    return jnp.where(x2 < 0, jnp.where(base == 1, 1, jnp.where(base == -1, odd, 0)).astype(dtype), power)
