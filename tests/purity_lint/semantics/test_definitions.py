"""Which functions of a file calls are taken to mean."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from purity_lint.semantics.symbols.definitions import definitions
from purity_lint.source.file import SourceFile

FOUND = [
    ("def f(): pass", {"f": False}),
    ("async def f(): pass", {"f": False}),
    ("class A:\n    def f(self): pass", {"f": True}),
    (
        "class A:\n    if x:\n        def f(self): pass\n    else:\n        def g(self): pass",
        {"f": True, "g": True},
    ),
    (
        "def f():\n    def g(): pass\n    class A:\n        def h(self): pass",
        {"f": False, "g": False, "h": True},
    ),
    ("class A:\n    def f(self):\n        def g(): pass", {"f": True, "g": False}),
    (
        "try:\n    def f(): pass\nexcept E:\n    def g(): pass\nfinally:\n    def h(): pass",
        dict.fromkeys("fgh", False),
    ),
]
LEFT_OUT = [
    "for x in y:\n    def f(): pass",
    "while x:\n    class A:\n        def f(self): pass",
    "with x:\n    if y:\n        def f(): pass",
    "match x:\n    case 1:\n        def f(): pass",
    "try:\n    pass\nexcept* E:\n    def f(): pass",
]


def _told(code: str) -> dict[str, bool]:
    source = SourceFile(Path("a.py"), code, ast.parse(code))
    return {function.name: is_method for function, is_method in definitions(source)}


@pytest.mark.parametrize(("code", "expected"), FOUND)
def test_functions_and_methods(code: str, expected: dict[str, bool]) -> None:
    assert _told(code) == expected


@pytest.mark.parametrize("code", LEFT_OUT)
def test_what_is_made_anew_is_left_out(code: str) -> None:
    assert _told(code) == {}
