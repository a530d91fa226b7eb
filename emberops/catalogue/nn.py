"""Operations of the group ``nn``."""

from __future__ import annotations

from emberops.catalogue.model import Op

OPS: tuple[Op, ...] = ()
