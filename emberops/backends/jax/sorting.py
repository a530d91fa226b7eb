"""Operations of the group ``sorting`` on JAX."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp


def sort(x: Any, /, axis: int | None = -1, *, descending: bool = False, stable: bool = True) -> Any:
    return jnp.sort(x, axis, stable=stable, descending=descending)


def argsort(x: Any, /, axis: int | None = -1, *, descending: bool = False, stable: bool = True) -> Any:
    return jnp.argsort(x, axis, stable=True, descending=descending)


def lexsort(keys: Sequence[Any], /, axis: int = -1) -> Any:
    return jnp.lexsort(keys, axis)


def partition(x: Any, kth: int, /, axis: int | None = -1) -> Any:
    return jnp.partition(x.reshape(-1), kth) if axis is None else jnp.partition(x, kth, axis)


def argpartition(x: Any, kth: int, /, axis: int | None = -1) -> Any:
    return jnp.argpartition(x.reshape(-1), kth) if axis is None else jnp.argpartition(x, kth, axis)
