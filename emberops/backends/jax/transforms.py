"""Operations of the group ``transforms`` on JAX."""

from __future__ import annotations
