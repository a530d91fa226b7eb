"""A `try` that expects an operator to fail asks whether its operands have it: lists have none, their arrays do."""

from __future__ import annotations

import pytest
from snippets import Fixed

DIFFERENCE = '''\
import numpy as np


def difference(a, b):
    """Return how far apart `a` and `b` are.

    Parameters
    ----------
    a : array_like
        The one.
    b : array_like
        The other.
    """
    try:
        return abs(a - b)
    except {error}:
        return [difference(x, y) for x, y in zip(a, b)]
'''


@pytest.mark.parametrize("error", ["TypeError", "(TypeError, ValueError)", "Exception"])
def test_an_operator_that_is_asked_for_stays(error: str, fixed: Fixed) -> None:
    assert "a - b" in fixed(DIFFERENCE.format(error=error), unsafe=True)


def test_other_errors_ask_for_no_operator(fixed: Fixed) -> None:
    assert "ops.subtract(a, b)" in fixed(DIFFERENCE.format(error="ZeroDivisionError"), unsafe=True)


def test_a_proven_array_has_its_operators(fixed: Fixed) -> None:
    code = DIFFERENCE.format(error="TypeError").replace("    try", "    a = np.asarray(a)\n    try", 1)
    assert "ops.subtract(a, b)" in fixed(code, unsafe=True)
