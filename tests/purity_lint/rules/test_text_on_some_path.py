"""Functions that take text or lists as well as arrays: what Python does with both stays."""

from __future__ import annotations

from typing import Any

import pytest
from snippets import Fixed

PROGRAM = """\
import numpy as np


def both(a, b):
    return {expression}


def run():
    return both(np.ones(2).sum(), np.float64(2.0)), both("a", "b"), both(1, 2.5)
"""


def results(code: str) -> Any:
    program: dict[str, Any] = {}
    exec(code, program)
    return program["run"]()


@pytest.mark.parametrize("expression", ["a + b", "min(a, b)", "max(a, b)", "sorted([a, b])"])
def test_what_callers_hand_text_stays_as_it_is(fixed: Fixed, expression: str) -> None:
    code = fixed(PROGRAM.format(expression=expression), unsafe=True)
    assert results(code) == results(PROGRAM.format(expression=expression))
    assert f"return {expression}\n" in code


def test_text_is_filled_in(fixed: Fixed) -> None:
    source = "import numpy as np\n\n\ndef show(a, b):\n    return a % b\n\n\nshow(np.arange(3), 2), show('%d!', 3)\n"
    assert "return a % b\n" in fixed(source, "PUR2", unsafe=True)


@pytest.mark.parametrize("index", ["::-1", "[0, 1]"])
def test_text_is_not_read_by_an_operation(fixed: Fixed, index: str) -> None:
    body = f"def part(x, wanted=True):\n    return x[{index}] if wanted else x\n\n\n"
    calls = "part(np.arange(3)), part('abc'), part('abc', wanted=False)\n"
    assert f"x[{index}] if wanted" in fixed(f"import numpy as np\n\n\n{body}{calls}", "PUR207", unsafe=True)


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
    assert results(code) == results(LISTS)
    assert "return a < b\n" in code


@pytest.mark.parametrize("start", ["[]", "start=[]", "()"])
def test_lists_are_joined_by_a_sum(fixed: Fixed, start: str) -> None:
    source = f"import numpy as np\n\n\ndef flat(x: np.ndarray):\n    return sum(x, {start}), np.sum(x)\n"
    assert f"sum(x, {start}), ops.sum(x)" in fixed(source, unsafe=True)
