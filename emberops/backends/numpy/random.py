"""Operations of the group ``random`` on NumPy."""

from __future__ import annotations
