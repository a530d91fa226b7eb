"""Operations of the group ``sorting`` on JAX."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp

from emberops.backends.composed import complex_order
from emberops.backends.composed import sorting as common
from emberops.backends.jax.compiled import compiling
from emberops.backends.jax.indexing import checked
from emberops.backends.jax.whole import in_one
from emberops.backends.support.shapes import is_one_row

_SORTED = "bci"
"""Kinds of dtypes, truths and complex numbers, that JAX does not part."""


def sort(x: Any, /, axis: int | None = -1, *, descending: bool = False, stable: bool = True) -> Any:
    if x.dtype.kind != "c":
        return jnp.sort(x, axis, stable=bool(stable), descending=descending)
    x, axis = (x.reshape(-1), 0) if axis is None else (x, axis)
    return jnp.take_along_axis(x, _complex_order(x, axis, descending=descending), axis)


def argsort(x: Any, /, axis: int | None = -1, *, descending: bool = False, stable: bool = True) -> Any:
    x, axis = (x.reshape(-1), 0) if axis is None or is_one_row(x, axis) else (x, axis)
    if x.dtype.kind != "c":
        return jnp.argsort(x, axis, stable=True, descending=descending)
    return _complex_order(x, axis, descending=descending)


@compiling(static_argnums=1, static_argnames="descending")
def _complex_order(x: Any, axis: int, *, descending: bool) -> Any:
    """JAX's own passes over a NaN in the imaginary part."""
    return complex_order.order(jnp, x, axis, descending=descending)


def lexsort(keys: Sequence[Any], /, axis: int = -1) -> Any:
    if not keys[0].shape or any(key.dtype.kind == "c" for key in keys):
        return common.lexsort(sys.modules["emberops.backends.jax"], keys, axis)
    return jnp.lexsort(keys, axis)


def partition(x: Any, kth: Any, /, axis: int | None = -1) -> Any:
    if common.needs_sorting(x, kth) or x.dtype.kind in _SORTED:
        return common.partition(sys.modules["emberops.backends.jax"], x, kth, axis)
    return jnp.partition(x.reshape(-1), kth) if axis is None else jnp.partition(x, kth, axis)


def argpartition(x: Any, kth: Any, /, axis: int | None = -1) -> Any:
    if common.needs_sorting(x, kth) or x.dtype.kind in _SORTED:
        return common.argpartition(sys.modules["emberops.backends.jax"], x, kth, axis)
    return jnp.argpartition(x.reshape(-1), kth) if axis is None else jnp.argpartition(x, kth, axis)


def in_top_k(targets: Any, predictions: Any, /, k: int) -> Any:
    return in_one(common.in_top_k, checked(targets, predictions.shape[1], 1), predictions, k)
