"""Arrays that are made without values and filled by the next statement."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from emberops import ops
from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

HEAD = "import numpy as np\n\n\ndef f(x: np.ndarray, v, shape):\n"


def fixed(*statements: str, unsafe: bool = True) -> str:
    """What a function of these statements becomes."""
    code = HEAD + "".join(f"    {line}\n" for line in (*statements, "return y"))
    settings = Settings(root=Path.cwd(), unsafe_fixes=unsafe)
    outcome = fix(source_from_bytes(code.encode(), Path("a.py"), None), settings)
    assert not outcome.errors
    return outcome.after


@pytest.mark.parametrize(
    ("made", "value", "after"),
    [
        ("np.empty_like(x)", "0", "ops.full_like(x, 0)"),
        ("np.empty_like(x, dtype=bool)", "True", "ops.full_like(x, True, dtype=bool)"),
        ("np.empty(shape)", "0.5", "ops.full(shape, 0.5)"),
        ("np.empty(shape)", "0", "ops.full(shape, 0.0)"),
        ("np.empty(shape)", "np.nan", "ops.full(shape, ops.nan)"),
        ("np.empty(shape, dtype=x.dtype)", "3", "ops.full(shape, 3, dtype=x.dtype)"),
    ],
)
def test_an_array_is_made_full(made: str, value: str, after: str) -> None:
    code = fixed(f"y = {made}", f"y.fill({value})", unsafe=False)
    assert f"    y = {after}\n    return y\n" in code


def test_a_value_that_may_be_an_array_is_for_people_to_look_at() -> None:
    statements = ("y = np.empty_like(x)", "y.fill(v)")
    assert "y = ops.full_like(x, v)\n    return y" in fixed(*statements)
    assert "full_like" not in fixed(*statements, unsafe=False)


@pytest.mark.parametrize(
    "statements",
    [
        ("y = np.empty(shape)", "y.fill(v)"),  # of which dtype would it be?
        ("y = np.empty_like(x)", "y.fill(y.size)"),
        ("y = np.empty_like(x)", "z = y", "y.fill(0)"),
        ("y = np.empty_like(x, order='F')", "y.fill(0)"),
        ("y = np.zeros_like(x)", "y.fill(1)"),
        ("y = np.empty_like(x)", "x.fill(0)"),
        ("y = np.empty_like(x)", "if v:", "    y.fill(0)"),
        ("y = z = np.empty_like(x)", "y.fill(0)"),
    ],
)
def test_what_is_filled_elsewhere_stays_two_statements(statements: tuple[str, ...]) -> None:
    assert "full" not in fixed(*statements)


@pytest.mark.parametrize("dtype", ["float64", "int32", "bool"])
@pytest.mark.parametrize("value", [0, 1, 2.5])
def test_it_holds_what_fill_stores(dtype: str, value: float) -> None:
    x = np.ones((2, 3), dtype)
    y = np.empty_like(x)
    y.fill(value)
    z = ops.full_like(x, value)
    assert z.dtype == y.dtype
    assert (np.asarray(z) == y).all()
