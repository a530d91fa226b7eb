"""Operations of the group ``searching`` on JAX: ``jax.numpy`` has NumPy's meaning."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from emberops.backends.composed import complex_order
from emberops.backends.composed.searching import require_masks
from emberops.backends.jax import counted
from emberops.backends.jax.compiled import compiled
from emberops.backends.jax.creation import asarray
from emberops.backends.jax.dtypes import default_int
from emberops.backends.jax.large_integers import check_beside_arrays
from emberops.backends.support.known_values import require_rising
from emberops.backends.support.sorted_lines import require_sorter, sought
from emberops.dispatch.router import ONE_TYPE
from emberops.errors import DTypeError

_NUMBERS = (int, float, complex, bool)


def where(condition: Any, x1: Any = None, x2: Any = None, /) -> Any:
    if x1 is None and x2 is None:
        return nonzero(jnp.asarray(condition))
    if x1 is None or x2 is None:
        raise ValueError("where: either both or neither of x1 and x2 must be given")
    if type(x1) in _NUMBERS and type(x2) in _NUMBERS:
        x1 = asarray(x1)  # of two numbers JAX makes what adopts the dtype of whatever it meets later
    elif type(x2) is int or type(x1) is int:
        check_beside_arrays((x1, x2))
    return jnp.where(condition, x1, x2)


setattr(where, ONE_TYPE, jnp.where)


def nonzero(x: Any, /) -> tuple[Any, ...]:
    if x.ndim == 0:
        raise ValueError("nonzero: a 0-d tensor has no indices; use ops.atleast_1d first")
    return counted.places(x) if counted.is_known(x) else jnp.nonzero(x)


def argwhere(x: Any, /) -> Any:
    return counted.by_host(np.argwhere, x) if counted.is_known(x) else jnp.argwhere(x)


def flatnonzero(x: Any, /) -> Any:
    return nonzero(x.reshape(-1))[0]


def count_nonzero(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    return jnp.count_nonzero(x, axis, keepdims)


def argmax(x: Any, /, axis: int | None = None, *, keepdims: bool = False) -> Any:
    if x.dtype.kind == "c":
        return complex_order.argextreme(jnp, x, axis, keepdims, largest=True)
    return jnp.argmax(x, axis, keepdims=keepdims)


def argmin(x: Any, /, axis: int | None = None, *, keepdims: bool = False) -> Any:
    if x.dtype.kind == "c":
        return complex_order.argextreme(jnp, x, axis, keepdims, largest=False)
    return jnp.argmin(x, axis, keepdims=keepdims)


def searchsorted(x1: Any, x2: Any, /, side: str = "left", sorter: Any = None) -> Any:
    require_sorter(x1, sorter)
    x2 = sought(x2, x1.dtype.name)
    dtype = jnp.result_type(x1, x2)
    if dtype.kind == "c":
        line = x1 if sorter is None else x1[sorter]
        return complex_order.searchsorted(jnp, line.astype(dtype), x2.astype(dtype), side)
    if sorter is None and x1.ndim == 1 and counted.is_known(x1, x2):
        # A program for each number of values takes long to compile, and finds the same places.
        return counted.by_host(lambda x1, x2: x1.astype(dtype).searchsorted(x2.astype(dtype), side), x1, x2)
    return jnp.searchsorted(x1, x2, side, sorter).astype(default_int())


def digitize(x: Any, bins: Any, /, right: bool = False) -> Any:
    if jnp.result_type(x, bins).kind == "c":
        raise DTypeError("digitize is defined for real numbers, and complex ones lie in no bins")
    require_rising(sys.modules["emberops.backends.jax"], "digitize", bins, or_falling=True)
    if counted.is_known(x, bins):
        return counted.by_host(lambda x, bins: np.digitize(x, bins, right), x, bins)
    return jnp.digitize(x, bins, right).astype(default_int())


def select(condlist: Sequence[Any], choicelist: Sequence[Any], default: Any = 0) -> Any:
    require_masks(sys.modules["emberops.backends.jax"], condlist)
    check_beside_arrays((*choicelist, default))
    return _select(list(condlist), list(choicelist), default)


_select = compiled(jnp.select)
