"""Operations of the group ``linalg`` on JAX."""

from __future__ import annotations
