"""Operations of the group ``sorting`` on PyTorch."""

from __future__ import annotations

from typing import Any

import torch

from emberops.backends.composed import complex_order
from emberops.backends.composed import sorting as common
from emberops.backends.support.shapes import as_axis, is_one_row
from emberops.backends.torch.placement import beside
from emberops.errors import ShapeError


def sort(x: Any, /, axis: int | None = -1, *, descending: bool = False, stable: bool = True) -> Any:
    x, axis = (x.reshape(-1), 0) if axis is None else (x, as_axis(axis, x.ndim))
    if x.is_complex():
        return torch.take_along_dim(x, argsort(x, axis, descending=descending), axis)
    return torch.sort(x, dim=axis, descending=bool(descending), stable=bool(stable)).values


def argsort(x: Any, /, axis: int | None = -1, *, descending: bool = False, stable: bool = True) -> Any:
    x, axis = (x.reshape(-1), 0) if axis is None or is_one_row(x, axis) else (x, as_axis(axis, x.ndim))
    if x.is_complex():
        return complex_order.order(beside((x,)), x, axis, descending=descending)
    return torch.argsort(x, dim=axis, descending=bool(descending), stable=True)


def top_k(x: Any, k: int, /, sorted: bool = True) -> tuple[Any, Any]:
    # Not torch.topk, which chooses among equals as it comes.
    if x.is_complex() or not x.ndim:
        return common.top_k(beside((x,)), x, k, sorted)
    if not 0 <= k <= x.shape[-1]:
        raise ShapeError(f"top_k: k must be between 0 and {x.shape[-1]}, not {k}")
    values, indices = torch.sort(x, dim=-1, descending=True, stable=True)
    return values[..., :k], indices[..., :k]
