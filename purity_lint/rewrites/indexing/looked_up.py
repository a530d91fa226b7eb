"""Tables of which nothing is known, read from a file perhaps: ``x[table.rows[at]]``, where ``at`` is an array.

They hold whole numbers of any width, bytes too, in an array of NumPy.
"""

from __future__ import annotations

import ast
from typing import Final

from purity_lint.knowledge.labelled_data import LOCATORS
from purity_lint.rewrites.scopes import enclosing
from purity_lint.rewrites.uses_of_names import bindings
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind

_HOST_NUMBERS: Final = frozenset({Kind.INT, Kind.DIM})


def is_looked_up(part: ast.expr, model: SemanticModel) -> bool:
    """True for an index `table[rows]`, `table[rows] - 1`, and for a name that is bound to that somewhere."""
    if model.value(part).kind is not Kind.UNKNOWN:
        return False
    return any(_is_item(value, model) for value in _values(part, model))


def trouble_of_table(read: ast.Subscript, model: SemanticModel) -> str | None:
    """Return what is wrong with `data.table[rows]`, where ``data`` may hold arrays of NumPy."""
    if not is_table(read, model):
        return None
    return "PyTorch's index of one element is a number to an array of NumPy, which this may be"


def is_table(read: ast.Subscript, model: SemanticModel) -> bool:
    """True for `data.table[rows]` and `data["table"][rows, None]`: what is read by an array is one, of some library."""
    whole = model.value(read.value)
    if whole.foreign or (isinstance(read.value, ast.Attribute) and read.value.attr in LOCATORS):
        return False
    if not isinstance(read.value, ast.Attribute | ast.Subscript) and not _values(read.value, model):
        return False  # a parameter: who hands over an array hands it over as a tensor
    known = whole.is_tensor and not (whole.maybe and whole.backend is None)
    if known or not (whole.is_tensor or whole.kind is Kind.UNKNOWN):
        return False
    parts = read.slice.elts if isinstance(read.slice, ast.Tuple) else [read.slice]
    return any(has_axes(part, model) or is_looked_up(part, model) for part in parts)


def has_axes(node: ast.expr, model: SemanticModel) -> bool:
    """True for an array that is no mask and not without axes: for what is added to one as well, whatever it is."""
    value = model.value(node)
    if not value.is_tensor or value.maybe or value.dtype == "bool":
        return False
    if value.rank is not None:
        return value.rank > 0
    made = _values(node, model)
    return bool(made) and all(_is_broadcast(one, model) for one in made)


def _is_broadcast(made: ast.AST, model: SemanticModel) -> bool:
    match made:
        case ast.BinOp(op=op, left=left, right=right) if not isinstance(op, ast.MatMult):
            return any(bool(value.rank) and not value.maybe for value in map(model.value, (left, right)))
    return False


def _is_item(made: ast.AST, model: SemanticModel) -> bool:
    while isinstance(made, ast.BinOp) and model.value(made.right).kind in _HOST_NUMBERS:
        made = made.left
    return isinstance(made, ast.Subscript) and has_axes(made.slice, model)


def _values(node: ast.expr, model: SemanticModel) -> list[ast.AST]:
    """Return what a name is bound to, and of anything else that."""
    if not isinstance(node, ast.Name):
        return [node]
    scope = enclosing(node, model)
    return [] if scope is None else [value for _, value in bindings(scope).get(node.id, ())]
