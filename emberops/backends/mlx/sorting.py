"""Operations of the group ``sorting`` on MLX."""

from __future__ import annotations
