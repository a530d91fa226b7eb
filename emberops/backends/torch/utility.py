"""Operations of the group ``utility`` on PyTorch."""

from __future__ import annotations

from typing import Any

import torch


def all(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    return torch.all(x, dim=axis, keepdim=keepdims).to(torch.bool)


def any(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    return torch.any(x, dim=axis, keepdim=keepdims).to(torch.bool)
