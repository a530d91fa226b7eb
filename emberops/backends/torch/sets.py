"""Operations of the group ``sets`` on PyTorch: all composed, see :mod:`emberops.backends.common.sets`."""

from __future__ import annotations
