"""PUR103: assertions of NumPy's compare its own arrays, so that tensors are handed over."""

from __future__ import annotations

import pytest
from snippets import Fixed, Lines

from purity_lint.rules.examples import plain

CASES = [
    pytest.param(
        "np.testing.assert_equal(x, y, err_msg='differs')",
        "np.testing.assert_equal(ops.to_numpy(x), ops.to_numpy(y), err_msg='differs')",
        id="two tensors",
    ),
    pytest.param(
        "np.testing.assert_allclose(actual=x + 1, desired=[1, 2])",
        "np.testing.assert_allclose(actual=ops.to_numpy(x + 1), desired=[1, 2])",
        id="a tensor and a list, by name",
    ),
    pytest.param(
        "np.testing.assert_equal((x, 1), (y, 1))",
        "np.testing.assert_equal((ops.to_numpy(x), 1), (ops.to_numpy(y), 1))",
        id="tensors in tuples",
    ),
]
FUNCTION = """
    import numpy as np
    from emberops import ops


    def f(x: ops.Tensor, y: ops.Tensor, z, n: int):
        {}
"""


@pytest.mark.parametrize(("before", "after"), CASES)
def test_tensors_are_handed_over(before: str, after: str, lines: Lines, fixed: Fixed) -> None:
    code, wanted = plain(FUNCTION).format(before), plain(FUNCTION).format(after)
    assert lines(code, "PUR103") == [(6, "PUR103")]
    assert fixed(code, "PUR103", unsafe=False) == wanted
    assert lines(wanted, "PUR103") == []


@pytest.mark.parametrize(
    "call",
    ["np.testing.assert_equal(z, 3)", "np.testing.assert_equal(n, 3)", "np.testing.assert_allclose(*z)"],
)
def test_what_nothing_is_known_of_stays(call: str, lines: Lines, fixed: Fixed) -> None:
    code = plain(FUNCTION).format(call)
    assert lines(code, "PUR103") == [(6, "PUR103")]
    assert fixed(code, "PUR103") == code
