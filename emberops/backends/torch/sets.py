"""Operations of the group ``sets`` on PyTorch; the others are composed, see :mod:`emberops.backends.composed.sets`."""

from __future__ import annotations

from typing import Any

import torch

from emberops.backends.composed import sets as common
from emberops.backends.torch.placement import beside
from emberops.backends.torch.promotion import is_transformed

_SOUGHT = frozenset(
    {torch.float32, torch.float64, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64}
)
"""Dtypes that PyTorch looks for."""


def isin(x1: Any, x2: Any, /, *, invert: bool = False) -> Any:
    if (
        type(x1) is torch.Tensor is type(x2)
        and x1.dtype is x2.dtype
        and x1.dtype in _SOUGHT
        and not torch.compiler.is_compiling()  # which cannot ask the next
        and not any(map(is_transformed, (x1, x2)))
    ):
        return torch.isin(x1, x2.reshape(-1), invert=bool(invert))  # it refuses views that are not in order
    return common.isin(beside((x1, x2)), x1, x2, invert=invert)
