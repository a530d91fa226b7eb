"""Trees that say the same, next to what ``ast.dump`` says of them."""

import ast
from pathlib import Path

import pytest

import purity_lint.source.walk
from purity_lint.source.compare import same_tree

MODULE = Path(purity_lint.source.walk.__file__).read_text(encoding="utf-8")
TEXTS = [
    "x = 1",
    "x = True",
    "x = 1.0",
    "x = -0.0",
    "x = 0.0",
    "x = 'a'",
    "x = u'a'",
    "x = b'a'",
    "x = 1j",
    "x",
]
TEXTS += [
    "f(a)",
    "f(a, b)",
    "f(a, *b)",
    "f(a=b)",
    "f",
    "del f",
    "f = 1",
    "x: int",
    "x: int = 1",
    "a + b",
    "a - b",
]
TEXTS += [
    "def f(): pass",
    "async def f(): pass",
    "def f() -> int: pass",
    "f'{a}'",
    "f'{a!r}'",
    "f'{a:b}'",
    "(a, b)",
]
TEXTS += [
    "[a, b]",
    "global a",
    "global b",
    "from a import b",
    "from . import b",
    "from .. import b",
    "x = ...",
    "",
]
TEXTS += ["x = float('inf')", "x = 1e999", "x = 1e999 - 1e999", "x = (1, 2)", "x = 1e999j"]


@pytest.mark.parametrize("text", [*TEXTS, MODULE])
def test_it_is_what_a_dump_says(text: str):
    said = ast.dump(ast.parse(text))
    for other in (*TEXTS, MODULE):
        assert same_tree(ast.parse(text), ast.parse(f"\n\n{other}")) == (said == ast.dump(ast.parse(other)))
