"""Twice the code is twice the work: Python functions called while a file is fixed, counted and not timed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.fixes.bisect import affordable_checks, largest_passing
from purity_lint.source.read import source_from_bytes

HEAD = "import numpy as np\n\n\ndef f(x, y):\n    x = np.asarray(x)\n"


def body(line: Callable[[int], str]) -> Callable[[int], str]:
    return lambda n: HEAD + "".join(f"    {line(i)}\n" for i in range(n))


def block(start: str, line: Callable[[int], str], end: str) -> Callable[[int], str]:
    return lambda n: (
        HEAD + f"    {start}\n" + "".join(f"        {line(i)}\n" for i in range(n)) + f"    {end}\n"
    )


SHAPES: dict[str, Callable[[int], str]] = {
    "statements": body(lambda i: f"v{i} = np.sum(x) + {i}"),
    "assignments": body(lambda i: f"x = np.sin(x) + {i}"),
    "ifs": body(lambda i: f"if np.sum(x) > {i}: v{i} = np.sum(x)"),
    "with": block("with open('a'):", lambda i: f"v{i} = np.sum(x)", ""),
    "dictionary": block("return {", lambda i: f"'k{i}': np.sum(x),", "}"),
    "keywords": block("return dict(", lambda i: f"k{i}=np.sum(x),", ")"),
    "match": block("match y:", lambda i: f"case {i}: v = np.sum(x)", ""),
    "comparisons": lambda n: f"{HEAD}    return {' < '.join(['np.sum(x)'] * n)}\n",
    "one f-string": lambda n: f"{HEAD}    return f'{'{np.sum(x)} and ' * n}'\n",
    "f-strings in a row": block("return (", lambda i: "f'{np.sum(x)} and '", ")"),
    "functions": lambda n: (
        "import numpy as np\n"
        + "".join(f"def f{i}(x):\n    return np.sum(np.asarray(x))\n" for i in range(n))
    ),
    "imports": lambda n: (
        "".join(f"import numpy as np{i}\n" for i in range(n))
        + "def f(x):\n"
        + "".join(f"    v{i} = np{i}.sum(np{i}.asarray(x))\n" for i in range(n))
    ),
    "suppressions": body(lambda i: f"v{i} = np.sum(x) + {i}  # purity: ignore"),
    "unused suppressions": body(lambda i: f"v{i} = {i}  # purity: ignore"),
}


def calls(text: str) -> int:
    """Return how many Python functions are called to fix ``text``."""
    source = source_from_bytes(text.encode(), Path("m.py"))
    count = 0

    def called(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        fix(source, Settings())
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("shape", SHAPES)
def test_twice_the_code_is_twice_the_work(shape: str) -> None:
    calls(SHAPES[shape](2))  # what is remembered for all files is made here
    small, middle, large = (calls(SHAPES[shape](n)) for n in (20, 40, 80))
    assert large - middle < 2.25 * (middle - small)


def test_many_fixes_that_do_not_hold_are_not_all_looked_for() -> None:
    checked = 0

    def passes(items: list[int]) -> bool:
        nonlocal checked
        checked += 1
        return all(item < 10 for item in items)

    kept, dropped = largest_passing(list(range(5000)), passes, affordable_checks(1_000_000))
    assert checked <= affordable_checks(1_000_000) < 30
    assert kept == list(range(len(kept)))
    assert [*kept, *dropped] == list(range(5000))
