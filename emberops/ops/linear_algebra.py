"""Operations of the group ``linear_algebra``."""

from __future__ import annotations
