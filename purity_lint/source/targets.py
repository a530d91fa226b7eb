"""What the target of an assignment binds and stores into."""

from __future__ import annotations

import ast


def stored_items(target: ast.expr) -> list[ast.Subscript]:
    """Return the items that an assignment to ``target`` stores into: two of `x[i], y[0] = ...`."""
    if isinstance(target, (ast.Tuple, ast.List)):
        return [item for element in target.elts for item in stored_items(element)]
    if isinstance(target, ast.Starred):
        return stored_items(target.value)
    return [target] if isinstance(target, ast.Subscript) else []
