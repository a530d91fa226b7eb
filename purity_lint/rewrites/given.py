"""What callers give to a function as they like: arrays, or the lists and numbers that NumPy takes for them."""

from __future__ import annotations

import ast

from purity_lint.rewrites.scopes import bindings, own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import DEFINITIONS

_OF_ARRAYS = frozenset({"shape", "dtype", "ndim", "T", "size"})


def may_be_a_list(node: ast.expr, model: SemanticModel) -> bool:
    """True for a parameter of a public function, without annotation, that nothing has made an array before."""
    if not isinstance(node, ast.Name):
        return False
    function = model.function(node)
    if not isinstance(function, DEFINITIONS) or function.name.startswith("_"):
        return False
    spec = function.args
    plain = (a.arg for a in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs) if a.annotation is None)
    made = (value.lineno for value in bindings(function).get(node.id, ()))
    return (
        node.id in plain
        and not any(line < node.lineno for line in made)
        and not any(_asks_array(inner, node.id) for inner in own_nodes(function))
    )


def _asks_array(node: ast.AST, name: str) -> bool:
    """True for `x.shape`, which a list does not have."""
    match node:
        case ast.Attribute(value=ast.Name(id=array), attr=attribute):
            return array == name and attribute in _OF_ARRAYS
    return False
