"""What rules ask of a scope is read off it once, however many stores and augmented assignments it holds."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.source.read import source_from_bytes

STORES = 300


@pytest.mark.parametrize("statement", ["x[{n}] = x[{n}] + 1", "x += {n}"])
def test_a_scope_is_not_walked_for_every_change_in_it(
    statement: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = "".join(f"    {statement.format(n=n)}\n" for n in range(STORES))
    text = f"import numpy as np\n\n\ndef f(x: np.ndarray):\n{body}    return x\n"
    source = source_from_bytes(text.encode(), Path("f.py"))
    seen = 0
    children = ast.iter_child_nodes

    def counted(node: ast.AST) -> object:
        nonlocal seen
        seen += 1
        return children(node)

    monkeypatch.setattr(ast, "iter_child_nodes", counted)
    found = check(source, Settings()).diagnostics
    assert sum(d.code in {"PUR202", "PUR206"} for d in found) == STORES
    assert seen < 20 * len(source.nodes)


def test_stores_are_not_compared_for_every_store(monkeypatch: pytest.MonkeyPatch) -> None:
    body = "".join(f"    x[{n}] = y\n" for n in range(STORES))
    text = f"import numpy as np\n\n\ndef f(x: np.ndarray, y: float):\n{body}"
    source = source_from_bytes(text.encode(), Path("f.py"))
    written = 0
    dump = ast.dump

    def counted(node: ast.AST) -> str:
        nonlocal written
        written += 1
        return dump(node)

    monkeypatch.setattr(ast, "dump", counted)
    found = check(source, Settings()).diagnostics
    assert sum(d.code == "PUR206" for d in found) == STORES
    assert written < 5 * STORES
