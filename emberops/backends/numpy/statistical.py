"""Operations of the group ``statistical`` on NumPy."""

from __future__ import annotations
