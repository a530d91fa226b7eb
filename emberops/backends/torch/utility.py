"""Operations of the group ``utility`` on PyTorch."""

from __future__ import annotations
