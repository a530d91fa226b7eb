"""Operations of the group ``utility`` on PyTorch."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import wraps
from typing import Any

import torch

from emberops.backends.composed import utility as common
from emberops.backends.support.shapes import as_axes
from emberops.backends.torch.placement import beside
from emberops.backends.torch.promotion import is_transformed

_BOOL = torch.bool
_NONE = torch.tensor(False)


def _of_truth(native: Callable[..., Any]) -> Callable[..., Any]:
    """Whether all or any are true; PyTorch gives numbers for those of uint8."""

    @wraps(native)
    def apply(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
        x = _NONE if x is None else x
        if axis is None and keepdims is False:
            found = native(x)
        else:
            found = native(x, dim=_axes(x, axis), keepdim=bool(keepdims))
        return found if found.dtype is _BOOL else found.to(_BOOL)

    return apply


def isclose(x1: Any, x2: Any, /, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> Any:
    if (
        type(x1) is torch.Tensor is type(x2)
        and x1.dtype is x2.dtype
        and x1.is_floating_point()
        and type(rtol) is float is type(atol)
        and 0.0 <= rtol < 1.0  # of more, the product may be infinite, which PyTorch takes for no bound
        and 0.0 <= atol < math.inf
        and not torch.compiler.is_compiling()  # which cannot ask the next
        and not (is_transformed(x1) or is_transformed(x2))
    ):
        return torch.isclose(x1, x2, rtol, atol, bool(equal_nan))
    return common.isclose(beside((x1, x2)), x1, x2, rtol, atol, equal_nan)


all = _of_truth(torch.all)
any = _of_truth(torch.any)


def _axes(x: torch.Tensor, axis: Any) -> Any:
    """``axis``; PyTorch takes that of a number, which has none."""
    if axis is not None and not x.ndim:
        as_axes(axis, 0)
    return axis
