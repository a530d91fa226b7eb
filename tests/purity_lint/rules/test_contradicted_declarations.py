"""An array is declared, and a call that is seen passes something else: safe fixes must not trust the declaration."""

from __future__ import annotations

import pytest
from snippets import Fixed

_BODY = "import numpy as np\n\n\ndef double(x: np.ndarray):\n    return x * 2\n\n\n"


@pytest.mark.parametrize(
    "given",
    ["[1, 2]", "(1, 2)", "'ab'", "3", "range(3)", "np.ma.masked_array([1.0], [True])", "{1, 2}"],
)
def test_what_is_passed_goes_before_what_is_declared(fixed: Fixed, given: str) -> None:
    code = f"{_BODY}double(np.ones(2))\ndouble({given})\n"
    assert "return x * 2" in fixed(code, "PUR201")
    assert "return ops.multiply(x, 2)" in fixed(code, "PUR201", unsafe=True)


@pytest.mark.parametrize("given", ["np.ones(2)", "np.float64(2)", "unknown()", "None"])
def test_what_may_be_an_array_does_not_go_against_it(fixed: Fixed, given: str) -> None:
    assert "return ops.multiply(x, 2)" in fixed(f"{_BODY}double({given})\n", "PUR201")


def test_the_default_counts(fixed: Fixed) -> None:
    code = _BODY.replace("np.ndarray)", "np.ndarray = 1.0)")
    assert "return x * 2" in fixed(code, "PUR201")


def test_it_is_seen_through_another_function(fixed: Fixed) -> None:
    apply = "def apply(v: np.ndarray, x):\n    return v, double(x)\n\n\n"
    code = f"{_BODY}{apply}def main():\n    return apply(np.ones(2), (3, 1))\n"
    assert "return x * 2" in fixed(code, "PUR201")


def test_a_list_that_is_compared_gives_no_array(fixed: Fixed) -> None:
    code = (
        "import numpy as np\n\n\ndef _f(x):\n    return (x != 1.5).all()\n\n\n"
        "def main():\n    return _f([]), _f(np.array(4.0))\n"
    )
    assert "(x != 1.5).all()" in fixed(code, "PUR104")
