"""Operations of the group ``indexing``."""

from __future__ import annotations

from emberops.catalogue.model import Op

OPS: tuple[Op, ...] = ()
