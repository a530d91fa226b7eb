"""Outputs that a caller may hand in, ``out=None``: written into where they are given, and given back."""

from __future__ import annotations

import pytest
from snippets import Fixed

_HEADER = "import numpy as np\n\n\n"
_FIXED = "from emberops import ops\n\n\n"


def test_an_output_that_may_be_left_out_is_asked_for(fixed: Fixed) -> None:
    code = """\
def soft(x, drive=1.0, out=None):
    out = np.multiply(x, drive, out=out)
    return np.tanh(out, out=out)


def root(x, *, out=None):
    if out is None:
        out = np.empty_like(x)
    return np.sqrt(x, out=out)
"""
    expected = """\
def soft(x, drive=1.0, out=None):
    out = ops.multiply(x, drive) if out is None else ops.assign(out, ..., ops.multiply(x, drive))
    return ops.assign(out, ..., ops.tanh(out))


def root(x, *, out=None):
    if out is None:
        out = ops.empty_like(x)
    return ops.assign(out, ..., ops.sqrt(x))
"""
    assert fixed(_HEADER + code, "PUR101", "PUR103", "PUR206", unsafe=True) == _FIXED + expected


@pytest.mark.parametrize("output", ["out", "out=out"])
def test_what_changes_an_output_afterwards_changes_it_for_the_caller(fixed: Fixed, output: str) -> None:
    code = f"""\
def slope(x, out=None, n=1):
    out = np.power(x, -n, {output})
    out *= pow(-1, n - 1)
    return out
"""
    after = fixed(_HEADER + code, unsafe=True)
    assert "    out = ops.assign_multiply(out, ..., pow(-1, n - 1))\n" in after


@pytest.mark.parametrize(
    "parameters", ["x: np.ndarray, out: np.ndarray = None", "x: np.ndarray, *, out: np.ndarray | None = None"]
)
def test_one_that_is_declared_an_array_is_none_all_the_same(fixed: Fixed, parameters: str) -> None:
    code = f"{_HEADER}def trace({parameters}):\n    return np.trace(x, out=out)\n"
    parameters = parameters.replace("np.ndarray", "ops.Tensor")
    body = "return ops.trace(x) if out is None else ops.assign(out, ..., ops.trace(x))"
    expected = f"def trace({parameters}):\n    {body}\n"
    assert fixed(code, "PUR101", "PUR103", "PUR206", "PUR601", unsafe=True) == _FIXED + expected


def test_one_that_is_documented_as_an_array_is_none_all_the_same(fixed: Fixed) -> None:
    documented = """\
def double(x, out=None):
    \"\"\"Twice as much.

    Parameters
    ----------
    x : ndarray
        Numbers.
    out : ndarray or None, optional
        Where the result is written.
    \"\"\"
    out = np.multiply(x, 2, out=out)
    return np.tanh(out, out=out)
"""
    expected = documented.replace(
        "np.multiply(x, 2, out=out)",
        "ops.multiply(x, 2) if out is None else ops.assign(out, ..., ops.multiply(x, 2))",
    ).replace("np.tanh(out, out=out)", "ops.assign(out, ..., ops.tanh(out))")
    assert fixed(_HEADER + documented, "PUR101", "PUR103", "PUR206", unsafe=True) == _FIXED + expected


@pytest.mark.parametrize(
    "body",
    [
        "np.multiply(x, 2, out=out)",  # a caller on JAX would see nothing of it
        "return np.multiply(x, 2, out=out) + 1",
        "out = np.multiply(x, 2, out=out, where=x > 0)",
        "for row in x:\n        out = np.multiply(row, 2, out=out)\n    return out",
        "out = made(x, out)\n    return np.multiply(x, 2, out=out)",
        "x = np.ma.masked_array(x, x < 0)\n    return np.multiply(x, 2, out=out)",
    ],
)
def test_any_other_stays(fixed: Fixed, body: str) -> None:
    code = f"{_HEADER}def f(x, out=None):\n    {body}\n"
    assert "out=out" in fixed(code, "PUR103", unsafe=True)


def test_nothing_of_it_is_safe(fixed: Fixed) -> None:
    code = f"{_HEADER}def f(x, out=None):\n    return np.multiply(x, 2, out=out)\n"
    assert fixed(code, "PUR101", "PUR103", "PUR206") == code


