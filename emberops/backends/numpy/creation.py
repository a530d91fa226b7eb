"""Operations of the group ``creation`` on NumPy."""

from __future__ import annotations

import numpy as np


def asarray(obj, /, *, dtype=None, device=None, copy=None):
    return np.asarray(obj, dtype=dtype, copy=copy)
