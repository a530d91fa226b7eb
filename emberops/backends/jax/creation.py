"""Operations of the group ``creation`` on JAX."""

from __future__ import annotations
