"""Backslashes at the ends of lines go where the code comes to stand within parentheses."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

UNSAFE = Settings(root=Path.cwd(), unsafe_fixes=True)


def fixed(body: str) -> str:
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    code = f"from emberops import ops\n\n\ndef f(x: ops.Tensor, n: int):\n{lines}\n"
    return fix(source_from_bytes(code.encode(), Path("lines.py")), UNSAFE).after


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        (
            "y = ops.zeros(3)\ny[0] = len(x) / \\\n    n\nreturn y",
            "ops.assign(y, 0, len(x) /\n        n)",
        ),
        ("return x * (n if n else \\\n            2)", "ops.multiply(x, n if n else\n"),
        ("return x * \\\n    n", "ops.multiply(x,"),
    ],
)
def test_they_go(body: str, wanted: str) -> None:
    after = fixed(body)
    assert "\\" not in after
    assert wanted in after


@pytest.mark.parametrize(
    "body",
    [
        "y = ops.zeros(3)\ny[0] = len('a\\\nb') / n\nreturn y",
        "y = ops.zeros(3)\ny[0] = len('a\\\nb') / \\\n    n\nreturn y",
        "y = n + \\\n    2\nreturn x + y",
        "return ops.sum(x) if n else \\\n    x @ x",
    ],
)
def test_those_of_strings_and_of_other_code_stay(body: str) -> None:
    assert "\\\n" in fixed(body)
