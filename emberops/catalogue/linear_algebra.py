"""Operations of the group ``linear_algebra``."""

from __future__ import annotations

from emberops.catalogue.model import Op

OPS: tuple[Op, ...] = ()
