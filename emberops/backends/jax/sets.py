"""Operations of the group ``sets`` on JAX: ``jax.numpy`` has NumPy's meaning."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

unique_counts = jnp.unique_counts
unique_inverse = jnp.unique_inverse
unique_all = jnp.unique_all
unique_values = jnp.unique_values


def unique(
    x: Any,
    /,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: int | None = None,
    *,
    equal_nan: bool = True,
) -> Any:
    return jnp.unique(x, return_index, return_inverse, return_counts, axis, equal_nan=equal_nan)


def isin(x1: Any, x2: Any, /, *, invert: bool = False) -> Any:
    return jnp.isin(x1, x2, invert=invert)


def intersect1d(x1: Any, x2: Any, /, *, return_indices: bool = False) -> Any:
    return jnp.intersect1d(x1, x2, return_indices=return_indices)


def union1d(x1: Any, x2: Any, /) -> Any:
    return jnp.union1d(x1, x2)


def setdiff1d(x1: Any, x2: Any, /) -> Any:
    return jnp.setdiff1d(x1, x2)


def setxor1d(x1: Any, x2: Any, /) -> Any:
    return jnp.setxor1d(x1, x2)
