"""Operations of the group ``utility`` on PyTorch."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import torch

from emberops.backends.support.shapes import as_axes

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


all = _of_truth(torch.all)
any = _of_truth(torch.any)


def _axes(x: torch.Tensor, axis: Any) -> Any:
    """``axis``; PyTorch takes that of a number, which has none."""
    if axis is not None and not x.ndim:
        as_axes(axis, 0)
    return axis
