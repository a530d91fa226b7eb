"""Operations of the group ``elementwise``, composed over any namespace."""

from __future__ import annotations

from typing import Any

from emberops.backends.composed.elementwise_composed import *
from emberops.backends.composed.gamma_functions import *


def iscomplex(xp: Any, x: Any, /) -> Any:
    return xp.not_equal(xp.imag(x), 0)


def isreal(xp: Any, x: Any, /) -> Any:
    return xp.equal(xp.imag(x), 0)
