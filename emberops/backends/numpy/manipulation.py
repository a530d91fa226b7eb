"""Operations of the group ``manipulation`` on NumPy."""

from __future__ import annotations
