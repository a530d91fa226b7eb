"""Operations of the group ``nn`` on NumPy."""

from __future__ import annotations
