"""Functions that take text or lists as well as arrays: what Python does with both stays."""

from __future__ import annotations

import pytest
from snippets import Fixed

PROGRAM = """\
import numpy as np


def both(a, b):
    return {expression}


def run():
    return both(np.ones(2).sum(), np.float64(2.0)), both("a", "b"), both(1, 2.5)
"""


@pytest.mark.parametrize("expression", ["a + b", "min(a, b)", "max(a, b)", "sorted([a, b])"])
def test_what_callers_hand_text_stays_as_it_is(fixed: Fixed, expression: str) -> None:
    code = fixed(PROGRAM.format(expression=expression), unsafe=True)
    before: dict[str, object] = {}
    after: dict[str, object] = {}
    exec(PROGRAM.format(expression=expression), before)
    exec(code, after)
    assert after["run"]() == before["run"]()  # type: ignore[operator]
    assert f"return {expression}\n" in code


def test_what_is_handed_numbers_and_arrays_is_rewritten(fixed: Fixed) -> None:
    code = fixed(PROGRAM.format(expression="a + b").replace('both("a", "b"), ', ""), unsafe=True)
    assert "return ops.add(a, b)\n" in code


LISTS = """\
import numpy as np


def before(a, b):
    return a < b


def run():
    return before(np.float64(1.0), 2), before([1, 3], [2, 1]), before(np.zeros(2), np.ones(2)).tolist()
"""


def test_lists_are_compared_as_python_does_it(fixed: Fixed) -> None:
    code = fixed(LISTS, unsafe=True)
    before: dict[str, object] = {}
    after: dict[str, object] = {}
    exec(LISTS, before)
    exec(code, after)
    assert after["run"]() == before["run"]()  # type: ignore[operator]
    assert "return a < b\n" in code
