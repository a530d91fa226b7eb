"""Operations of the group ``sets`` on PyTorch: all composed, see :mod:`emberops.backends.composed.sets`."""

from __future__ import annotations
