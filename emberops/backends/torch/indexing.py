"""Operations of the group ``indexing`` on PyTorch."""

from __future__ import annotations
