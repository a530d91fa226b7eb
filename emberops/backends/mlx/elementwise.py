"""Operations of the group ``elementwise`` on MLX."""

from __future__ import annotations
