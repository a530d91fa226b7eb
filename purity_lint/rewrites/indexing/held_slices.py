"""Slices that a function makes and names before it reads by them: ``back = slice(None, None, -1)``."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.rewrites.operands import builtin
from purity_lint.rewrites.scopes import bindings, enclosing
from purity_lint.semantics.model import SemanticModel


def slices_held(name: ast.Name, model: SemanticModel) -> Iterator[ast.Call]:
    """Yield the calls of `slice` in what this function assigns to a name: `back = (slice(None), slice(n, 0, -1))`."""
    if not model.memo(slices_held, lambda: "slice" in model.source.text):
        return
    for value in bindings(enclosing(name, model)).get(name.id, []):
        yield from (
            node for node in ast.walk(value) if isinstance(node, ast.Call) and builtin(model, node) == "slice"
        )
