"""Operations of the group ``interop``."""

from __future__ import annotations
