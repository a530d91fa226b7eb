"""Operations of the group ``sorting`` on PyTorch."""

from __future__ import annotations
