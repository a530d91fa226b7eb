"""Gamma, beta and their kin: composed, and in double precision whatever the dtype is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from emberops.backends.composed import gamma_functions as common

__all__ = ["betainc", "digamma", "gammainc", "gammaincc", "lgamma", "polygamma"]


def _in_double(composed: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(composed)
    def function(*operands: Any) -> Any:
        dtype = np.result_type(*operands)
        wide = (np.asarray(x, np.float64) if np.asarray(x).dtype.kind != "c" else x for x in operands)
        found = composed(sys.modules["emberops.backends.numpy"], *wide)
        return np.asarray(found, dtype if dtype.kind == "f" else np.float64)[()]

    return function


lgamma = _in_double(common.lgamma)
digamma = _in_double(common.digamma)
gammainc = _in_double(common.gammainc)
gammaincc = _in_double(common.gammaincc)
betainc = _in_double(common.betainc)


def polygamma(n: int, x: Any, /) -> Any:
    return _polygamma(n)(x)


def _polygamma(n: int) -> Callable[..., Any]:
    return _in_double(lambda xp, x: common.polygamma(xp, n, x))
