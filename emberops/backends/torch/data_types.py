"""Operations of the group ``data_types`` on PyTorch."""

from __future__ import annotations
