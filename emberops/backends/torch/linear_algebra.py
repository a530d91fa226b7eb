"""Operations of the group ``linear_algebra`` on PyTorch."""

from __future__ import annotations
