"""Comparisons of numbers that MLX would round first: to a float, or to the other operand's dtype."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import mlx.core as mx

from emberops.backends.mlx.complex_comparison import WIDE
from emberops.backends.mlx.promotion import dtype_name
from emberops.backends.support.scalars import SMALL, fits
from emberops.dispatch.router import BESIDE_NUMBER, ONE_TYPE

_SMALL = SMALL.stop
_SIGNED = frozenset({mx.int8, mx.int16, mx.int32, mx.int64})


def _is_beyond(number: int, x: mx.array) -> bool:
    """Whether an integer would wrap around beside ``x``; to truth values MLX compares it as an int32."""
    name = dtype_name(x.dtype)
    return not fits(number, "int32" if name == "bool" else name)


def compared(native: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    """``native``, by value: beyond the other operand's range, and where one of two tensors alone has a sign."""
    of_one_type = getattr(native, ONE_TYPE, native)
    plain = getattr(native, "__wrapped__", native)

    @wraps(native)
    def apply(x1: Any, x2: Any, /) -> Any:
        if type(x2) is int and _is_beyond(x2, x1):
            x2 = float(x2)
        elif type(x1) is int and _is_beyond(x1, x2):
            x1 = float(x1)
        return native(x1, x2)

    def of_tensors(x1: mx.array, x2: mx.array, /) -> Any:
        # Asking for the bytes takes half the time of asking for a dtype.
        if WIDE not in (x1.itemsize, x2.itemsize):
            return plain(x1, x2)
        if x1.dtype != x2.dtype:
            if x1.dtype in _SIGNED and x2.dtype == mx.uint64:
                return mx.where(x1 < 0, native(0, mx.array(1)), native(x1.astype(mx.uint64), x2))
            if x2.dtype in _SIGNED and x1.dtype == mx.uint64:
                return mx.where(x2 < 0, native(mx.array(1), 0), native(x1, x2.astype(mx.uint64)))
        return of_one_type(x1, x2)

    def of_float(x1: Any, x2: Any, /) -> Any:
        x = x2 if type(x1) is float else x1
        return plain(x1, x2) if x.itemsize != WIDE else native(x1, x2)

    def of_int(x1: Any, x2: Any, /) -> Any:
        number, x = (x1, x2) if type(x1) is int else (x2, x1)
        return plain(x1, x2) if 0 <= number < _SMALL and x.itemsize != WIDE else apply(x1, x2)

    setattr(apply, ONE_TYPE, of_tensors)
    setattr(apply, BESIDE_NUMBER, {float: of_float, int: of_int})
    return apply
