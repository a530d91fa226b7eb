"""Operations of the group ``sorting``."""

from __future__ import annotations
