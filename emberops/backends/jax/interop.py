"""Operations of the group ``interop`` on JAX."""

from __future__ import annotations
