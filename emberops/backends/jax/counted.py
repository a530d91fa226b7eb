"""Results whose size the values decide, without a compiled program for each size.

JAX compiles every operation for the shapes that it meets, which takes thousands of times as long as running it, and
code that selects by a condition meets a new size each time.  What lies on a CPU the host reads without a transfer: so
it selects, in no program at all.  A trace hides values, and so never comes here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from emberops.backends.jax import placing
from emberops.backends.jax.dtypes import default_int

_KINDS = "biufc"
"""Kinds of dtypes that NumPy computes in: bfloat16 is none."""


def is_known(*tensors: Any) -> bool:
    """Whether the host has the values of tensors, in dtypes that NumPy knows."""
    return all(placing.is_on_cpu(x) and x.dtype.kind in _KINDS for x in tensors)


def by_host(function: Callable[..., Any], *tensors: Any) -> Any:
    """What a function of NumPy gives for known tensors, as arrays beside the first; new integers are default ones."""
    first = tensors[0]
    given = {x.dtype for x in tensors} | {jnp.result_type(*tensors)}

    def placed(part: Any) -> jax.Array:
        data = np.asarray(part)
        made = data.dtype.kind in "iu" and data.dtype not in given
        return placing.beside(first, data.astype(default_int()) if made else data)

    with np.errstate(all="ignore"):  # JAX warns of nothing
        made = function(*map(np.asarray, tensors))
    return jax.tree.map(placed, made)


def places(x: Any) -> tuple[jax.Array, ...]:
    """Where the elements of a known tensor are that are not zero, along each axis."""
    return by_host(np.nonzero, x)  # type: ignore[no-any-return]  # a tuple, as NumPy gives


def select(x: jax.Array, mask: Any) -> jax.Array:
    """``x[mask]`` of a boolean array whose shape is that of the first axes of ``x``."""
    return by_host(lambda x, mask: x[mask], x, mask)  # type: ignore[no-any-return]  # an array, of arrays


def can_select(x: Any, index: Any) -> bool:
    """Whether an index is such a mask, and both are known now: a trace is told its error by JAX."""
    if not isinstance(index, jax.Array) or index.dtype != bool or index.ndim == 0 or index.size == 0:
        return False
    return index.shape == x.shape[: index.ndim] and is_known(x, index)


def is_by_mask(x: Any, where: tuple[Any, ...]) -> bool:
    """Whether a mask is among the items of a resolved index, and the host has the values of it all."""
    arrays = [item for item in where if hasattr(item, "dtype")]
    if not any(map(is_mask, arrays)):
        return False
    return is_known(x, *(item for item in arrays if not isinstance(item, np.ndarray)))


def is_mask(item: Any) -> bool:
    """Whether an item of a resolved index is a mask with axes."""
    return getattr(getattr(item, "dtype", None), "kind", "") == "b" and item.ndim > 0


def at(x: jax.Array, where: tuple[Any, ...]) -> jax.Array:
    """``x[where]``, of an index of which the host has the values."""
    index = on_host(where)
    made: jax.Array = by_host(lambda x: x[index], x)
    return made


def on_host(where: tuple[Any, ...]) -> tuple[Any, ...]:
    """An index with arrays of NumPy for JAX's."""
    return tuple(np.asarray(item) if isinstance(item, jax.Array) else item for item in where)
