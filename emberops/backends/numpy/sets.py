"""Operations of the group ``sets`` on NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

unique = np.unique
unique_values = np.unique_values
unique_counts = np.unique_counts
unique_inverse = np.unique_inverse
unique_all = np.unique_all
isin = np.isin
union1d = np.union1d
setdiff1d = np.setdiff1d
setxor1d = np.setxor1d


def intersect1d(x1: Any, x2: Any, /, *, return_indices: Any = False) -> Any:
    return np.intersect1d(x1, x2, return_indices=return_indices)
