"""Operations of the group ``nn`` on NumPy: all of them composed."""

from __future__ import annotations
