"""PUR305: `dtype="float"` becomes `dtype=float` where nothing else has that name, and a portable dtype elsewhere."""

from __future__ import annotations

import pytest
from snippets import Fixed

_HEAD = "from emberops import ops\n\n"


@pytest.mark.parametrize("name", ["int", "float", "complex"])
def test_the_type_is_named(fixed: Fixed, name: str) -> None:
    assert f"dtype={name})" in fixed(f"{_HEAD}x = ops.zeros(3, dtype='{name}')\n", "PUR305")


@pytest.mark.parametrize(
    "code",
    [
        "float = 3\nx = ops.zeros(3, dtype='float')\n",
        "from numbers import Real as float\n\nx = ops.zeros(3, dtype='float')\n",
        "from numbers import *\n\nx = ops.zeros(3, dtype='float')\n",
        "def float(x):\n    return x\n\n\nx = ops.zeros(3, dtype='float')\n",
        "def f(float):\n    return ops.zeros(float, dtype='float')\n",
        "def f(n):\n    def g():\n        return ops.zeros(n, dtype='float')\n\n    float = 3\n    return g, float\n",
        "f = lambda float: ops.zeros(float, dtype='float')\n",
        "class A:\n    float = 3\n    x = ops.zeros(3, dtype='float')\n",
        "def f():\n    global float\n    float = 3\n\n\nx = ops.zeros(3, dtype='float')\n",
        "match [1, 2]:\n    case [*float]:\n        x = ops.zeros(3, dtype='float')\n",
    ],
)
def test_a_name_that_stands_for_something_else_is_left_alone(fixed: Fixed, code: str) -> None:
    assert "dtype=ops.float64)" in fixed(_HEAD + code, "PUR305")
