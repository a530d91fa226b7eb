"""Operations of the group ``data_types`` on NumPy."""

from __future__ import annotations
