"""Operations of the group ``random`` on MLX."""

from __future__ import annotations
