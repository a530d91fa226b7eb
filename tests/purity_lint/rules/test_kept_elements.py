"""PUR213: elements that are kept while something stores into their array, in the function or in one that it calls."""

from __future__ import annotations

import pytest
from snippets import Lines

_HEAD = """\
import numpy as np
from emberops import ops


def partition(x, low, high):
    x[low], x[high] = x[high], x[low]
    return low


def total(x):
    return sum(x)


"""


@pytest.mark.parametrize(
    ("body", "flagged"),
    [
        ("first = x[0]\n    x[0] = 1\n    return first", True),
        ("first = x[0]\n    k = partition(x, 0, n - 1)\n    return first, k", True),
        ("first = x[0]\n    k = total(x)\n    return first, k", False),
        ("first = x[0]\n    y = np.zeros(n)\n    y[0] = 1\n    return first, y", False),
        ("first = x[0]\n    print(first)\n    x[0] = 1\n    return x", False),
        ("y = np.zeros((n, n))\n    first = y.T[0, 1]\n    y[1, 0] = 2\n    return first", True),
        ("for k in range(3):\n        x[k] = ops.add(x[k + 1], x[k + 2])\n    return x", False),
        (
            "seen = set()\n    for k in range(3):\n        seen.add(x[0])\n        x[0] = k\n    return seen",
            True,
        ),
        ("y = np.zeros((n, n))\n    first = y[0, 1:]\n    y[0, 1] = 2\n    return first", False),
    ],
)
def test_what_changes_the_array_is_found(lines: Lines, body: str, flagged: bool) -> None:
    code = f"{_HEAD}def f(n):\n    x = np.arange(n, dtype=float)\n    {body}\n"
    below = _HEAD.count("\n")
    assert any(line > below for line, _ in lines(code, "PUR213")) == flagged


@pytest.mark.parametrize(("place", "flagged"), [("(0, 1)", True), ("(0,)", False), ("(0, slice(2))", False)])
def test_a_tuple_of_integers_by_name_takes_an_element(lines: Lines, place: str, flagged: bool) -> None:
    body = f"x = np.zeros((n, n))\n    at = {place}\n    first = x[at]\n    x[0, 1] = 1\n    return first\n"
    found = lines(f"import numpy as np\n\n\ndef f(n):\n    {body}", "PUR213")
    assert bool(found) == flagged
