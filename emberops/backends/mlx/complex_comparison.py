"""Complex numbers in NumPy's order, of which MLX knows the parts' order alone and passes over a NaN."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

import mlx.core as mx

from emberops.backends.composed import complex_order
from emberops.backends.mlx.promotion import is_complex, promoted, tensors
from emberops.dispatch.router import ONE_TYPE

WIDE = 8
"""Bytes of a complex number: asking for them takes half the time of asking for a dtype."""


def ordered(native: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    """``native``, a comparison or the extreme of two, with the answer for complex numbers too."""
    of_complex = complex_order.PAIRS[native.__name__]

    @wraps(native)
    def apply(x1: Any, x2: Any, /) -> Any:
        if is_complex(x1) or is_complex(x2):
            return of_complex(mx, *tensors(x1, x2))
        return native(x1, x2)

    def of_tensors(x1: mx.array, x2: mx.array, /) -> Any:
        if WIDE in (x1.itemsize, x2.itemsize) and (is_complex(x1) or is_complex(x2)):
            return of_complex(mx, *promoted(x1, x2))
        return native(x1, x2)

    setattr(apply, ONE_TYPE, of_tensors)
    return apply


def extreme(x: mx.array, axis: Any, keepdims: bool, *, largest: bool) -> Any:
    """The largest or the smallest number along some axes."""
    return complex_order.extreme(_namespace(), x, axis, keepdims, largest=largest)


def argextreme(x: mx.array, axis: int | None, keepdims: bool, *, largest: bool) -> Any:
    """The index of the first of the largest, or smallest, numbers."""
    return complex_order.argextreme(_namespace(), x, axis, keepdims, largest=largest)


def order(x: mx.array, axis: int, *, descending: bool) -> Any:
    """The indices that sort."""
    return complex_order.order(_namespace(), x, axis, descending=descending)


def searchsorted(line: mx.array, x: mx.array, side: str) -> Any:
    """Where in a sorted line each number would go."""
    return complex_order.searchsorted(_namespace(), line, x, side)


def _namespace() -> Any:
    return sys.modules["emberops.backends.mlx"]
