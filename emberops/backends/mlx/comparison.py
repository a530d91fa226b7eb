"""Comparisons of numbers that MLX would round first: to a float, or to the other operand's dtype."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import mlx.core as mx

from emberops.backends.mlx.complex_comparison import WIDE
from emberops.backends.mlx.promotion import dtype_name
from emberops.backends.support.scalars import fits
from emberops.dispatch.router import ONE_TYPE

_SIGNED = frozenset({mx.int8, mx.int16, mx.int32, mx.int64})


def compared(native: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    """``native``, by value: beyond the other operand's range, and where one of two tensors alone has a sign."""
    of_one_type = getattr(native, ONE_TYPE, native)

    @wraps(native)
    def apply(x1: Any, x2: Any, /) -> Any:
        if type(x2) is int and not fits(x2, dtype_name(x1.dtype)):
            x2 = float(x2)
        elif type(x1) is int and not fits(x1, dtype_name(x2.dtype)):
            x1 = float(x1)
        return native(x1, x2)

    def of_tensors(x1: mx.array, x2: mx.array, /) -> Any:
        # Asking for the bytes takes half the time of asking for a dtype.
        if WIDE in (x1.itemsize, x2.itemsize) and x1.dtype != x2.dtype:
            if x1.dtype in _SIGNED and x2.dtype == mx.uint64:
                return mx.where(x1 < 0, native(0, mx.array(1)), native(x1.astype(mx.uint64), x2))
            if x2.dtype in _SIGNED and x1.dtype == mx.uint64:
                return mx.where(x2 < 0, native(mx.array(1), 0), native(x1, x2.astype(mx.uint64)))
        return of_one_type(x1, x2)

    setattr(apply, ONE_TYPE, of_tensors)
    return apply
