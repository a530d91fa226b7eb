"""Operations of the group ``sets`` on PyTorch."""

from __future__ import annotations
