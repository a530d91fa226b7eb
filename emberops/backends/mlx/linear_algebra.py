"""Operations of the group ``linear_algebra`` on MLX."""

from __future__ import annotations
