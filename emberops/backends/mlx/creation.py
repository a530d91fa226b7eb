"""Operations of the group ``creation`` on MLX."""

from __future__ import annotations
