"""PUR702 follows keys through branches, loops and rebinding."""

from __future__ import annotations

from pathlib import Path

import pytest

import purity_lint
from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.source.read import source_from_bytes

HEAD = "from emberops import ops\n\n\ndef f(key, keys, flag, n):\n"
DRAW = "ops.random.normal(key, (2,))"

SILENT = {
    "one of two branches": f"if flag:\n    x = {DRAW}\nelse:\n    x = {DRAW}\nreturn x",
    "an early return": f"if flag:\n    return {DRAW}\nreturn {DRAW}",
    "a conditional expression": f"return {DRAW} if flag else {DRAW}",
    "rebound": f"x = {DRAW}\nkey = ops.random.key(1)\nreturn x, {DRAW}",
    "folded": "return [ops.random.normal(ops.random.fold_in(key, i), (2,)) for i in range(n)]",
    "the loop's own key": "for key in keys:\n    yield ops.random.normal(key, (2,))",
    "a loop that ends at once": f"while flag:\n    x = {DRAW}\n    break\nreturn 0",
    "elements of a split": "a = ops.random.split(key, 2)\n"
    "return ops.random.normal(a[0], (2,)), ops.random.normal(a[1], (2,))",
    "another function's key": f"def g(key):\n    return {DRAW}\nreturn {DRAW}",
    "either handler": f"try:\n    x = int(n)\nexcept ValueError:\n    return {DRAW}\nreturn {DRAW}",
    "match": f"match n:\n    case 0:\n        return {DRAW}\n    case _:\n        return {DRAW}",
}
FOUND = {
    "twice": (f"x = {DRAW}\nreturn x, {DRAW}", [6]),
    "after a branch": (f"if flag:\n    x = {DRAW}\nreturn {DRAW}", [7]),
    "in a loop": (f"for i in range(n):\n    x = {DRAW}", [6]),
    "in a while loop": (f"while flag:\n    x = {DRAW}", [6]),
    "in a comprehension": (f"return [{DRAW} for _ in range(n)]", [5]),
    "after a split": (f"a = ops.random.split(key)\nreturn a, {DRAW}", [6]),
    "the same element": (
        "x = ops.random.normal(keys[0], (2,))\nreturn ops.random.normal(keys[0], (2,))",
        [6],
    ),
    "an attribute": (
        "key.a = key\nx = ops.random.normal(key.a, (2,))\nreturn ops.random.normal(key.a, (2,))",
        [7],
    ),
    "by name": (
        "x = ops.random.normal(key=key, shape=(2,))\nreturn ops.random.normal(key=key, shape=(2,))",
        [6],
    ),
}


def lines(body: str) -> list[int]:
    code = HEAD + "".join(f"    {line}\n" for line in body.splitlines())
    settings = Settings(root=Path.cwd(), select=("PUR702",))
    result = check(source_from_bytes(code.encode(), Path("example.py"), None), settings)
    assert not result.errors, result.errors[0].trace
    return [d.span.line for d in result.diagnostics]


@pytest.mark.parametrize("body", SILENT.values(), ids=SILENT.keys())
def test_used_once(body: str) -> None:
    assert lines(body) == []


@pytest.mark.parametrize(("body", "expected"), FOUND.values(), ids=FOUND.keys())
def test_used_twice(body: str, expected: list[int]) -> None:
    assert lines(body) == expected


REUSED = """\
import jax


def f(key, n):
    a = jax.random.normal(key, (3,))
    return a, [jax.random.randint(key, (3,), 0, 4) for _ in range(n)]
"""


def test_a_key_that_is_used_twice_is_no_fault_of_the_fix_that_finds_it() -> None:
    result = purity_lint.fix_source(REUSED, unsafe_fixes=True, isolated=True)
    assert not result.errors
    assert "jax" not in result.source
    assert [found.code for found in result.diagnostics].count("PUR702") == 1
