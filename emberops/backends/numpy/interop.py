"""Operations of the group ``interop`` on NumPy."""

from __future__ import annotations
