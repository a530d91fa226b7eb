"""Operations of the group ``sets`` on JAX: ``jax.numpy`` has NumPy's meaning.

How many values there are is a matter of values, so JAX runs them as a dozen programs of sizes that differ each time.
Asked for as many values as there may be, it gives one program for a shape; what is too much is cut off.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax.numpy as jnp

from emberops.backends.composed import sets as common
from emberops.backends.jax import counted, placing
from emberops.backends.jax.compiled import compiled, compiling


class _Found(NamedTuple):
    """What is unique along an axis: the first of each, in order, then what stands in the place of others."""

    count: Any
    values: Any
    indices: Any
    inverse: Any
    counts: Any


@compiling(static_argnums=(1, 2))
def _unique(x: Any, axis: int | None, equal_nan: bool) -> _Found:
    size = x.size if axis is None else x.shape[axis]
    values, indices, inverse, counts = jnp.unique(x, True, True, True, axis, equal_nan=equal_nan, size=size)
    return _Found(jnp.count_nonzero(counts), values, indices, inverse, counts)


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
    if x.size == 0 or not placing.is_on_cpu(x):
        return jnp.unique(x, return_index, return_inverse, return_counts, axis, equal_nan=equal_nan)
    found = _unique(x, axis, equal_nan)
    count = int(found.count)
    values = counted.first(found.values, count, axis or 0)
    extras = (
        *((counted.first(found.indices, count),) if return_index else ()),
        *((found.inverse,) if return_inverse else ()),
        *((counted.first(found.counts, count),) if return_counts else ()),
    )
    return (values, *extras) if extras else values


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


def _in_or_not_in(x1: Any, x2: Any, invert: bool) -> Any:
    """The unique values of ``x1`` that are in ``x2``, or not in it."""
    dtype = jnp.result_type(x1, x2)
    count, values = _chosen(x1.astype(dtype), x2.astype(dtype), invert)
    return counted.first(values, int(count))


@compiling(static_argnums=2)
def _chosen(x1: Any, x2: Any, invert: bool) -> tuple[Any, Any]:
    found = _unique(x1, None, True)
    chosen = jnp.logical_and(found.counts > 0, jnp.isin(found.values, x2, invert=invert))
    (places,) = jnp.nonzero(chosen, size=chosen.size)
    return jnp.count_nonzero(chosen), found.values[places]


def _are_known(*tensors: Any) -> bool:
    return all(x.size and placing.is_on_cpu(x) for x in tensors)


def intersect1d(x1: Any, x2: Any, /, *, return_indices: bool = False) -> Any:
    if return_indices or not _are_known(x1, x2):
        return jnp.intersect1d(x1, x2, return_indices=return_indices)
    return _in_or_not_in(x1, x2, False)


def union1d(x1: Any, x2: Any, /) -> Any:
    return unique(_end_to_end(x1, x2))


@compiled
def _end_to_end(x1: Any, x2: Any) -> Any:
    return jnp.concatenate((x1, x2), axis=None)


def setdiff1d(x1: Any, x2: Any, /) -> Any:
    if not _are_known(x1, x2):
        return jnp.setdiff1d(x1, x2)
    return _in_or_not_in(x1, x2, True).astype(x1.dtype)


def setxor1d(x1: Any, x2: Any, /) -> Any:
    return jnp.setxor1d(x1, x2)
