"""PUR206: arrays that go round between names, as in loops over time steps, are stored into by the name they have."""

from __future__ import annotations

import pytest
from snippets import Fixed


@pytest.mark.parametrize(
    ("exchange", "private"),
    [
        ("u, v = v, u", True),
        ("u, v, w = v, w, u", True),
        ("u, v = v, v", True),
        ("u, v, w = v, u, u", False),
        ("w, v = v, u", False),
        ("t = u; u = v; v = t", True),
        ("t = u; u = v; v = w; w = t", True),
        ("t = u; u = v; v = t; print(t)", False),
        ("u = v", True),
        ("u = v; v = w", False),
    ],
)
def test_arrays_that_change_their_names_have_one_each(fixed: Fixed, exchange: str, private: bool) -> None:
    code = f"""\
import numpy as np


def run(n):
    u, v, w = np.zeros(n), np.ones(n), np.ones(n)
    for k in range(3):
        v[0] = k
        {exchange}
    return u, w
"""
    assert ("v = ops.assign(v, 0, k)" in fixed(code, "PUR206", unsafe=True)) == private


def test_an_array_that_somebody_else_holds_stays_so_in_an_exchange(fixed: Fixed) -> None:
    code = """\
import numpy as np


def run(given, n):
    u, v = given, np.ones(n)
    for k in range(3):
        v[0] = k
        u, v = v, u
    return v
"""
    assert "v[0] = k" in fixed(code, "PUR206", unsafe=True)


@pytest.mark.parametrize("exchange", ["v, u = u, v", "v, u = u, v; u, v = v, u", "t = u; u = v; v = t"])
def test_parameters_that_change_their_names_are_still_the_callers(fixed: Fixed, exchange: str) -> None:
    code = f"""\
import numpy as np


def smooth(x: np.ndarray, n):
    x[1:] = n


def diffuse(u, n):
    smooth(u, n)


def run(u: np.ndarray, v: np.ndarray, n):
    {exchange}
    diffuse(v, n)
    v[0] = n
    smooth(u, n)
"""
    after = fixed(code, "PUR2", unsafe=True)
    assert "v[0] = n" in after
    assert "x[1:] = n" in after
    assert "u = smooth(u, n)" not in after


WAVE = """\
import numpy as np


class Wave:
    def __init__(self, n):
        self.u, self.old, self.new = np.zeros(n), np.zeros(n), np.zeros(n)

    def step(self):
        self.new[1:] = 2 * self.u[1:] - self.old[:-1]
        {exchange}

    def shown(self):
        return self.{shown}
"""


@pytest.mark.parametrize(
    ("exchange", "shown", "private"),
    [
        ("self.old, self.u, self.new = self.u, self.new, self.old", "u", True),
        ("t = self.old; self.old = self.u; self.u = self.new; self.new = t", "u", True),
        ("self.last = self.new", "last", False),
        ("self.old = self.u; self.u = self.new", "u", False),
    ],
)
def test_attributes_that_change_their_arrays(fixed: Fixed, exchange: str, shown: str, private: bool) -> None:
    after = fixed(WAVE.format(exchange=exchange, shown=shown), "PUR206", unsafe=True)
    assert ("self.new = ops.assign(self.new" in after) == private


HEAT = """\
import numpy as np


class Heat:
    def __init__(self, n):
        self.u, self.new = np.linspace(0, 1, n), np.zeros(n)

    def step(self, keep):
        u, new = self.u, self.new
        new[1:-1] = u[2:] - 2 * u[1:-1] + u[:-2]
        new[0] = 1
        self.u, self.new = new, u


def run():
    heat = Heat(7)
    for _ in range(3):
        heat.step([])
    return heat.u
"""


@pytest.mark.parametrize(
    ("old", "new", "private"),
    [
        ("", "", True),
        ("u, new = self.u, self.new\n", "u = self.u\n        new = self.new\n", True),
        ("self.u, self.new = new, u\n", "self.u = new\n        self.new = u\n", True),
        (
            "        new[0] = 1\n",
            "        for _ in keep:\n            new, u = u, new\n        new[0] = 1\n",
            True,
        ),
        ("        new[0] = 1\n", "        new[0] = 1\n        keep.append(self.new)\n", False),
        ("        new[0] = 1\n", "        u = new\n        new[0] = 1\n", False),
        ("        new[0] = 1\n", "        new = keep[0]\n        new[0] = 1\n", False),
        ("self.u, self.new = new, u\n", "self.u = self.new = new\n", False),
        ("self.u, self.new = new, u\n", "self.u, self.old = new, u\n", False),
        ("self.u, self.new = new, u\n", "if keep:\n            self.u, self.new = new, u\n", False),
        ("self.u, self.new = np.linspace(0, 1, n), np.zeros(n)", "self.u = self.new = np.zeros(n)", False),
    ],
)
def test_attributes_that_change_their_arrays_by_names(
    fixed: Fixed, old: str, new: str, private: bool
) -> None:
    assert old in HEAT
    after = fixed(HEAT.replace(old, new), "PUR206", unsafe=True)
    assert ("new = ops.assign(new, 0, 1)" in after) == private
