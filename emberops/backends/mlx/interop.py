"""Operations of the group ``interop`` on MLX."""

from __future__ import annotations
