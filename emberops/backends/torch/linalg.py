"""Operations of the group ``linalg`` on PyTorch."""

from __future__ import annotations
