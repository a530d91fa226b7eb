"""Operations of the group ``random``."""

from __future__ import annotations
