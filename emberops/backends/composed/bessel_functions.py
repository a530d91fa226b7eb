"""Bessel functions in arithmetic alone, to the last digit or two of the dtype."""

from __future__ import annotations

import math
from typing import Any

from emberops.backends.support.reductions import floating

_I0_TERMS = 60
_I0_BORDER = 30.0
_I0_LARGE_TERMS = 20
_ROOT = math.sqrt(2.0 * math.pi)


def i0(xp: Any, x: Any, /) -> Any:
    """The power series (Abramowitz and Stegun, 9.6.12), beyond 30 the asymptotic one (9.7.1)."""
    x = xp.abs(floating(xp, x))
    quarter = xp.minimum(x, _I0_BORDER) / 2.0
    square = quarter * quarter
    term = total = xp.ones_like(x)
    for n in range(1, _I0_TERMS):
        term = term * square / float(n * n)
        total = total + term
    large = xp.maximum(x, _I0_BORDER)
    part = series = xp.ones_like(x)
    for n in range(1, _I0_LARGE_TERMS):
        part = part * float((2 * n - 1) ** 2) / (8.0 * n * large)
        series = series + part
    return xp.where(x <= _I0_BORDER, total, xp.exp(large) / (_ROOT * xp.sqrt(large)) * series)
