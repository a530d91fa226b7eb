"""Operations of the group ``indexing`` on NumPy."""

from __future__ import annotations
