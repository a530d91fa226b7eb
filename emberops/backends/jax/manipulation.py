"""Operations of the group ``manipulation`` on JAX."""

from __future__ import annotations
