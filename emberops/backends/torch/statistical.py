"""Operations of the group ``statistical`` on PyTorch."""

from __future__ import annotations
