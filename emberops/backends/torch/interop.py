"""Operations of the group ``interop`` on PyTorch."""

from __future__ import annotations
