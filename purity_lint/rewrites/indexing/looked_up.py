"""Indices that come from a table of which nothing is known: ``x[table[rows]]``, where ``table`` was read from a file.

Such tables hold whole numbers of any width, bytes too, in an array of NumPy.
"""

from __future__ import annotations

import ast
from typing import Final

from purity_lint.rewrites.scopes import enclosing
from purity_lint.rewrites.uses_of_names import bindings
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind

_HOST_NUMBERS: Final = frozenset({Kind.INT, Kind.DIM})


def is_looked_up(part: ast.expr, model: SemanticModel) -> bool:
    """True for `table[rows]`, for `table[rows] - 1`, and for a name that is bound to that somewhere."""
    if model.value(part).kind is not Kind.UNKNOWN:
        return False
    return any(_is_item(value, model) for value in _values(part, model))


def _is_item(made: ast.AST, model: SemanticModel) -> bool:
    while isinstance(made, ast.BinOp) and model.value(made.right).kind in _HOST_NUMBERS:
        made = made.left
    return isinstance(made, ast.Subscript) and _picks_several(made.slice, model)


def _picks_several(index: ast.expr, model: SemanticModel) -> bool:
    """Return True for an array as an index, and not for an element of one, which loops go through."""
    value = model.value(index)
    if not value.is_tensor or value.maybe or value.rank == 0 or value.dtype == "bool":
        return False
    made = _values(index, model)
    return bool(made) and all(isinstance(value, ast.expr) for value in made)


def _values(node: ast.expr, model: SemanticModel) -> list[ast.AST]:
    """Return what a name is bound to, and of anything else that."""
    if not isinstance(node, ast.Name):
        return [node]
    scope = enclosing(node, model)
    return [] if scope is None else [value for _, value in bindings(scope).get(node.id, ())]
