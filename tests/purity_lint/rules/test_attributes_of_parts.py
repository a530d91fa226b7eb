"""Arrays of an object that another one holds, changed by a name: ``x = self.p.x``, then ``x[0] = 1``."""

from __future__ import annotations

import pytest
from snippets import Fixed

_CODES = ("PUR101", "PUR103", "PUR202", "PUR206")
_PARTS = """\
from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd
from emberops import ops


@dataclass
class Parts:
    x: ops.Tensor
    v: ops.Tensor


class Pair(NamedTuple):
    x: ops.Tensor


class Box:
    def __init__(self, n):
        self.p = Parts(ops.zeros((n, 2)), ops.ones((n, 2)))
        self.t = Pair(ops.zeros(n))
        self.d = pd.DataFrame({"x": [1.0]})
        self.n = n

    def other(self):
        self.p = Parts(ops.ones(3), ops.ones(3))

    def change(self, q: Parts):
"""


def _changed(fixed: Fixed, *lines: str) -> str:
    code = _PARTS + "".join(f"        {line}\n" for line in lines)
    return fixed(code, *_CODES, unsafe=True).removeprefix(_PARTS)


def test_the_attribute_is_bound_along_with_the_name(fixed: Fixed) -> None:
    got = _changed(fixed, "x, v = self.p.x, self.p.v", "x[x < 0] *= -1", "v += 1.0")
    assert got == (
        "        x, v = self.p.x, self.p.v\n"
        "        x = self.p.x = ops.assign_multiply(x, x < 0, -1)\n"
        "        v = self.p.v = ops.assign_add(v, ..., 1.0)\n"
    )


@pytest.mark.parametrize(
    "lines",
    [
        ("x = self.p.x", "self.p = q", "x[0] = 1"),
        ("x = self.p.x", "self.other()", "x[0] = 1"),
        ("x = self.t.x", "x[0] = 1"),
        ("x = self.d.values", "x[0] = 1"),
        ("x = self.p.x", "grow(self.p)", "x[0] = 1"),
    ],
    ids=" | ".join,
)
def test_it_is_not_where_another_object_may_be_there_by_then(fixed: Fixed, lines: tuple[str, ...]) -> None:
    assert "= self." not in _changed(fixed, *lines).replace(lines[0], "")


@pytest.mark.parametrize(
    "lines",
    [
        ("a, b = self.m", "a[0] = 1"),
        ("[a, *b] = self.m", "a[0] = 1"),
        ("(a, b), c = self.m, q", "a[0] = 1"),
        ("(a, b), c = self.p.x, q", "a[0] = 1"),
        ("a, b = self.m", "a += 1"),
    ],
    ids=" | ".join,
)
@pytest.mark.parametrize("unsafe", [False, True])
def test_a_row_that_is_unpacked_is_not_the_attribute(
    fixed: Fixed, lines: tuple[str, ...], *, unsafe: bool
) -> None:
    head = _PARTS.replace("        self.n = n\n", "        self.n, self.m = n, ops.zeros((2, n))\n")
    code = head + "".join(f"        {line}\n" for line in lines) + "        return self\n"
    got = fixed(code, *_CODES, unsafe=unsafe).removeprefix(head)
    assert "= self.m = " not in got
    assert "= self.p.x = " not in got
