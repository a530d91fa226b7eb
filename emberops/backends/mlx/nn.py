"""Operations of the group ``nn`` on MLX."""

from __future__ import annotations
