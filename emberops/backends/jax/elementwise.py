"""Operations of the group ``elementwise`` on JAX."""

from __future__ import annotations
