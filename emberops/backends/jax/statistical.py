"""Operations of the group ``statistical`` on JAX."""

from __future__ import annotations
