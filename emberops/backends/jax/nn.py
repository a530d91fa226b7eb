"""Operations of the group ``nn`` on JAX."""

from __future__ import annotations
