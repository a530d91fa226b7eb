"""NumPy's functions of constants are Python's: no tensor is made of two numbers of the source."""

from __future__ import annotations

import pytest

from purity_lint.api import fix_source

HEAD = """\
import math

import numpy as np

WIDTH, HEIGHT = 2.0, 1.5
NONE, COUNTED = 0.0, 1
COUNTED = COUNTED + 1
first, second = NONE


"""


def fixed(call: str, *, before: str = "", unsafe: bool = True) -> str:
    """What is returned by a function that returned ``call``."""
    program = f"{HEAD}def f(x: np.ndarray, n, other=1):\n    {before or 'pass'}\n    return x.sum(), {call}\n"
    source = fix_source(program, unsafe_fixes=unsafe, isolated=True).source
    return source.rpartition("return ops.sum(x), ")[2].strip()


@pytest.mark.parametrize(
    ("call", "becomes"),
    [
        ("np.deg2rad(45.0)", "math.radians(45.0)"),
        ("np.radians(-90)", "math.radians(-90)"),
        ("np.rad2deg(np.pi / 3)", "math.degrees(ops.pi / 3)"),
        ("np.arctan(0.5)", "math.atan(0.5)"),
        ("np.arctan2(1.0, 2)", "math.atan2(1.0, 2)"),
        ("np.hypot(WIDTH / 2, HEIGHT)", "math.hypot(WIDTH / 2, HEIGHT)"),
        ("np.tan(np.deg2rad(20))", "math.tan(math.radians(20))"),
        ("np.sin(math.pi / 4)", "math.sin(math.pi / 4)"),
        ("np.expm1(1e-9)", "math.expm1(1e-9)"),
    ],
)
def test_a_function_of_constants_is_pythons(call: str, becomes: str) -> None:
    assert fixed(call) == becomes


def test_a_name_that_the_function_binds_once_is_a_constant() -> None:
    assert fixed("np.deg2rad(most)", before="most = 20") == "math.radians(most)"


@pytest.mark.parametrize(
    "call",
    [
        "np.arcsin(2.0)",  # nan, where Python's raises
        "np.log1p(-1)",  # minus infinity
        "np.arctan2(x, 1.0)",
        "np.cos(n)",
        "np.cos(other)",
        "np.deg2rad(COUNTED)",
        "np.deg2rad(first)",
        "np.hypot(3, 4, dtype=np.float32)",
    ],
)
def test_of_anything_else_it_is_not(call: str) -> None:
    assert "math." not in fixed(call)


@pytest.mark.parametrize(
    "before",
    [
        "k = 1; k = 2",
        "k = 1; k += 1",
        "k = n",
        "for k in (1, 2): pass",
        "if n: k = 1",
        "with n as k: pass",
        "import numpy.linalg as k",
        "k, j = 1",
        "k: float = 1.0",
    ],
)
def test_a_name_that_may_be_bound_otherwise_is_no_constant(before: str) -> None:
    assert "math." not in fixed("np.deg2rad(k)", before=before)


def test_a_name_that_an_inner_function_binds_is_no_constant() -> None:
    before = "k = 1.0\n    def g():\n        nonlocal k\n        k = n\n    g()"
    assert "math." not in fixed("np.deg2rad(k)", before=before)


def test_what_is_bound_later_is_no_constant() -> None:
    before = "while n:\n        y = np.deg2rad(k)\n    k = 1.0"
    assert (
        "y = ops.deg2rad(k)"
        in fix_source(f"{HEAD}def f(n):\n    {before}\n", unsafe_fixes=True, isolated=True).source
    )


def test_a_safe_fix_leaves_them() -> None:
    assert fixed("np.deg2rad(45.0)", unsafe=False) == "np.deg2rad(45.0)"
