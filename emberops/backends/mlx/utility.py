"""Operations of the group ``utility`` on MLX."""

from __future__ import annotations
