"""Operations of the group ``random`` on JAX."""

from __future__ import annotations
