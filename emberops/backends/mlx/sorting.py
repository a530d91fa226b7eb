"""Operations of the group ``sorting`` on MLX, whose sort is stable; indices have the default integer dtype."""

from __future__ import annotations

import sys
from typing import Any

import mlx.core as mx

from emberops.backends.composed import sorting as common
from emberops.backends.mlx import complex_comparison
from emberops.backends.mlx.dtypes import default_int
from emberops.backends.mlx.promotion import is_complex
from emberops.backends.support.shapes import is_one_row


def sort(x: Any, /, axis: int | None = -1, *, descending: bool = False, stable: bool = True) -> Any:
    x, axis = (x.reshape(-1), 0) if axis is None else (x, axis)
    if is_complex(x):
        return mx.take_along_axis(x, complex_comparison.order(x, axis, descending=descending), axis)
    found = mx.sort(x, axis)
    return mx.flip(found, axis) if descending else found


def argsort(x: Any, /, axis: int | None = -1, *, descending: bool = False, stable: bool = True) -> Any:
    x, axis = (x.reshape(-1), 0) if axis is None or is_one_row(x, axis) else (x, axis)
    if is_complex(x):
        return complex_comparison.order(x, axis, descending=descending)
    if not descending:
        return mx.argsort(x, axis).astype(default_int())
    # The last of equal elements comes first in the flipped order, so both the input and the result are flipped.
    found = mx.argsort(mx.flip(x, axis), axis).astype(default_int())
    return x.shape[axis] - 1 - mx.flip(found, axis)


def partition(x: Any, kth: Any, /, axis: int | None = -1) -> Any:
    if common.needs_sorting(x, kth) or is_complex(x):
        return common.partition(sys.modules["emberops.backends.mlx"], x, kth, axis)
    return mx.partition(x, kth, axis)


def argpartition(x: Any, kth: Any, /, axis: int | None = -1) -> Any:
    if common.needs_sorting(x, kth) or is_complex(x):
        return common.argpartition(sys.modules["emberops.backends.mlx"], x, kth, axis)
    return mx.argpartition(x, kth, axis).astype(default_int())
