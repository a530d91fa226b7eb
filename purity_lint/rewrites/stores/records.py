"""Arrays of records, whose fields have names: what is stored into them is no number."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name


def holds_records(array: ast.expr, model: SemanticModel) -> bool:
    """True for an array of which the file reads or changes a field by its name: `p["x"]`, `p[0]["x"]`."""
    name = last_name(array)
    return name != "" and name in model.memo(holds_records, lambda: frozenset(_with_fields(model)))


def _with_fields(model: SemanticModel) -> Iterator[str]:
    """Yield the names of what is indexed by text, or by a list of texts."""
    for item in model.source.of(ast.Subscript):
        key = item.slice
        first = key.elts[0] if isinstance(key, ast.List) and key.elts else key
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            whole: ast.expr = item.value
            while isinstance(whole, ast.Subscript):
                whole = whole.value
            yield last_name(whole)
