"""Operations of the group ``searching`` on NumPy."""

from __future__ import annotations
