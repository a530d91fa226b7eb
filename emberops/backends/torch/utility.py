"""Operations of the group ``utility`` on PyTorch."""

from __future__ import annotations

from typing import Any

import torch

_NONE = torch.tensor(False)


def all(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    x = _NONE if x is None else x
    return torch.all(x, dim=axis, keepdim=keepdims).to(torch.bool)


def any(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    x = _NONE if x is None else x
    return torch.any(x, dim=axis, keepdim=keepdims).to(torch.bool)
