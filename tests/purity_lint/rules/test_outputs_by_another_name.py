"""Outputs that callers may hand in, by another name: ``x = ops.empty(n) if out is None else out``."""

from __future__ import annotations

import pytest
from snippets import Fixed

_CODE = """\
from emberops import ops


def solve(d: ops.Tensor, out=None):
    {named}
    x[-1] = d[-1]
    {last}


def run(n):
    buf = ops.zeros(n)
    solve(ops.ones(n), out=buf)
    y = solve(buf, buf)
    return buf, y
"""
_NAMED = "x = ops.empty(3) if out is None else out"


def _fixed(fixed: Fixed, named: str, last: str = "return x") -> str:
    code = _CODE.replace("{named}", named).replace("{last}", last)
    return fixed(code, "PUR206", "PUR210", unsafe=True)


@pytest.mark.parametrize(
    "named",
    [
        _NAMED,
        "x = out if out is not None else ops.empty(3)",
        "if out is None:\n        x = ops.empty(3)\n    else:\n        x = out",
        "if out is not None:\n        x = out\n    else:\n        x = ops.empty(3)",
        "x = out\n    if x is None:\n        x = ops.empty(3)",
        "x = out\n    if x is None:\n        x = ops.empty(3)\n    else:\n        x[:] = 0",
    ],
)
def test_stores_are_rewritten_and_callers_take_it_back(fixed: Fixed, named: str) -> None:
    got = _fixed(fixed, named)
    assert "    x = ops.assign(x, -1, d[-1])\n" in got
    assert "    buf = solve(ops.ones(n), out=buf)\n    y = buf = solve(buf, buf)\n" in got


@pytest.mark.parametrize(
    ("named", "last"),
    [
        (_NAMED, "return None"),
        (_NAMED, "return ops.sum(x)"),
        (_NAMED, "return x, ops.sum(out)"),
        (f"{_NAMED}\n    x = x + 1", "return x"),
        (f"{_NAMED}\n    out = ops.zeros(3)", "return x"),
        ("x = ops.empty(3) if d is None else out", "return x"),
        ("if out is None:\n        x = out\n    else:\n        x = ops.empty(3)", "return x"),
        ("x = out\n    if x is None:\n        x = ops.empty(3)\n    else:\n        x = x + 1", "return x"),
        ("if out is None:\n        x = ops.empty(3)\n    elif n:\n        x = out", "return x"),
    ],
)
def test_callers_take_nothing_where_it_is_not_given_back(fixed: Fixed, named: str, last: str) -> None:
    got = _fixed(fixed, named, last)
    assert "    solve(ops.ones(n), out=buf)\n    y = solve(buf, buf)\n" in got


@pytest.mark.parametrize("last", ["return ops.sum(x)", "return x, ops.sum(out)"])
def test_the_store_stays_where_it_is_not_given_back(fixed: Fixed, last: str) -> None:
    assert "    x[-1] = d[-1]\n" in _fixed(fixed, _NAMED, last)
