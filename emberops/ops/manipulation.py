"""Operations of the group ``manipulation``."""

from __future__ import annotations
