"""Operations of the group ``random`` on PyTorch."""

from __future__ import annotations
