"""Operations of the group ``sets`` on JAX."""

from __future__ import annotations
