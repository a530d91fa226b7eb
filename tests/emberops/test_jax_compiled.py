"""What is compiled for JAX is called without a detour: a Python function more costs as much as dispatch does."""

from __future__ import annotations

import jax
import jax.numpy as jnp

from emberops.backends.jax.compiled import compiled, compiling


def test_what_is_called_is_the_compiled_function_of_jax() -> None:
    @compiling(static_argnums=1, inline=True)
    def raised(x: jax.Array, power: int) -> jax.Array:
        return x**power

    assert type(compiled(jnp.sin)) is type(raised) is type(jax.jit(jnp.sin))
    assert raised(jnp.asarray(3), 2) == 9
