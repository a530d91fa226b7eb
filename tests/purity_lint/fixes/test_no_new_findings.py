"""What ties code to a backend is the same before a fix and after it: no rule has more to say of the fixed code."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

PATH = Path("module.py")
SETTINGS = Settings(root=Path.cwd())
CODE = {
    "casts of results": """
        def f(x: np.ndarray):
            mean = np.mean(x)
            return float(mean), int(x.argmax()), float(np.linalg.norm(x) / 2), float(-np.max(x))
    """,
    "functions of math": """
        import math

        def f(x: np.ndarray):
            return math.ceil(np.sum(x)), math.floor(np.sqrt(x.max() + 1))
    """,
    "either a result or a number": """
        def f(x: np.ndarray, rows: int):
            best = 0
            for i in range(rows):
                value = np.sum(x * i)
                if value > best:
                    best = value
            return float(best)
    """,
    "truth of results": """
        def f(x: np.ndarray):
            if np.mean(x) > 1 and not np.isnan(x.max()):
                return 1 if np.dot(np.zeros(3), np.ones(3)) else bool(np.sum(x) > 2)
            while np.linalg.norm(x) > 1:
                x = x / 2
            return x
    """,
    "elements": """
        def f(x: np.ndarray):
            table = np.zeros((3, 4))
            table[1, 2] = np.sum(x)
            place = np.argmax(np.abs(table[0]))
            if table[1, 2] == 0 or table[place, 0] > 1:
                return float(table[0, 1])
            return table
    """,
    "loops over elements": """
        def f(x: np.ndarray):
            weights = np.array([1.0, 2.0, 3.0])
            total = 0.0
            for i in range(3):
                total += weights[i] * x ** i
            return total
    """,
    "loops over labels": """
        def f(x: np.ndarray, y: np.ndarray, draw):
            for label in np.unique(y):
                x[y == label] = draw(-label)
            return x
    """,
    "casts of what nothing is known of": """
        def f(x: np.ndarray, clip):
            frames = int(np.round(clip.rate * clip.duration)) - int(-np.exp(clip.scale))
            return -x[:frames]
    """,
    "truth of what nothing is known of": """
        def f(x: np.ndarray, options):
            if np.isfinite(options.low) and abs(options.low) - np.min(x) > 1:
                return -x
            return x
    """,
}


@pytest.mark.parametrize("code", CODE.values(), ids=CODE)
def test_no_rule_has_more_to_say_after_a_fix(code: str) -> None:
    before = source_from_bytes(("import numpy as np\n" + dedent(code)).encode(), PATH)
    outcome = fix(before, replace(SETTINGS, unsafe_fixes=True))
    after = source_from_bytes(outcome.after.encode(), PATH)
    said = [Counter(d.code for d in check(source, SETTINGS).diagnostics) for source in (before, after)]
    assert outcome.after != before.text
    assert not said[1] - said[0]


@pytest.mark.parametrize(
    ("argument", "after"),
    [
        ("clip.rate * clip.duration", "math.ceil(clip.rate * clip.duration)"),
        ("np.mean(x)", "int(ops.ceil(ops.mean(x)))"),
        ("x[:1] * 2", "int(ops.ceil(ops.multiply(x[:1], 2)))"),
    ],
)
def test_one_number_is_rounded_up_on_the_host(argument: str, after: str) -> None:
    code = f"import numpy as np\n\n\ndef f(x: np.ndarray, clip):\n    return int(np.ceil({argument}))\n"
    outcome = fix(source_from_bytes(code.encode(), PATH), replace(SETTINGS, unsafe_fixes=True))
    assert f"    return {after}\n" in outcome.after


def test_a_result_is_said_to_be_one() -> None:
    code = b"import numpy as np\n\n\ndef f(x: np.ndarray):\n    return float(x.sum())\n"
    found = check(source_from_bytes(code, PATH), replace(SETTINGS, select=("PUR301",)))
    (only,) = found.diagnostics
    assert only.message == "`float(...)` fetches the 0-d result `x.sum()` as a Python number; keep the tensor"
