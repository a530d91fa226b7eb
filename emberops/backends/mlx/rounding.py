"""Rounding to digits on MLX, whose own scales by numbers of single precision."""

from __future__ import annotations

import sys
from operator import index
from typing import Any

import mlx.core as mx

from emberops.backends.mlx.promotion import dtype_name, is_inexact
from emberops.backends.support.scalars import fits


def round(x: Any, /, decimals: int = 0) -> Any:
    decimals = index(decimals)
    if not is_inexact(x.dtype):
        return x if decimals >= 0 else _round_integers(x, 10**-decimals)
    if decimals == 0 or x.dtype == mx.complex64:
        return mx.round(x, decimals)
    # MLX's own scales by a number of single precision, whatever the dtype: 0.5 becomes 0.49999999.
    scale = float(10 ** abs(decimals))
    if decimals > 0:
        scaled = mx.round(x * scale) / scale
        return mx.where(mx.isinf(x * scale), x, scaled)  # so many digits it has not
    return mx.round(x / scale) * scale


def _round_integers(x: mx.array, unit: int) -> mx.array:
    """Integers to multiples of ``unit``, halves to the even one."""
    if not fits(2 * unit, dtype_name(x.dtype)):
        return mx.zeros_like(x)
    quotient, rest = sys.modules["emberops.backends.mlx"].divmod(x, unit)
    up = (rest * 2 > unit) | ((rest * 2 == unit) & (quotient % 2 == 1))
    rounded: mx.array = (quotient + up.astype(x.dtype)) * unit
    return rounded
