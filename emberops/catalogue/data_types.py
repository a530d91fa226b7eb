"""Operations of the group ``data_types``."""

from __future__ import annotations

from emberops.catalogue.model import Op

OPS: tuple[Op, ...] = ()
