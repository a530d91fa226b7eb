"""Updates where a mask is true, without a program for each number of elements that it chooses.

JAX makes indices of a known mask: ``x.at[x < 0].set(0)`` is several programs, and as many more when one element more
is below zero.  A number is put in place by a choice between two tensors, which is one program for each shape; several
values are put there by the host, which takes no program at all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from emberops.backends.jax import counted
from emberops.backends.jax.compiled import compiling
from emberops.errors import ShapeError

_RESULTS: dict[str, Callable[[Any, Any], Any]] = {
    "set": lambda x, value: value,
    "add": jnp.add,
    "subtract": jnp.subtract,
    "multiply": jnp.multiply,
    "divide": jnp.divide,
    "max": jnp.maximum,
    "min": jnp.minimum,
}
"""What becomes of an element by each method of ``x.at[index]``."""


def updated(method: str, x: jax.Array, where: tuple[Any, ...], value: Any) -> jax.Array | None:
    """The update at a resolved index; ``None`` where there is no mask, or JAX is to make it.

    A number goes by a mask that a trace hides, too.

    Raises
    ------
    ShapeError
        If values do not fit.
    """
    if len(where) == 1 and counted.is_mask(where[0]) and jnp.ndim(value) == 0:
        return _where_true(method, x, where[0], value)
    if not is_for_host(method, x, where, value):
        return None
    index = counted.on_host(where)

    def stored(x: np.ndarray[Any, Any], *values: Any) -> Any:
        made = x.copy()
        made[index] = values[0] if values else value
        return made

    try:
        made: jax.Array = counted.by_host(stored, x, *((value,) if isinstance(value, jax.Array) else ()))
    except ValueError as error:
        raise ShapeError(
            f"a value of shape {jnp.shape(value)} does not fit what a mask chooses ({error})"
        ) from None
    return made


def is_for_host(method: str, x: jax.Array, where: tuple[Any, ...], value: Any) -> bool:
    """Whether the host puts values at a resolved index: there is a mask in it, and the host has all values."""
    return (
        method == "set"
        and counted.is_by_mask(x, where)
        and (counted.is_known(value) or isinstance(value, np.generic))
    )


@compiling(static_argnums=0)
def _where_true(method: str, x: jax.Array, mask: Any, value: Any) -> jax.Array:
    return where_true(_RESULTS[method], x, mask, value)


def where_true(function: Callable[[Any, Any], Any], x: jax.Array, mask: Any, value: Any) -> jax.Array:
    """``x`` with ``function(x, value)`` where a mask of its first axes is true; ``value`` broadcasts.

    The function is given ones where the mask is false: zero times the infinite slope of ``x / 0`` would be NaN there.
    """
    mask = jnp.reshape(mask, (*mask.shape, *(1,) * (x.ndim - mask.ndim)))
    changed = function(*(jnp.where(mask, operand, jnp.ones_like(operand)) for operand in (x, value)))
    return jnp.where(mask, changed, x).astype(x.dtype)
