"""Operations of the group ``transforms`` on PyTorch."""

from __future__ import annotations
