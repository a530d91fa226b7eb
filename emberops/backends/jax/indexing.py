"""Operations of the group ``indexing`` on JAX."""

from __future__ import annotations
