"""Operations of the group ``sets`` on JAX: ``jax.numpy`` has NumPy's meaning.

How many values there are is a matter of values: :mod:`~emberops.backends.jax.counted` says how that is found.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from emberops.backends.composed import sets as common
from emberops.backends.jax import counted


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
    def of(library: Any, x: Any, return_index: bool) -> Any:
        return library.unique(x, return_index, return_inverse, return_counts, axis, equal_nan=equal_nan)

    if counted.is_known(x):
        return counted.by_host(partial(of, np, return_index=return_index), x)
    # JAX's has no gradient: it says 0.  So the values are taken from where they are first.
    _, first, *rest = of(jnp, jax.lax.stop_gradient(x), return_index=True)
    values = jnp.take(x, first, axis=axis)
    return (values, *((first,) if return_index else ()), *rest) if return_index or rest else values


def unique_values(x: Any, /) -> Any:
    return unique(x, equal_nan=False)


def unique_counts(x: Any, /) -> common.UniqueCounts:
    return common.UniqueCounts(*unique(x, return_counts=True, equal_nan=False))


def unique_inverse(x: Any, /) -> common.UniqueInverse:
    return common.UniqueInverse(*unique(x, return_inverse=True, equal_nan=False))


def unique_all(x: Any, /) -> common.UniqueAll:
    return common.UniqueAll(
        *unique(x, return_index=True, return_inverse=True, return_counts=True, equal_nan=False)
    )


def isin(x1: Any, x2: Any, /, *, invert: bool = False) -> Any:
    return jnp.isin(x1, x2, invert=invert)


def _of_two(name: str) -> Callable[..., Any]:
    composed, of_host = getattr(common, name), getattr(np, name)

    def of_two(x1: Any, x2: Any, /, **options: Any) -> Any:
        if not counted.is_known(x1, x2):
            # Not JAX's, whose gradient is 0.
            return composed(sys.modules["emberops.backends.jax"], x1, x2, **options)
        dtype = jnp.result_type(x1, x2)
        return counted.by_host(lambda x1, x2: of_host(x1.astype(dtype), x2.astype(dtype), **options), x1, x2)

    return of_two


intersect1d = _of_two("intersect1d")
union1d = _of_two("union1d")
setxor1d = _of_two("setxor1d")
_difference = _of_two("setdiff1d")


def setdiff1d(x1: Any, x2: Any, /) -> Any:
    return _difference(x1, x2).astype(x1.dtype)
