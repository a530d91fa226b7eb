"""Operations of the group ``data_types`` on JAX."""

from __future__ import annotations
