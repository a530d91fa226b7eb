"""What rules ask of a scope is read off it once, however many stores and augmented assignments it holds."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.rewrites.scopes import own_nodes
from purity_lint.rules.conversions import round_trip
from purity_lint.source.read import source_from_bytes

STORES = 300
TRIPS = 40
METHODS = 500


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


def test_scopes_of_a_long_file_are_walked_once() -> None:
    methods = "".join(f"    def f{n}(self, x):\n        self.y[{n}] = x\n\n" for n in range(METHODS))
    source = source_from_bytes(f"import numpy as np\n\n\nclass Long:\n{methods}".encode(), Path("f.py"))
    own_nodes.cache_clear()
    check(source, Settings())
    assert own_nodes.cache_info().misses <= METHODS + 2


def test_ways_back_are_not_looked_for_at_every_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    body = "".join(f"    b{n} = torch.from_numpy(a{n}.numpy())\n" for n in range(TRIPS))
    given = ", ".join(f"a{n}: torch.Tensor" for n in range(TRIPS))
    source = source_from_bytes(f"import torch\n\n\ndef f({given}):\n{body}".encode(), Path("f.py"))
    looked = 0
    read_entry = round_trip.read_entry

    def counted(*asked: Any) -> Any:
        nonlocal looked
        looked += 1
        return read_entry(*asked)

    monkeypatch.setattr(round_trip, "read_entry", counted)
    found = check(source, Settings()).diagnostics
    assert sum(d.code == "PUR402" for d in found) == 2 * TRIPS
    assert looked < 10 * TRIPS
