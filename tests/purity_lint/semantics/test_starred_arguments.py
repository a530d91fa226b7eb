"""A call that spreads a tensor fills every parameter that has to be given, not the first alone."""

from __future__ import annotations

import pytest

import purity_lint

_CALLED = (
    "import numpy as np\n\n\n"
    "def f({parameters}):\n    return {result}\n\n\n"
    "def g(n, pair, options):\n    return {call}\n"
)


def _fixed(parameters: str, result: str, call: str) -> str:
    code = _CALLED.format(parameters=parameters, result=result, call=call)
    return purity_lint.fix_source(code, isolated=True, unsafe_fixes=True).source


@pytest.mark.parametrize(
    ("parameters", "call"),
    [
        ("t, s", "f(*np.mgrid[0:n, 0:n])"),
        ("k, t, s", "f(2, *np.mgrid[0:n, 0:n])"),
        ("t, s", "f(*np.linspace(0, 1, n * 2).reshape(2, n))"),
        ("t, s, *, k=1", "f(*np.mgrid[0:n, 0:n], k=3)"),
    ],
)
def test_each_parameter_is_an_item_of_the_tensor(parameters: str, call: str) -> None:
    assert "return ops.add(ops.square(s), ops.square(t))" in _fixed(parameters, "s**2 + t**2", call)


@pytest.mark.parametrize(
    ("parameters", "call"),
    [
        ("t, s=2", "f(*np.mgrid[0:n])"),
        ("t, *, s", "f(*np.mgrid[0:n], s=2)"),
        ("t, s", "f(*np.mgrid[0:n], s=2)"),
        ("t, s", "f(*np.mgrid[0:n], **options)"),
        ("t, s", "f(*pair)"),
        ("t, s", "f(*(np.ones(n), 2))"),
    ],
)
def test_what_has_a_default_or_a_name_is_what_it_is(parameters: str, call: str) -> None:
    assert "return s**2" in _fixed(parameters, "s**2", call)
