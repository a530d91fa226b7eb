"""What is known after a loop, and in its next round, where some leave it by `break` and others come to its `else:`."""

from __future__ import annotations

import pytest
from snippets import Fixed

_WALKED = """\
from emberops import ops


def f(x: ops.Tensor, n):
    path = [len(x)]
    while True:
        near = {{0: n}}[path[-1]]
        for place in ops.flatnonzero(x):
            if place > 2:
                path.append(place)
                break
        else:
            {otherwise}
    return near
"""


@pytest.mark.parametrize("otherwise", ["break", "return x", "raise ValueError", "pass"])
def test_what_leaves_a_loop_steps_over_its_else(otherwise: str, fixed: Fixed) -> None:
    assert "[ops.item(path[-1])]" in fixed(_WALKED.format(otherwise=otherwise), "PUR306", unsafe=True)


def test_the_else_of_a_loop_says_nothing_of_who_left_it(fixed: Fixed) -> None:
    source = """\
import numpy as np


def f(rows):
    found = np.asarray(rows)
    for row in rows:
        if row:
            break
    else:
        found = [1.0, 2.0]
    return found * 2
"""
    assert "found * 2" in fixed(source, "PUR201")  # the list is repeated
