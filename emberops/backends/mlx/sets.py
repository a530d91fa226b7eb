"""Operations of the group ``sets`` on MLX."""

from __future__ import annotations
