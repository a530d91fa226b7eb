"""Operations of the group ``statistical``."""

from __future__ import annotations