def test_an_output_that_is_none_as_yet_is_none(fixed: Fixed) -> None:
    code = """\
def f(x: np.ndarray):
    scratch = None
    scratch = np.multiply(x, 2, out=scratch)
    y = np.add(x, scratch, out=None) * 2
    return y
"""
    expected = """\
def f(x: np.ndarray):
    scratch = None
    scratch = ops.multiply(x, 2)
    y = ops.add(x, scratch) * 2
    return y
"""
    assert fixed(_HEADER + code, "PUR103", unsafe=True).endswith(expected)


def test_one_that_a_loop_comes_back_to_is_asked_for(fixed: Fixed) -> None:
    code = "def f(rows: np.ndarray):\n    y = None\n    for x in rows:\n        {}\n    return y\n"
    after = "y = ops.exp(x) if y is None else ops.assign(y, ..., ops.exp(x))"
    got = fixed(_HEADER + code.format("y = np.exp(x, out=y)"), "PUR103", "PUR206", unsafe=True)
    assert got.endswith(code.format(after))


@pytest.mark.parametrize(
    ("change", "after"),
    [
        ("np.add(y, 1, out=y)", "y = ops.assign_add(y, ..., 1)"),
        ("np.exp(x, out=y)", "y = ops.assign(y, ..., ops.exp(x))"),
    ],
)
def test_what_is_changed_and_not_taken_is_there(fixed: Fixed, change: str, after: str) -> None:
    made = "y = None\n    if new:\n        y = np.ones(3)"
    code = f"def f(x: np.ndarray, new):\n    {made}\n    {change}\n    return y\n"
    assert after in fixed(_HEADER + code, "PUR103", "PUR206", unsafe=True)


def test_a_caller_goes_on_with_what_it_is_given_back(fixed: Fixed) -> None:
    code = """\
def halved(x, out=None):
    return np.divide(x, 2, out=out)


def doubled(x: np.ndarray, out: np.ndarray):
    return np.multiply(x, 2, out=out)


def run():
    x, y, z = np.ones(2), np.empty(2), np.empty(2)
    u = halved(x, out=y)
    doubled(x, z)
    return u, halved(x), y, z
"""
    expected = """\
def halved(x, out=None):
    return ops.divide(x, 2) if out is None else ops.assign(out, ..., ops.divide(x, 2))


def doubled(x: np.ndarray, out: np.ndarray):
    return ops.assign(out, ..., ops.multiply(x, 2))


def run():
    x, y, z = ops.ones(2), ops.empty(2), ops.empty(2)
    u = y = halved(x, out=y)
    z = doubled(x, z)
    return u, halved(x), y, z
"""
    done = fixed(_HEADER + code, "PUR103", "PUR206", "PUR210", unsafe=True)
    assert done.partition("def ")[2] == expected.removeprefix("def ")


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("return np.sqrt(np.maximum(y, 0, out=y))", "return ops.sqrt(y)"),
        ("z = np.maximum(y, 0, out=y).sum() + x", "z = ops.add(ops.sum(y), x)"),
        ("z = np.maximum(y, 0, out=y)[0], x", "z = y[0], x"),
        ("z = x + np.maximum(y, 0, out=y)", None),
        ("z = f(x, np.maximum(y, 0, out=y))", None),
        ("z = f(x).g(np.maximum(y, 0, out=y))", None),
        ("z = x and np.maximum(y, 0, out=y)", None),
        ("z[x] = x[np.maximum(y, 0, out=y)]", None),
    ],
)
def test_a_statement_that_begins_with_the_call_goes_on_with_the_array(
    statement: str, expected: str | None, fixed: Fixed
) -> None:
    code = "import numpy as np\n\n\ndef run(f, x: np.ndarray):\n    y = np.zeros_like(x)\n    {}\n"
    done = fixed(code.format(statement), unsafe=True).partition("ops.zeros_like(x)\n    ")[2]
    if expected is None:
        assert "np.maximum(y, 0, out=y)" in done
    else:
        assert done == f"y = ops.assign(y, ..., ops.maximum(y, 0))\n    {expected}\n"
