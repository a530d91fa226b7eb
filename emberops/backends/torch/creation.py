"""Operations of the group ``creation`` on PyTorch."""

from __future__ import annotations

import torch


def asarray(obj, /, *, dtype=None, device=None, copy=None):
    return torch.asarray(obj, dtype=dtype)
