"""Operations of the group ``indexing`` on MLX."""

from __future__ import annotations
