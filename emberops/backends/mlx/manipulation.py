"""Operations of the group ``manipulation`` on MLX."""

from __future__ import annotations
