"""Operations of the group ``nn`` on PyTorch."""

from __future__ import annotations
