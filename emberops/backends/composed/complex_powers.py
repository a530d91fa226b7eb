"""Complex powers of zero and to integers, for which libraries take a logarithm."""

from __future__ import annotations

import math
from typing import Any

_UNDEFINED = complex(math.nan, math.nan)


def of_zero(xp: Any, x1: Any, x2: Any, power: Any) -> Any:
    """``power``, which is ``x1 ** x2``, as NumPy has it for an exponent of zero and for a base of zero.

    An exponent of zero gives 1. A base of zero gives NaN where the real part of the exponent is not positive; where
    it is, ``power`` stays, and its gradient with it.
    """
    if isinstance(x2, (int, float, complex)):
        if x2 == 0:
            return xp.ones_like(power)
        return power if x2.real > 0 else xp.where(x1 == 0, _UNDEFINED, power)
    power = xp.where(~(xp.real(x2) > 0) & (x1 == 0), _UNDEFINED, power)
    return xp.where(x2 == 0, 1, power)


def by_squaring(x: Any, exponent: int) -> Any:
    """``x ** exponent`` of a positive integer, by products, which are nearer to it than a logarithm's exponential."""
    answer = None
    while exponent:
        if exponent % 2:
            answer = x if answer is None else answer * x
        exponent //= 2
        if exponent:
            x = x * x
    return answer
