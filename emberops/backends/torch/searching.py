"""Operations of the group ``searching`` on PyTorch."""

from __future__ import annotations
