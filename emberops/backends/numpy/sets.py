"""Operations of the group ``sets`` on NumPy."""

from __future__ import annotations
