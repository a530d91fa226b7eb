"""Operations of the group ``sorting`` on PyTorch."""

from __future__ import annotations

from typing import Any

import torch


def sort(x: Any, /, axis: int | None = -1, *, descending: bool = False, stable: bool = True) -> Any:
    x, axis = (x.reshape(-1), 0) if axis is None else (x, axis)
    return torch.sort(x, dim=axis, descending=descending, stable=stable).values


def argsort(x: Any, /, axis: int | None = -1, *, descending: bool = False, stable: bool = True) -> Any:
    x, axis = (x.reshape(-1), 0) if axis is None else (x, axis)
    return torch.argsort(x, dim=axis, descending=descending, stable=True)
