"""PUR206: elements of a parameter that a function changes and puts back, as finite differences do."""

from __future__ import annotations

import pytest
from snippets import Fixed

_HEAD = """\
import numpy as np


def gradient(f, x: np.ndarray, h=1e-6):
    g = np.zeros(len(x))
    for i in range(len(x)):
"""
_TAIL = "        g[i] = (hi - lo) / (2 * h)\n    return g\n"


def _written(loop: str, fixed: Fixed) -> str:
    return fixed(_HEAD + "".join(f"        {line}\n" for line in loop.split("; ")) + _TAIL, unsafe=True)


@pytest.mark.parametrize(
    "loop",
    [
        "old = x[i]; x[i] = old + h; hi = f(x); x[i] = old - h; lo = f(x); x[i] = old",
        "old = float(x[i]); x[i] += h; hi = f(x); x[i] -= 2 * h; lo = f(x=x); x[i] = old",
    ],
)
def test_what_is_put_back_is_bound_anew(loop: str, fixed: Fixed) -> None:
    after = _written(loop, fixed)
    assert "x[i] =" not in after
    assert "x = ops.assign(x, i, old)" in after


@pytest.mark.parametrize(
    "loop",
    [
        "old = x[i]; x[i] = old + h; hi = f(x); x[i] = old - h; lo = f(x)",
        "old = x[i]; x[i] = old + h; hi = f(); x[i] = old - h; lo = f(); x[i] = old",
        "old = x[0]; x[i] = old + h; hi = f(x); x[i] = old - h; lo = f(x); x[i] = old",
        "old = x[i]; x[i] = old + h; hi = f(x); x[i + 1] = old - h; lo = f(x); x[i] = old",
        "old = x[i]; x[i] = old + h; hi = lo = f(x); if hi > 1: break; x[i] = old",
        "old = abs(x[i]); x[i] = old + h; hi = f(x); x[i] = old - h; lo = f(x); x[i] = old",
    ],
)
def test_what_callers_may_see_stays(loop: str, fixed: Fixed) -> None:
    assert "x = ops.assign(x" not in _written(loop, fixed)
