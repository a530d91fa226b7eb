"""Operations of the group ``sorting`` on JAX."""

from __future__ import annotations
