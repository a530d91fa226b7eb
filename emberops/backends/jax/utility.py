"""Operations of the group ``utility`` on JAX."""

from __future__ import annotations
