"""How far a float is from a number that is known to any precision, in units in the last place."""

from __future__ import annotations

import math

import mpmath as mp
import numpy as np


def distance(found: float, exact: mp.mpf, dtype: type[np.floating], size: mp.mpf | None = None) -> float:
    """Units in the last place of ``exact``, rounded to ``dtype``, between it and ``found``.

    Infinity stands for the first number beyond the dtype's range, as it does in rounding.  Below the smallest normal
    number the unit is the smallest subnormal one.

    Parameters
    ----------
    found
        A number of the dtype.
    exact
        What it should be.
    dtype
        float32 or float64.
    size
        A larger number that gives the unit instead, for one part of a result that is right as a whole.
    """
    info = np.finfo(dtype)
    beyond = mp.ldexp(1, int(info.maxexp))
    if math.isnan(found):
        return math.inf
    at = mp.sign(found) * beyond if math.isinf(found) else mp.mpf(found)
    exact = max(min(exact, beyond), -beyond)
    size = abs(exact) if size is None else size
    exponent = int(mp.frexp(min(size, float(info.max)))[1]) - 1 if size else info.minexp
    unit = mp.ldexp(1, max(exponent, int(info.minexp)) - int(info.nmant))
    return float(abs(at - exact) / unit)
