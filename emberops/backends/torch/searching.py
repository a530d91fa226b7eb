"""Operations of the group ``searching`` on PyTorch."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch

from emberops.backends.composed import complex_order
from emberops.backends.support.shapes import as_axis
from emberops.backends.support.sorted_lines import require_sorter, sought
from emberops.backends.torch.placement import beside
from emberops.backends.torch.promotion import dtype_name, promoted, tensors, weak
from emberops.dispatch.router import ONE_DTYPE, ONE_TYPE
from emberops.errors import ShapeError

_BOOL, _where = torch.bool, torch.where  # by one look-up each: `where` is called often, and is short


def where(condition: Any, x1: Any = None, x2: Any = None, /) -> Any:
    if x1 is None and x2 is None:
        return nonzero(condition)
    if x1 is None or x2 is None:
        raise ValueError("where: either both or neither of x1 and x2 must be given")
    if not isinstance(condition, torch.Tensor):
        condition = torch.as_tensor(condition)
    if isinstance(x1, torch.Tensor) or isinstance(x2, torch.Tensor):
        x1, x2 = weak(x1, x2)
    return torch.where(condition if condition.dtype is torch.bool else condition != 0, x1, x2)


def _where_of_tensors(condition: torch.Tensor, x1: torch.Tensor, x2: torch.Tensor, /) -> torch.Tensor:
    if x1.dtype is not x2.dtype:
        x1, x2 = promoted(x1, x2)
    return _where(condition if condition.dtype is _BOOL else condition != 0, x1, x2)


def _where_of_one_dtype(condition: torch.Tensor, x1: torch.Tensor, x2: torch.Tensor, /) -> torch.Tensor:
    return _where(condition if condition.dtype is _BOOL else condition != 0, x1, x2)


setattr(where, ONE_TYPE, _where_of_tensors)
setattr(where, ONE_DTYPE, _where_of_one_dtype)


def nonzero(x: Any, /) -> tuple[Any, ...]:
    if x.ndim == 0:
        raise ValueError("nonzero: a 0-d tensor has no indices; use ops.atleast_1d first")
    return tuple(torch.nonzero(x, as_tuple=True))


def argwhere(x: Any, /) -> Any:
    return torch.argwhere(x)


def argmax(x: Any, /, axis: int | None = None, *, keepdims: bool = False) -> Any:
    return _extreme(torch.argmax, x, axis, keepdims)


def argmin(x: Any, /, axis: int | None = None, *, keepdims: bool = False) -> Any:
    return _extreme(torch.argmin, x, axis, keepdims)


def _extreme(native: Callable[..., Any], x: Any, axis: int | None, keepdims: bool) -> Any:
    if axis is not None and not x.ndim:
        as_axis(axis, 0)  # PyTorch takes the axis of a number that has none
    try:
        return native(_countable(x), axis, bool(keepdims))
    except (RuntimeError, IndexError) as error:
        if x.is_complex() and (x.shape[axis] if axis is not None else x.numel()):
            xp = beside((x,))
            return complex_order.argextreme(xp, x, axis, keepdims, largest=native is torch.argmax)
        if x.numel():
            raise
        raise ValueError(
            f"an empty tensor, of shape {tuple(x.shape)}, has neither maximum nor minimum"
        ) from error


def _countable(x: Any) -> Any:
    """Booleans as integers: PyTorch does not compare them."""
    return x.to(torch.uint8) if x.dtype is torch.bool else x


def searchsorted(x1: Any, x2: Any, /, side: str = "left", sorter: Any = None) -> Any:
    if side not in ("left", "right"):
        raise ValueError(f"searchsorted: side is 'left' or 'right', not {side!r}")
    require_sorter(x1, sorter)
    if x1.ndim != 1:  # PyTorch searches in the rows of a matrix
        raise ShapeError(f"searchsorted: x1 of shape {tuple(x1.shape)} is no vector")
    x1, x2 = promoted(*tensors(x1, sought(x2, dtype_name(x1.dtype))))
    if x1.dtype is torch.bool:  # which PyTorch does not search
        x1, x2 = x1.to(torch.uint8), x2.to(torch.uint8)
    if x1.is_complex():
        line = x1 if sorter is None else x1[sorter]
        return complex_order.searchsorted(beside((x1,)), line, x2, side)
    x2 = x2.contiguous()
    if not x1.is_floating_point():
        return torch.searchsorted(x1.contiguous(), x2, side=side, sorter=sorter)
    # PyTorch's binary search loses its way at a NaN, which is the greatest of all: as infinity it does not.
    present = x1.shape[-1] - torch.isnan(x1).sum()
    line = torch.nan_to_num(x1, math.inf, math.inf, -math.inf).contiguous()
    found = torch.searchsorted(line, x2, side=side, sorter=sorter)  # of a NaN: the end
    inside = torch.minimum(found, present)
    return inside if side == "left" else torch.where(torch.isnan(x2), found, inside)
