"""Operations of the group ``utility`` on PyTorch."""

from __future__ import annotations

from typing import Any

import torch

from emberops.backends.support.shapes import as_axes

_NONE = torch.tensor(False)


def all(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    x = _NONE if x is None else x
    return torch.all(x, dim=_axes(x, axis), keepdim=keepdims).to(torch.bool)


def any(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    x = _NONE if x is None else x
    return torch.any(x, dim=_axes(x, axis), keepdim=keepdims).to(torch.bool)


def _axes(x: torch.Tensor, axis: Any) -> Any:
    """``axis``; PyTorch takes that of a number, which has none."""
    if axis is not None and not x.ndim:
        as_axes(axis, 0)
    return axis
