"""PUR212: where `nonlocal` and `global` statements go, and which arrays get none."""

from __future__ import annotations

import pytest
from snippets import Fixed, Lines

_HEAD = "import numpy as np\n\nx = np.zeros(3)\n\n\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f(i):\n    x[i] = 1\n", "def f(i):\n    global x\n    x[i] = 1\n"),
        (
            "def f(i):\n    '''Count.'''\n\n    # a comment of the store\n    x[i] = 1\n",
            "def f(i):\n    '''Count.'''\n\n    global x\n    # a comment of the store\n    x[i] = 1\n",
        ),
        (
            "def f(i):\n    @cache\n    def g():\n        return 1\n    x[i] = g()\n",
            "def f(i):\n    global x\n    @cache\n    def g():\n        return 1\n    x[i] = g()\n",
        ),
        (
            "def f(i):\n    class A:\n        pass\n    x[i] = 1\n",
            "def f(i):\n    global x\n    class A:\n        pass\n    x[i] = 1\n",
        ),
    ],
)
def test_the_declaration_comes_first(fixed: Fixed, before: str, after: str) -> None:
    assert fixed(_HEAD + before, "PUR212", unsafe=True) == _HEAD + after


@pytest.mark.parametrize(
    "code",
    [
        "def outer(y):\n    y = np.asarray(y)\n    def f(i):\n        y[i] = 1\n    f(0)\n",
        "from module import y\n\n\ndef f(i):\n    y[i] = 1\n",
        "def f(i):\n    x = np.zeros(3)\n    x[i] = 1\n",
        "def f(i):\n    x[i] == 1\n",
        "def delay(n):\n    y = np.zeros(n)\n    def f(i):\n        y[i] = 1\n    return f, y\n",
        "def delay(n):\n    y = np.zeros(n)\n    def f(i):\n        y[i] = 1\n    return {'f': f, 'y': y}\n",
    ],
)
def test_what_a_new_array_would_not_reach_is_left_alone(lines: Lines, code: str) -> None:
    assert lines(_HEAD + code, "PUR212") == []


def test_an_array_that_leaves_without_its_function_is_declared(lines: Lines) -> None:
    code = "def solve(n):\n    y = np.zeros(n)\n    def f(i):\n        y[i] = 1\n    f(0)\n    return y\n"
    assert lines(_HEAD + code, "PUR212") == [(9, "PUR212")]


@pytest.mark.parametrize(
    ("inner", "after"),
    [("def fill(): x[0] = 1", "pass"), ("def fill():\n        x[0] = 1", "y = x")],
)
def test_nothing_is_declared_without_a_line_for_it_or_beside_another_name(
    inner: str, after: str, fixed: Fixed
) -> None:
    code = (
        "import numpy as np\n\n\ndef f():\n    x = np.zeros(3)\n"
        f"    {inner}\n    {after}\n    fill()\n    return x\n"
    )
    assert "nonlocal" not in fixed(code, unsafe=True)
