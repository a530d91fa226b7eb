"""Names that hold a list of arrays, or something that is no array yet, where they are asked for their ``len``."""

from __future__ import annotations

import ast

from purity_lint.rewrites.scopes import bindings, bound_names, enclosing
from purity_lint.semantics.model import SemanticModel

_OF_ARRAYS = frozenset({"shape", "ndim", "dtype"})
"""Attributes that lists do not have."""


def is_made_a_list(node: ast.expr, model: SemanticModel, *, maybe: bool) -> bool:
    """True for a name that is bound to a list or a tuple as well: `bounds = [(None, None)] * n`.

    ``maybe``: it may be no array here, as a name of a function around may be, which has any of its values.
    """
    if not isinstance(node, ast.Name):
        return False
    around: ast.AST | None = enclosing(node, model)
    while around is not None and node.id not in bound_names(around):
        maybe, around = True, model.function(around)
    made = bindings(around).get(node.id, ()) if around is not None else ()
    return any(_is_of_several(one, node.id) or (maybe and _is_written(one)) for one in made)


def is_without_shape(node: ast.expr, model: SemanticModel) -> bool:
    """True in `x.shape[0] if hasattr(x, "shape") else len(x)`: what has no shape is no array."""
    child, parent = node, model.parent(node)
    while isinstance(parent, ast.expr):
        match parent:
            case ast.IfExp(
                test=ast.Call(
                    func=ast.Name(id="hasattr"), args=[ast.Name(id=asked), ast.Constant(value=attribute)]
                ),
                orelse=other,
            ) if child is other and attribute in _OF_ARRAYS:
                return any(isinstance(n, ast.Name) and n.id == asked for n in ast.walk(node))
        child, parent = parent, model.parent(parent)
    return False


def _is_written(made: ast.expr) -> bool:
    written = made.left if isinstance(made, ast.BinOp) and isinstance(made.op, ast.Mult) else made
    return isinstance(written, ast.List | ast.Tuple | ast.ListComp)


def _is_of_several(made: ast.expr, name: str) -> bool:
    """True for `samples = promote(*samples)`, which gives as many arrays back."""
    return isinstance(made, ast.Call) and any(
        isinstance(given, ast.Starred) and isinstance(given.value, ast.Name) and given.value.id == name
        for given in made.args
    )
