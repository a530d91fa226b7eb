"""A formula is rewritten whole, or left whole: safe fixes leave none that is half NumPy's and half of ops."""

from __future__ import annotations

import pytest
from differential import SAFE, UNSAFE, fixed

import purity_lint

_HEAD = "import numpy as np\n\n\ndef f(x: np.ndarray, y: np.ndarray, c):\n    return "
_LEFT = (
    "x * np.sin(y) + c",
    "(np.mean(x) - c) @ np.eye(3)",
    "np.sqrt(np.sum(c * x))",
    "np.linalg.solve(x, c.T @ np.sin(y))",
    "(np.cos(x) * c).sum()",
    "np.where(c > x, np.sin(x), 0.0)",
    "np.stack([x, np.cos(x) * c])",
    "-np.sin(x)[0] * c",
    "np.r_[np.sin(x), np.cos(y)], c * x",
)
_MOVED = {
    "c, x * np.sin(y)": "c, ops.multiply(x, ops.sin(y))",
    "x[c] * np.sin(y)": "ops.multiply(x[c], ops.sin(y))",
    "print(c * x, np.sin(y))": "print(c * x, ops.sin(y))",
    "np.sum(x) * np.sqrt(2 / np.pi)": "ops.multiply(ops.sum(x), np.sqrt(2 / np.pi))",
}


@pytest.mark.parametrize("formula", _LEFT)
def test_what_is_in_doubt_leaves_the_formula_as_it_is(formula: str) -> None:
    after = fixed(_HEAD + formula + "\n", SAFE).after
    assert after.endswith(f"return {formula}\n")
    assert "np." not in fixed(_HEAD + formula + "\n", UNSAFE).after


def test_what_is_added_to_is_part_of_the_formula() -> None:
    code = "import numpy as np\n\n\ndef f(x: np.ndarray, c):\n    c += np.sin(x) * 2.0\n    return c\n"
    assert "    c += np.sin(x) * 2.0\n" in fixed(code, SAFE).after
    assert "np." not in fixed(code, UNSAFE).after


@pytest.mark.parametrize("formula", _MOVED)
def test_formulas_beside_it_are_moved(formula: str) -> None:
    assert fixed(_HEAD + formula + "\n", SAFE).after.endswith(f"return {_MOVED[formula]}\n")


_OPERATORS_STAY = {
    "c(x) * (x + y) - np.cos(x) / y": "c(x) * (x + y) - ops.cos(x) / y",
    "x @ c.values.frame + x * 2 - np.sin(x)": "x @ c.values.frame + x * 2 - ops.sin(x)",
    "np.sum(-x * y + c(y) * np.sqrt(x))": "ops.sum(-x * y + c(y) * ops.sqrt(x))",
}
_OPERATORS_GO = {
    "c(x * 2), x + y": "c(ops.multiply(x, 2)), ops.add(x, y)",
    "c(y) + len(x) * 2, x * y": "c(y) + len(x) * 2, ops.multiply(x, y)",
    "print(c(x) * y, x - y)": "print(c(x) * y, ops.subtract(x, y))",
}


@pytest.mark.parametrize("formula", [*_OPERATORS_STAY, *_OPERATORS_GO])
def test_an_operator_that_must_stay_keeps_those_of_its_formula(formula: str) -> None:
    code = "import pandas as pd\n" + _HEAD + formula + "\n"
    expected = {**_OPERATORS_STAY, **_OPERATORS_GO}[formula]
    assert fixed(code, UNSAFE).after.endswith(f"return {expected}\n")


@pytest.mark.parametrize(
    ("default", "whole"), [('"float32"', True), ('"f8"', True), ('"object"', False), ('"U5"', False)]
)
def test_a_dtype_that_names_numbers_by_default_leaves_no_half_of_a_formula(default: str, whole: bool) -> None:
    code = (
        "import numpy as np\n\n\n"
        f"def grid(points, pad: float = 0.0, dtype: str = {default}):\n"
        "    return np.array(points, dtype=dtype) - pad\n"
    )
    fixed = purity_lint.fix_source(code, isolated=True, unsafe_fixes=True).source
    assert ("ops.subtract(" in fixed) is whole
    assert "ops.subtract(" not in purity_lint.fix_source(code, isolated=True).source


_OF_CLASSES = """\
import cvxpy as cp
import numpy as np


class Components:
    __array_ufunc__ = None

    def __init__(self, parts):
        self.parts = parts

    def __rmul__(self, other):
        return Components([other * part for part in self.parts])


def f(x: np.ndarray, y: np.ndarray, n):
    v = cp.Variable((n, n))
    return {formula}
"""


@pytest.mark.parametrize(
    "formula",
    [
        "2 * x * y * Components([x, y])",
        "-x[0] - cp.sum(v[0, 1:])",
        "v[0, 0] == (1 - x * y) @ v",
        "v - (x + y)",
    ],
)
def test_what_a_class_means_by_an_operator_leaves_the_others(formula: str) -> None:
    code = _OF_CLASSES.format(formula=formula)
    assert f"return {formula}\n" in fixed(code, UNSAFE).after


def test_operators_before_a_call_that_gives_an_instance_go() -> None:
    after = fixed(_OF_CLASSES.format(formula="Components(x + y), x * y"), UNSAFE).after
    assert "return Components(ops.add(x, y)), ops.multiply(x, y)\n" in after


def test_what_a_function_of_numbers_gives_is_rewritten_whole() -> None:
    head = "import numpy as np\n\n\ndef f(n: int, b: float) -> float:\n"
    code = f"{head}    return 1.0 / np.sum(np.exp(np.arange(n) * b))\n"
    formula = "ops.divide(1.0, ops.sum(ops.exp(ops.multiply(ops.arange(n), b))))"
    assert fixed(code, SAFE).after.endswith(f"return {formula}\n")
    assert fixed(code, UNSAFE).after.endswith(f"return ops.item({formula})\n")
