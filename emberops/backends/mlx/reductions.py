"""Reductions that MLX cannot be asked for where there is nothing to reduce.

MLX 0.32 on the CPU reads past the end of a strided array of no elements, and may never come back from that.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import mlx.core as mx

from emberops.backends.support.shapes import as_axes


def reduced(
    function: Callable[..., mx.array], x: mx.array, axis: Any, keepdims: bool, neutral: float
) -> mx.array:
    """``function`` of ``x`` along ``axis``, which is ``neutral`` for no elements."""
    if x.size:
        return function(x, axis, bool(keepdims))  # MLX refuses `keepdims=1`
    axes = as_axes(axis, x.ndim)
    kept = [1 if i in axes else n for i, n in enumerate(x.shape)]
    shape = kept if keepdims else [n for i, n in enumerate(x.shape) if i not in axes]
    dtype = function(mx.zeros((1,), x.dtype)).dtype
    return mx.full(shape, neutral, dtype) if math.prod(shape) else mx.zeros(shape, dtype)
