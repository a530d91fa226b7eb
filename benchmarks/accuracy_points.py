"""Where functions are measured by `accuracy.py`: arrays of one dtype, the same ones in every run."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

Dtype = type[np.floating]
_GOLDEN = 0.6180339887498949


def _steps(count: int) -> np.ndarray:
    """Numbers in [0, 1) that lie evenly and on no grid, with both ends' neighbourhood."""
    return (np.arange(count) * _GOLDEN + 0.5 * _GOLDEN) % 1.0


def evenly(low: float, high: float, count: int, dtype: Dtype) -> np.ndarray:
    """Evenly spread from ``low`` to ``high``."""
    inner = low + (high - low) * _steps(count - 2)
    return np.concatenate([[low], inner, [high]]).astype(dtype)


def by_size(low: float, high: float, count: int, dtype: Dtype) -> np.ndarray:
    """Spread by their logarithms from ``low`` to ``high``, both positive."""
    exponents = math.log2(low) + (math.log2(high) - math.log2(low)) * _steps(count - 2)
    return np.concatenate([[low], np.exp2(exponents), [high]]).astype(dtype)


def of_any_size(count: int, dtype: Dtype, low: float = 0.0, high: float = math.inf) -> np.ndarray:
    """Positive numbers of every size that the dtype has in [low, high], subnormal ones included."""
    info = np.finfo(dtype)
    low = max(low, float(info.smallest_subnormal))
    high = min(high, float(info.max))
    with np.errstate(over="ignore"):
        return np.clip(by_size(low, high, count, dtype), dtype(low), dtype(high))


def both_signs(x: np.ndarray) -> np.ndarray:
    """``x`` and its negative."""
    return np.concatenate([x, -x])


def around(centres: Sequence[float], dtype: Dtype) -> np.ndarray:
    """The nearest number to each centre, its neighbours, and some that are further away."""
    nearest = np.asarray(centres, dtype)
    rows = [nearest]
    for side in (-math.inf, math.inf):
        beside = np.nextafter(nearest, dtype(side))
        rows += [beside, np.nextafter(beside, dtype(side))]
        for share in (2.0**-18, 2.0**-9, 2.0**-4):
            rows.append(nearest + np.copysign(np.abs(nearest) * dtype(share), dtype(side)))
    return np.unique(np.concatenate(rows))


def angles(count: int, dtype: Dtype) -> np.ndarray:
    """Of every size, next to multiples of a quarter turn, and the worst ones to reduce by whole turns."""
    turns = [k * math.pi / 2 for k in (*range(1, 12), 100, 1001, 5000, 20001, 10**5, 3 * 10**6)]
    # Muller et al. 2018, Handbook of Floating-Point Arithmetic, 10.1: closest to a multiple of pi / 2.
    worst = [6381956970095103.0 * 2.0**797] if dtype is np.float64 else [16367173.0 * 2.0**72]
    large = of_any_size(count, dtype, 1e3)
    return both_signs(
        np.concatenate(
            [
                of_any_size(count, dtype, high=1.0),
                evenly(0.01, 20.0, 3 * count, dtype),
                around(turns, dtype),
                np.asarray(worst, dtype),
                large,
            ]
        )
    )


def pairs(*columns: np.ndarray) -> tuple[np.ndarray, ...]:
    """Every combination of the columns' numbers."""
    return tuple(grid.ravel() for grid in np.meshgrid(*columns))


def everywhere(dtype: Dtype) -> np.ndarray:
    """Of every size, with both signs."""
    return both_signs(of_any_size(60, dtype))


def up_to_one(dtype: Dtype) -> np.ndarray:
    """Of no more than one, and next to it."""
    return both_signs(
        np.concatenate(
            [
                of_any_size(40, dtype, high=1.0),
                evenly(0.0, 1.0, 150, dtype),
                1 - by_size(2e-7, 0.1, 20, dtype),
            ]
        )
    )
