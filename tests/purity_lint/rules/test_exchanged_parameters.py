"""PUR211: functions that exchange parameters for a while, `x0, x = x, x0`, as solvers of stable fluids do."""

from __future__ import annotations

import numpy as np
import pytest
from fixed_programs import ran
from snippets import Fixed

FLUID = """\
import numpy as np


def bound(b, x):
    x[0, :] = -x[1, :] if b == 1 else x[1, :]


def solve(b, x, x0, a):
    for _ in range(4):
        x[1:-1, 1:-1] = (x0[1:-1, 1:-1] + a * (x[:-2, 1:-1] + x[2:, 1:-1])) / (1 + 2 * a)
        bound(b, x)


def add_source(x, source, dt):
    x += dt * source


def step(x, x0, a, dt):
    add_source(x, x0, dt)
    x0, x = x, x0
    solve(0, x, x0, a)
    x0, x = x, x0
    solve(1, x, x0, a)


def run():
    x, x0 = np.zeros((6, 6)), np.ones((6, 6))
    x0[2, 2] = 5.0
    for _ in range(3):
        step(x, x0, 0.1, 0.1)
    return np.concatenate([x, x0])
"""


@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
def test_parameters_that_are_exchanged_back_are_given_back(fixed: Fixed, backend: str) -> None:
    after = fixed(FLUID, unsafe=True)
    for line in (
        "    x0, x = x, x0\n    x = solve(0, x, x0, a)\n",
        "    return x, x0\n",
        "        x, x0 = step(",
    ):
        assert line in after
    np.testing.assert_allclose(ran(after, backend), ran(FLUID, "numpy"), rtol=1e-5, atol=1e-6)


def test_a_function_that_gives_back_what_it_exchanged_is_read_so(fixed: Fixed) -> None:
    """The second run finds what the first one wrote, and no more."""
    after = fixed(FLUID, unsafe=True)
    assert fixed(after, unsafe=True) == after


SWAP = "    x0, x = x, x0\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (SWAP + "    solve(1", "    solve(1"),  # once alone
        (SWAP + "    solve(1", "    if a:\n    " + SWAP + "    solve(1"),
        (SWAP + "    solve(1", "    for _ in range(1):\n    " + SWAP + "    solve(1"),
        (SWAP + "    solve(1", "    if a > 1:\n        return\n" + SWAP + "    solve(1"),
        (SWAP + "    solve(1", "    x0, x = x, x\n    solve(1"),
        (SWAP + "    solve(0", SWAP + "    x = x * 2\n    solve(0"),
        ("        step(x, x0, 0.1, 0.1)", "        step(x, x, 0.1, 0.1)"),
        ("        step(x, x0, 0.1, 0.1)", "        step(x, x0[:], 0.1, 0.1)"),
    ],
)
def test_stores_stay_where_names_do_not_come_back(fixed: Fixed, old: str, new: str) -> None:
    assert old in FLUID
    after = fixed(FLUID.replace(old, new), unsafe=True)
    assert "        x[1:-1, 1:-1] = " in after
    assert "    return x, x0" not in after


def test_what_is_changed_under_the_other_name_is_known(fixed: Fixed) -> None:
    """`v` alone is changed, though `u[0] = n` is what stands there; in a loop, both are."""
    code = """\
import numpy as np


def change(u, v, n):
    u, v = v, u
    u[0] = n
    u, v = v, u


def turn(u, v, n):
    for k in range(n):
        u[0] = k
        u, v = v, u


def run():
    u, v = np.zeros(3), np.ones(3)
    change(u, v, 7)
    w = np.ones(3)
    turn(u, w, 4)
    return np.concatenate([u, v, w])
"""
    after = fixed(code, unsafe=True)
    assert "    v = change(u, v, 7)\n" in after
    assert "        u[0] = k\n" in after
    assert ran(after, "numpy").tolist() == ran(code, "numpy").tolist()
