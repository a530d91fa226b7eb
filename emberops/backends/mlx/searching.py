"""Operations of the group ``searching`` on MLX."""

from __future__ import annotations
