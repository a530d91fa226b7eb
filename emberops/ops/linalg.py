"""Operations of the group ``linalg``."""

from __future__ import annotations
