"""Distances between all rows of two tensors, on MLX, which runs every step over all of them by itself.

Most squares neither overflow nor vanish: to look whether one has takes less than the steps of a scale for all.
"""

from __future__ import annotations

import math
import sys
from functools import reduce

import mlx.core as mx
import numpy as np

from emberops.backends.composed import linear_algebra as composed
from emberops.typing import NativeTensor as Tensor


def cdist(x1: Tensor, x2: Tensor, /, p: float = 2.0) -> Tensor:
    if p == 2 and _are_matrices_of_one_dtype(x1, x2):
        squares = _squares_between(x1, x2)
        if _are_kept(squares, x1, x2):
            same = squares == 0
            return mx.where(
                same, 0.0, mx.sqrt(mx.where(same, 1.0, squares))
            )  # where all are zero is no slope
    return composed.cdist(sys.modules["emberops.backends.mlx"], x1, x2, p)


def _are_matrices_of_one_dtype(x1: Tensor, x2: Tensor) -> bool:
    if not x1.ndim == x2.ndim == 2 or x1.shape[1] != x2.shape[1] or not (x1.size and x2.size):
        return False
    return x1.dtype == x2.dtype and x1.dtype in (mx.float32, mx.float64)


def _squares_between(x1: Tensor, x2: Tensor) -> Tensor:
    """The sums of squared differences, coordinate by coordinate, each of which lies in one piece."""
    rows, columns = mx.contiguous(x1.T)[..., None], mx.contiguous(x2.T)
    return reduce(mx.add, (mx.square(rows[k] - columns[k]) for k in range(x1.shape[1])))


def _are_kept(squares: Tensor, x1: Tensor, x2: Tensor) -> bool:
    """Whether no square has overflowed, nor vanished but where two vectors are one; not where values are hidden."""
    limits = mx.finfo(squares.dtype)
    bounds = mx.min(squares), mx.max(squares)
    try:
        mx.eval(*bounds)
    except ValueError:  # inside a function transformation values cannot be read
        return False
    low, high = (float(bound) for bound in bounds)
    least = limits.smallest_normal / limits.eps
    if low > least or not high < math.inf:
        return high < math.inf
    rows, columns = map(mx.array, np.nonzero(np.asarray(squares <= least)))
    # Of many, each would be compared once more.
    return rows.size <= x1.shape[0] + x2.shape[0] and bool(mx.all(x1[rows] == x2[columns]))
