"""Operations of the group ``statistical`` on MLX."""

from __future__ import annotations
