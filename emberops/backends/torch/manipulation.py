"""Operations of the group ``manipulation`` on PyTorch."""

from __future__ import annotations
