"""Code whose meaning a rewrite would change, or that only NumPy can hold, stays as it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Fixed = Callable[..., str]

SUBCLASS = """\
import numpy as np


class Quaternion(np.ndarray):
    def __new__(cls, values):
        return np.array(values, dtype=float).view(cls)

    def __mul__(self, other):
        return Quaternion(np.roll(self, 1).dot(other))


def turn(a):
    p = Quaternion([a, 0.0])
    q = Quaternion([0.0, a])
    return p * q, -p
"""
OBJECTS = """\
import numpy as np


def empty(n):
    z = np.array([[None] * n]).T
    names = np.array(["a", "b"])
    return z, names.copy()
"""
HELD = """\
from emberops import ops


class Aggregation:
    def __init__(self, both=ops.fmin):
        self.both = both


def combine(x, y, norm=ops.fmin):
    return norm(x, y), Aggregation(norm)
"""


@pytest.mark.parametrize("code", [SUBCLASS, OBJECTS, HELD], ids=["subclass", "objects", "held"])
def test_stays(code: str, fixed: Fixed) -> None:
    assert fixed(code, unsafe=True) == code


def test_what_a_variable_holds_is_rewritten_where_it_is_named(fixed: Fixed) -> None:
    with_numpy = HELD.replace("from emberops import ops", "import numpy as np").replace("ops.", "np.")
    assert fixed(with_numpy, unsafe=True) == HELD
