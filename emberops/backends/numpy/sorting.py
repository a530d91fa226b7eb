"""Operations of the group ``sorting`` on NumPy."""

from __future__ import annotations
