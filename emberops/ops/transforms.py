"""Operations of the group ``transforms``."""

from __future__ import annotations
