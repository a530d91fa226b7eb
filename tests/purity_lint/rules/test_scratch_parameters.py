"""Parameters that a function stores into and that no caller looks at afterwards need not be given back."""

from __future__ import annotations

import numpy as np
import pytest
from fixed_programs import ran
from snippets import Fixed

SEARCH = """\
import numpy as np


def search(grid, start):
    grid[start] = 4.0
    while np.sum(grid) < 7:
        grid[start] += 1.0
    total = np.sum(grid)
    return total * 2


def run():
    grid = np.zeros((4, 4))
    return search(grid, (1, 1))
"""
FILTER = """\
import numpy as np


def localize(px, z):
    for ip in range(px.shape[1]):
        px[:, ip] = z * px[:, ip]
    moved = px + 1.0
    return np.mean(moved), moved


def run():
    px = np.ones((3, 4))
    for z in (2.0, 3.0):
        mean, px = localize(px, z)
    return px + mean
"""


@pytest.mark.parametrize("code", [SEARCH, FILTER], ids=["dropped", "bound anew"])
def test_stores_into_what_nobody_reads_later_are_rewritten(fixed: Fixed, backend: str, code: str) -> None:
    source = fixed(code, unsafe=True)
    assert "ops.assign(" in source
    np.testing.assert_allclose(ran(source, backend), ran(code, "numpy"), rtol=1e-6)


CACHED = """\
import functools


@functools.cache
def make():
    return np.zeros((4, 4))


def run():
    grid = make()
    return search(grid, 0)
"""
CALLER = """\
import numpy as np


{before}def search(grid, start):
    grid[start] = 4.0
    total = np.sum(grid)
    return total * 2


{rest}
"""


@pytest.mark.parametrize(
    "rest",
    [
        "def run():\n    grid = np.zeros((4, 4))\n    n = search(grid, 0)\n    return grid + n",
        "def run():\n    grid = np.zeros((4, 4))\n    return search(grid, 0), grid",
        "def run():\n    grid = np.zeros((4, 4))\n    for i in range(3):\n        n = search(grid, i)\n    return n",
        "def run():\n    grid = np.zeros((4, 4))\n    row = grid[0]\n    n = search(grid, 0)\n    return row + n",
        "def run():\n    grid = other = np.zeros((4, 4))\n    n = search(grid, 0)\n    return other + n",
        "def run():\n    grids = [np.zeros((4, 4))]\n    grid = grids[0]\n    n = search(grid, 0)\n    return grids, n",
        "def run(grid):\n    return search(grid, 0)",
        "def run(a):\n    return search(a.grid, 0)",
        "def run(a):\n    return search(a[0], 0)",
        "def run(a):\n    grid = a.grid\n    return search(grid, 0)",
        "def run(a):\n    grid = a[0]\n    return search(grid, 0)",
        "def run(*a):\n    return search(*a)",
        "def run(a):\n    return a.map(search)",
        "GRID = np.zeros((4, 4))\n\n\ndef run():\n    return search(GRID, 0)",
        "def run():\n    return 1",
        "GRID = np.zeros((4, 4))\nN = search(GRID, 0)\nprint(GRID)",
        "class A:\n    def run(self):\n        self.g = grid = np.zeros((4, 4))\n        return search(grid, 0)",
        "class A:\n    def run(self, grid):\n        grid = self.g = grid * 2\n        return search(grid, 0)",
        "def run():\n    grid = np.zeros((4, 4))\n    f = lambda: grid\n    n = search(grid, 0)\n    return f() + n",
        "def run():\n    grid = np.zeros((4, 4))\n    yield grid\n    yield search(grid, 0)",
        CACHED,
    ],
)
def test_stores_into_what_somebody_may_read_stay(fixed: Fixed, rest: str) -> None:
    assert "grid[start] = 4.0" in fixed(CALLER.format(before="", rest=rest), unsafe=True)


@pytest.mark.parametrize("before", ["@jit\n", "def again(search):\n    return search\n\n\n@again\n"])
def test_of_a_decorated_function_nobody_knows_the_callers(fixed: Fixed, before: str) -> None:
    rest = "def run():\n    grid = np.zeros((4, 4))\n    return search(grid, 0)"
    assert "grid[start] = 4.0" in fixed(CALLER.format(before=before, rest=rest), unsafe=True)
