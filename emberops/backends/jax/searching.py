"""Operations of the group ``searching`` on JAX."""

from __future__ import annotations
