"""Operations of the group ``linalg`` on MLX."""

from __future__ import annotations
