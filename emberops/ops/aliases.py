"""Operations of the group ``aliases``."""

from __future__ import annotations
