"""Operations of the group ``linear_algebra`` on JAX."""

from __future__ import annotations
