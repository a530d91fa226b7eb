"""PUR210 and PUR211: functions that are handed a row of an array to change, `slope(y, self.k[0])`."""

from __future__ import annotations

import numpy as np
import pytest
from fixed_programs import ran
from snippets import Fixed

SOLVER = """\
import numpy as np


def slope(y, out):
    out[0] = y[1]
    out[1] = -y[0]


class Solver:
    def __init__(self, n):
        self.k = np.zeros((2, n))

    def step(self, y, h):
        slope(y, self.k[0])
        slope(y + h * self.k[0], self.k[1])
        return y + h / 2 * (self.k[0] + self.k[1])


def run():
    solver = Solver(2)
    y = np.array([1.0, 0.0])
    for _ in range(10):
        y = solver.step(y, 0.1)
    table = np.zeros((2, 3, 2))
    for i in range(3):
        slope(y * i, table[0, i])
        slope(y + i, table[1][i, :])
    return np.concatenate([y, table.ravel()])
"""


@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
def test_rows_that_a_function_changes_are_put_back(fixed: Fixed, backend: str) -> None:
    after = fixed(SOLVER, unsafe=True)
    for line in (
        "        self.k = ops.assign(self.k, 0, slope(y, self.k[0]))\n",
        "        table = ops.assign(table, (0, i), slope(ops.multiply(y, i), table[0, i]))\n",
        "        table = ops.assign(table, (1, i, slice(None)), slope(ops.add(y, i), table[1][i, :]))\n",
    ):
        assert line in after
    np.testing.assert_allclose(ran(after, backend), ran(SOLVER, "numpy"), rtol=1e-5, atol=1e-6)


def test_safe_fixes_leave_calls_and_stores(fixed: Fixed) -> None:
    after = fixed(SOLVER)
    assert "        slope(y, self.k[0])\n" in after
    assert "    out[0] = y[1]\n" in after


LOOP = "        slope(y * i, table[0, i])\n"


@pytest.mark.parametrize(
    "call",
    [
        "slope(y, table[0, [1]])",
        "slope(y, table[0, table[0, :, 0] > 1][0])",
        "slope(y, table[0, int(input())])",
        "slope(y, table.T[0, 0])",
        "slope(y, {'a': table}['a'][0, i])",
        "print(slope(y, table[0, i]))",
        "other = table; slope(y, table[0, i]); print(other)",
    ],
)
def test_stores_stay_where_a_row_cannot_be_put_back(fixed: Fixed, call: str) -> None:
    assert LOOP in SOLVER
    after = fixed(SOLVER.replace(LOOP, f"        {call}\n"), unsafe=True)
    assert "    out[0] = y[1]\n" in after
    assert "slope(y, self.k[0])" in after
    assert "self.k = " not in after.partition("def step")[2]


def test_a_row_of_a_parameter_stays(fixed: Fixed) -> None:
    """Whoever handed in the array would miss the change."""
    code = SOLVER.replace("def run():", "def first(table, y):\n    slope(y, table[0])\n\n\ndef run():")
    assert "    out[0] = y[1]\n" in fixed(code, unsafe=True)


def test_items_of_lists_are_bound_as_before(fixed: Fixed) -> None:
    code = """\
import numpy as np


def fill(out, n):
    out[:] = n


def run(n):
    rows = [np.zeros(n) for _ in range(3)]
    fill(rows[0], n)
    return rows[0]
"""
    assert "    rows[0] = fill(rows[0], n)\n" in fixed(code, unsafe=True)
