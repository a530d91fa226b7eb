"""Operations of the group ``elementwise`` on NumPy."""

from __future__ import annotations

import numpy as np

add = np.add
