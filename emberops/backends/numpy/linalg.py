"""Operations of the group ``linalg`` on NumPy."""

from __future__ import annotations
