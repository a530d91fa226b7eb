"""Arrays that the function which makes them writes to."""

from __future__ import annotations

import ast

from purity_lint.rewrites.scopes import enclosing, own_nodes
from purity_lint.semantics.model import SemanticModel


def is_stored_into(made: ast.AST, model: SemanticModel) -> bool:
    """True where what ``made`` makes is stored into, or may be by others: what is returned, or no plain name."""
    match model.parent(made):
        case ast.Assign(targets=[ast.Name(id=name)]):
            return any(_writes(node, name) for node in own_nodes(enclosing(made, model)))
        case ast.Assign() | ast.AnnAssign() | ast.Return():
            return True
    return False


def has_items_stored(made: ast.AST, model: SemanticModel) -> bool:
    """True where the function around stores items into what ``made`` makes, `x[i] = v`, under its plain name."""
    call = model.parent(made)
    whole = call if isinstance(call, ast.Call) and call.func is made else made
    match model.parent(whole):
        case ast.Assign(targets=[ast.Name(id=name)]):
            return any(
                isinstance(node, ast.Subscript)
                and isinstance(node.ctx, ast.Store)
                and isinstance(node.value, ast.Name)
                and node.value.id == name
                for node in own_nodes(enclosing(made, model))
            )
    return False


def _writes(node: ast.AST, name: str) -> bool:
    match node:
        case ast.AugAssign(target=ast.Name(id=target)):
            return target == name
        case ast.Subscript(value=ast.Name(id=target), ctx=ast.Store()):
            return target == name
        case ast.Attribute(value=ast.Name(id=target), ctx=ast.Store()):
            return target == name
        case ast.keyword(arg="out", value=ast.Name(id=target)):
            return target == name
        case ast.Call(func=ast.Attribute(value=ast.Name(id=target), attr="sort" | "fill" | "put" | "resize")):
            return target == name
    return False
