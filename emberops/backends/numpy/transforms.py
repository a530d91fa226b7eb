"""Operations of the group ``transforms`` on NumPy."""

from __future__ import annotations
