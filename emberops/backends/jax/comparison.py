"""Comparisons of numbers that JAX would round first: to a float, or to the other operand's dtype."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import jax.numpy as jnp
import numpy as np

from emberops.backends.support.scalars import SMALL, fits
from emberops.dispatch.router import ONE_TYPE

_UNSIGNED = np.dtype(np.uint64)


def compared(native: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """``native``, by value: beyond the other operand's range, and where one of two tensors alone has a sign."""

    @wraps(native)
    def apply(x1: Any, x2: Any, /) -> Any:
        if type(x1) is int:
            return native(float(x1) if _beyond(x1, x2) else x1, x2)
        if type(x2) is int:
            return native(x1, float(x2) if _beyond(x2, x1) else x2)
        return native(x1, x2)

    def of_tensors(x1: Any, x2: Any, /) -> Any:
        if x1.dtype.kind == "i" and x2.dtype == _UNSIGNED:
            return jnp.where(x1 < 0, native(0, 1), native(x1.astype(_UNSIGNED), x2))
        if x2.dtype.kind == "i" and x1.dtype == _UNSIGNED:
            return jnp.where(x2 < 0, native(1, 0), native(x1, x2.astype(_UNSIGNED)))
        return native(x1, x2)

    setattr(apply, ONE_TYPE, of_tensors)
    return apply


def _beyond(number: int, x: Any) -> bool:
    return number not in SMALL and not fits(number, x.dtype.name)
