"""Operations of the group ``elementwise`` on PyTorch."""

from __future__ import annotations

import torch

add = torch.add
