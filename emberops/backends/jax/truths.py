"""Products of truth values and floats, of which XLA makes a choice between the float and zero.

A NaN or an infinity times false is NaN, and a negative number times false a negative zero.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import jax
import jax.numpy as jnp

from emberops.backends.jax.compiled import compiled
from emberops.dispatch.router import BESIDE_NUMBER, ONE_TYPE


def of_truths(multiply: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """``multiply``, and what is right of truth values and floats."""

    @wraps(multiply)
    def apply(x1: Any, x2: Any, /) -> Any:
        if _is_truth(x1) and _is_float(x2):
            return _product(x1, x2)
        return _product(x2, x1) if _is_truth(x2) and _is_float(x1) else multiply(x1, x2)

    of_arrays = getattr(multiply, ONE_TYPE)

    def of_two_arrays(x1: jax.Array, x2: jax.Array, /) -> Any:
        return of_arrays(x1, x2) if x1.dtype is x2.dtype else apply(x1, x2)

    setattr(apply, ONE_TYPE, of_two_arrays)
    setattr(apply, BESIDE_NUMBER, {})  # not those of multiply, which know nothing of truths
    return apply


def _is_truth(x: Any) -> bool:
    return getattr(getattr(x, "dtype", None), "kind", None) == "b"


def _is_float(x: Any) -> bool:
    dtype = getattr(x, "dtype", None)
    return type(x) is float if dtype is None else bool(jnp.issubdtype(dtype, jnp.floating))


@compiled
def _product(truth: Any, x: Any) -> Any:
    return jnp.where(truth, x, x * 0.0)
