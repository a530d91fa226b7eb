"""Operations of the group ``polynomials`` on MLX, whose eigenvalues are of single precision."""

from __future__ import annotations

import sys

import mlx.core as mx

from emberops.backends.composed import polynomials as common
from emberops.typing import NativeTensor as Tensor

_STEPS = 4
"""Newton doubles the digits: two steps lead from single to double precision, four past bad luck."""


def roots(p: Tensor, /) -> Tensor:
    found = common.roots(sys.modules["emberops.backends.mlx"], p)
    real = found.dtype != mx.complex64
    return (
        _polished(p, found.astype(mx.float64)) if real and getattr(p, "dtype", None) == mx.float64 else found
    )


def _polished(p: Tensor, found: Tensor) -> Tensor:
    """Real roots in double precision, by Newton's method wherever a step comes nearer to zero."""
    value, slope = _value_and_slope(p, found)
    for _ in range(_STEPS):
        moved = found - mx.where(slope == 0, 0, value / mx.where(slope == 0, 1, slope))
        new_value, new_slope = _value_and_slope(p, moved)
        better = mx.abs(new_value) < mx.abs(value)
        found = mx.where(better, moved, found)
        value, slope = mx.where(better, new_value, value), mx.where(better, new_slope, slope)
    return found


def _value_and_slope(p: Tensor, x: Tensor) -> tuple[Tensor, Tensor]:
    """Horner's rule for a polynomial and its derivative."""
    value = slope = mx.zeros_like(x)
    for i in range(p.shape[0]):
        slope = slope * x + value
        value = value * x + p[i]
    return value, slope
