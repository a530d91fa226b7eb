"""Operations of the group ``linear_algebra`` on NumPy."""

from __future__ import annotations
