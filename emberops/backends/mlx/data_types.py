"""Operations of the group ``data_types`` on MLX."""

from __future__ import annotations
