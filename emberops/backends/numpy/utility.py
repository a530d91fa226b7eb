"""Operations of the group ``utility`` on NumPy."""

from __future__ import annotations
