"""Numbers that are computed one by one keep their operators; formulas of arrays, and what only looks alike, do not."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

HEAD = "import math\n\nfrom emberops import ops\n\n\n"


def _fixed(body: str) -> str:
    """The body of a function of tensors after all fixes, without the imports before it."""
    code = f"{HEAD}def f(x: ops.Tensor, y: ops.Tensor, i: int, k: float):\n"
    code += "".join(f"    {line}\n" for line in dedent(body).strip().splitlines())
    outcome = fix(source_from_bytes(code.encode(), Path("f.py"), None), Settings(unsafe_fixes=True))
    assert not outcome.errors
    _, _, after = outcome.after.partition("k: float):\n")
    return dedent(after).strip()


KEPT = [
    "return math.hypot(x[0] - y[0], x[1] - y[1])",
    "return x[2] + 0.5 * k * math.sin(x[2])",
    "return math.atan2(x[1, 0], x[0, 0]) - k * x[0, i]",
    "dx = x[0] - y[i]\ndy = x[1] - y[1]\nreturn math.atan2(dy, dx), dx**2 + dy**2",
    "if x[i] > k and not x[0] / 2 <= 1:\n    return -x[i] + len(y) * x[0]",
    "total = 0.0\nfor j in range(9):\n    if x[j] > 0:\n        total = total + x[j] * k\nreturn total",
    "return abs(math.cos(x[0])) * abs(x[0])",
    "v = x[0] if k else x[1]\nreturn math.exp(v) * v",
]


@pytest.mark.parametrize("body", KEPT)
def test_operators_of_elements_stay(body: str) -> None:
    assert _fixed(body) == body


WALKED = [
    # the variable of a loop is an element
    "total = 0.5\nfor v in ops.linspace(0, 1, 9):\n    total = v * total * (1 - total)\nreturn total",
    # elements read by the places of a loop, and those around it
    """
    grid = ops.linspace(0, 1, 9)
    step = grid[1] - grid[0]
    rate = k / step**2
    total = 0.0
    for j in range(1, 8):
        total = total + rate * (grid[j + 1] - 2 * grid[j] + grid[j - 1])
    return total
    """,
    "table = ops.zeros((3, 4))\nfor j in range(3):\n    k = k + table[j, 0] * 2\nreturn k",
]


@pytest.mark.parametrize("body", WALKED)
def test_operators_of_elements_that_a_loop_goes_through_stay(body: str) -> None:
    assert _fixed(body) == dedent(body).strip()


def test_other_libraries_elements_are_not_left_to_operators_for_a_loop() -> None:
    loop = "    for j in range(3):\n        s = s + x[j] * 2\n    return s\n"
    code = f"import torch\n\n\ndef f():\n    x, s = torch.zeros(3), 0.0\n{loop}"
    outcome = fix(source_from_bytes(code.encode(), Path("f.py"), None), Settings(unsafe_fixes=True))
    assert "ops.multiply(x[j], 2)" in outcome.after


STORED = [
    # one element after the other, of arrays of which nothing else is known
    (
        "v = ops.zeros(9)\nfor j in range(1, 9):\n    v[j] = v[j - 1] + k * (x[j - 1] - y[j])\nreturn v",
        "v = ops.zeros(9)\nfor j in range(1, 9):\n"
        "    v = ops.assign(v, j, v[j - 1] + k * (x[j - 1] - y[j]))\nreturn v",
    ),
    # a state beside what has as many axes as the caller likes
    (
        "z, w = ops.zeros(2), ops.zeros_like(x)\n"
        "for j in range(9):\n    w[j] = y[0] * x[j] + z[0]\n    z[1] = y[1] * x[j] - w[j]\nreturn w",
        "z, w = ops.zeros(2), ops.zeros_like(x)\nfor j in range(9):\n"
        "    w = ops.assign(w, j, y[0] * x[j] + z[0])\n    z = ops.assign(z, 1, y[1] * x[j] - w[j])\nreturn w",
    ),
    # what an elementwise function makes one number of is one, and so is an element that has a name until it is stored
    (
        "v = ops.zeros(9)\nwhile k > 1:\n    d = v[i]\n    v[i] = d + ops.exp(-x[i])\n    k -= 1\nreturn v",
        "v = ops.zeros(9)\nwhile k > 1:\n    d = v[i]\n"
        "    v = ops.assign(v, i, d + ops.exp(-x[i]))\n    k -= 1\nreturn v",
    ),
    # a row is none, nor is what is stored once, or into an array whose axes nobody knows
    (
        "v = ops.zeros((9, 3))\nfor j in range(9):\n    v[j] = x[j] * k\nreturn v",
        "v = ops.zeros((9, 3))\nfor j in range(9):\n    v = ops.assign(v, j, ops.multiply(x[j], k))\nreturn v",
    ),
    (
        "v = ops.zeros(9)\nv[i] = x[i] * k\nreturn v",
        "v = ops.zeros(9)\nv = ops.assign(v, i, ops.multiply(x[i], k))\nreturn v",
    ),
    (
        "v = ops.zeros_like(x)\nfor j in range(9):\n    v[j] = x[j] * k\nreturn v",
        "v = ops.zeros_like(x)\nfor j in range(9):\n    v = ops.assign(v, j, ops.multiply(x[j], k))\nreturn v",
    ),
]


@pytest.mark.parametrize(("body", "expected"), STORED)
def test_what_is_stored_into_one_element_after_the_other_is_a_number(body: str, expected: str) -> None:
    assert _fixed(body) == expected


def test_elements_of_a_state_that_a_base_class_reaches_before_it_is_made() -> None:
    code = dedent(
        """
        from emberops import ops


        class Effect:
            def __call__(self, x: ops.Tensor):
                return self.process(x)


        class Filter(Effect):
            def __init__(self, n):
                self.buffer, self.place = ops.zeros(2), 0

            def process(self, block):
                for n in range(len(block)):
                    self.buffer[self.place] = self.buffer[self.place] / 2 + block[n]
                    self.place = (self.place + 1) % len(self.buffer)
        """
    )
    outcome = fix(source_from_bytes(code.encode(), Path("f.py"), None), Settings(unsafe_fixes=True))
    assert (
        "ops.assign(self.buffer, self.place, self.buffer[self.place] / 2 + block[n])"
        in outcome.after.replace("\n                ", "")
    )


REWRITTEN = [
    # a loop that goes through nothing, and one that goes through rows
    (
        "v = ops.zeros(3)\nfor _ in range(3):\n    k = k + v[0] * 2\nreturn k",
        "v = ops.zeros(3)\nfor _ in range(3):\n    k = ops.add(k, ops.multiply(v[0], 2))\nreturn k",
    ),
    (
        "for row in ops.zeros((3, 4)):\n    k = row * 2\nreturn k",
        "for row in ops.zeros((3, 4)):\n    k = ops.multiply(row, 2)\nreturn k",
    ),
    # what a reduction gives, beside elements
    (
        "v, s = ops.zeros(3), ops.sum(x)\nfor j in range(3):\n    k = s * 2 + v[j] * 2\nreturn k",
        "v, s = ops.zeros(3), ops.sum(x)\n"
        "for j in range(3):\n    k = ops.add(ops.multiply(s, 2), v[j] * 2)\nreturn k",
    ),
    # nothing says that a row is a number
    ("return x[0] * 2", "return ops.multiply(x[0], 2)"),
    # a row of the matrix whose element is a number
    ("return math.cos(x[0, 1]) + x[0]", "return ops.add(math.cos(x[0, 1]), x[0])"),
    # a slice, and a place that is an array
    ("return math.cos(x[0]) * x[1:]", "return ops.multiply(math.cos(x[0]), x[1:])"),
    ("return math.cos(x[0]) * x[y]", "return ops.multiply(math.cos(x[0]), x[y])"),
    # what a method makes of numbers, and a function of the project, may be an array
    (
        "return x.unsqueeze(1) / y.unsqueeze(0)",
        "return ops.divide(ops.expand_dims(x, 1), ops.expand_dims(y, 0))",
    ),
    ("return grid(3) * x[0] if x[0] > 0 else x", "return ops.multiply(grid(3), x[0]) if x[0] > 0 else x"),
    # an element of a list of what reductions give
    (
        "errors = [ops.mean(x), ops.mean(y)]\nreturn errors[-2] - errors[-1]",
        "errors = [ops.mean(x), ops.mean(y)]\nreturn ops.subtract(errors[-2], errors[-1])",
    ),
    # an element and an array
    ("return math.cos(x[0]) * y", "return ops.multiply(math.cos(x[0]), y)"),
    # what a reduction gives stands in formulas of arrays
    ("return x[0] / ops.sum(x) if x[0] > 0 else 0", "return ops.divide(x[0], ops.sum(x)) if x[0] > 0 else 0"),
    # what is declared to be an array, also where `math` is called with it
    ("return math.sqrt(x) * 2", "return ops.multiply(ops.sqrt(x), 2)"),
    ("x *= 2\nreturn x", "x = ops.assign_multiply(x, ..., 2)\nreturn x"),
    # what the backends do not agree on
    ("return math.cos(x[0]) + x[0] % 2 + x[0] // 3", None),
    # elements of another array, and what a loop over rows gives
    ("return math.cos(x[0]) * y[0]", "return ops.multiply(math.cos(x[0]), y[0])"),
    ("return [row * 2 for row in x if x[0] > 0]", "return [ops.multiply(row, 2) for row in x if x[0] > 0]"),
]


@pytest.mark.parametrize(("body", "expected"), REWRITTEN)
def test_what_looks_alike_becomes_calls(body: str, expected: str | None) -> None:
    found = _fixed(body)
    if expected is None:
        assert "ops.remainder(x[0], 2)" in found
        assert "ops.floor_divide(x[0], 3)" in found
    else:
        assert found == expected


def test_a_number_is_bound_anew() -> None:
    """PyTorch's `x[0]` is a view, in which `+=` would change the array."""
    found = _fixed("v = x[0] - k\nif v > k:\n    v += y[i] * k\n    v *= 1 + k\nreturn v if y[i] > 0 else x")
    assert found == (
        "v = x[0] - k\nif v > k:\n    v = v + y[i] * k\n    v = v * (1 + k)\nreturn v if y[i] > 0 else x"
    )


def test_what_may_be_a_row_of_one_element_is_not_bound_anew() -> None:
    body = "v = x[0]\nif v > k:\n    v += k\nreturn x"
    assert _fixed(body) == body


def test_functions_of_math_are_reported_all_the_same() -> None:
    code = f"{HEAD}def f(x: ops.Tensor):\n    return math.cos(x[0])\n"
    outcome = fix(source_from_bytes(code.encode(), Path("f.py"), None), Settings(unsafe_fixes=True))
    assert [finding.code for finding in outcome.remaining] == ["PUR301"]
