"""Operations of the group ``transforms`` on MLX."""

from __future__ import annotations
