"""Functions that leave some elements out: `np.divide(x, y, out=..., where=y != 0)`."""

from __future__ import annotations

import numpy as np
import pytest
from snippets import Fixed

from emberops import ops

RATIO = """\
import numpy as np


def ratio(x: np.ndarray, y: np.ndarray, known: np.ndarray):
    safe = np.divide(x, y, out=np.zeros_like(x), where=y != 0)
    return safe, np.log(y, where=y > 0, out=known)
"""


def test_a_guarded_function_becomes_a_choice(fixed: Fixed) -> None:
    code = fixed(RATIO, unsafe=True)
    assert "safe = ops.where(y != 0, ops.divide(x, ops.where(y != 0, y, 1)), ops.zeros_like(x))" in code
    assert "np.log(y, where=y > 0, out=known)" in code


SCALED = """\
import numpy as np


def scaled(x, y):
    x = np.ones(3) * x
    y = np.asarray(y)
    {statement}
    return x
"""
CHOSEN = "ops.where(y != 0, ops.divide(x, ops.where(y != 0, y, 1)), x)"


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("x = 3.0 * np.divide(x, y, out=x, where=y != 0)", f"x = ops.multiply(3.0, {CHOSEN})"),
        ("x = np.divide(x, y, out=x, where=y != 0)", f"x = ops.assign(x, ..., {CHOSEN})"),
        (
            "x = 3.0 * np.divide(x, y, out=x, where=np.hypot(x, y) > 2)",
            "ops.where(ops.hypot(x, y) > 2, ops.divide(x, ops.where(ops.hypot(x, y) > 2, y, 1)), x)",
        ),
        (
            "x = np.multiply(x, y, out=x, where=np.hypot(x, y) > 2)",
            "x = ops.assign(x, ..., ops.where(ops.hypot(x, y) > 2, ops.multiply(x, y), x))",
        ),
        (
            "x = np.divide(x, y, out=x, where=np.reshape(y, -1) > 0)",
            "ops.where(ops.reshape(y, -1) > 0, ops.divide(x, ops.where(ops.reshape(y, -1) > 0, y, 1)), x)",
        ),
    ],
)
def test_an_array_that_its_name_leaves_is_chosen_from(fixed: Fixed, statement: str, expected: str) -> None:
    before = SCALED.format(statement=statement)
    after = fixed(before, unsafe=True)
    assert expected in after
    given = [0.5, -4.0, 3.0], [2.0, 0.0, 4.0]
    np.testing.assert_array_equal(_run(before, *given), ops.to_numpy(_run(after, *given)))


def _run(code: str, x: list[float], y: list[float]) -> object:
    names: dict[str, object] = {}
    exec(code, names)
    scaled = names["scaled"]
    assert callable(scaled)
    return scaled(x, y)


@pytest.mark.parametrize(
    "statement",
    [
        "x = 3.0 * np.divide(x, y, out=x, where=y != 0) + x",
        "z = x; x = 3.0 * np.divide(x, y, out=x, where=y != 0); x = x + z",
        "z = 3.0 * np.divide(x, y, out=x, where=y != 0)",
        "x = 3.0 * np.divide(x, y, out=x, where=np.hypot(x, np.abs(y)) > 2)",
    ],
)
def test_an_array_that_somebody_reads_stays_a_store(fixed: Fixed, statement: str) -> None:
    assert "np.divide(x, y, out=x, where=" in fixed(SCALED.format(statement=statement), unsafe=True)
