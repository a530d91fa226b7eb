"""Operations of the group ``nn``."""

from __future__ import annotations
