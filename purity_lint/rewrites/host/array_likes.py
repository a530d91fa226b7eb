"""What callers give to a function as they like: arrays, or the lists and numbers that NumPy takes for them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Evidence
from purity_lint.rewrites.scopes import bindings, own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import DEFINITIONS
from purity_lint.source.parameters import single

_OF_ARRAYS = frozenset({"shape", "dtype", "ndim", "T", "size"})
_DEPTH = 4
"""How far back names are followed."""


def may_be_a_list(node: ast.expr, model: SemanticModel) -> bool:
    """True for a parameter of a public function, without annotation, that nothing has made an array before.

    So is one of a private function that is handed such a parameter: `_edges(sample, range)`.

    So is a slice of one, and a name for one: `rest = x[1:]`, `y = x` where none is given.
    """
    return _may_be_one(node, node, model, _DEPTH)


def _may_be_one(node: ast.expr, at: ast.expr, model: SemanticModel, depth: int) -> bool:
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return _may_be_one(node.value, at, model, depth)
    function = model.function(at)
    if not isinstance(node, ast.Name) or not isinstance(function, DEFINITIONS) or depth <= 0:
        return False
    value = model.value(node)
    if function.name.startswith("_") and not (value.maybe and value.evidence < Evidence.DECLARED):
        return False
    made = [v for v in bindings(function).get(node.id, ()) if v.lineno < at.lineno]
    if made:
        return all(
            isinstance(v, ast.Name | ast.Subscript) and _may_be_one(v, v, model, depth - 1) for v in made
        )
    plain = (a.arg for a in single(function.args) if a.annotation is None)
    return node.id in plain and not any(
        _asks_array(n, node.id) for n in _before_it_is_bound(node.id, function)
    )


def _before_it_is_bound(name: str, function: ast.AST) -> Iterator[ast.AST]:
    """Yield what a function does with a parameter as it was given."""
    bound = min((v.lineno for v in bindings(function).get(name, ())), default=None)
    yield from (n for n in own_nodes(function) if bound is None or getattr(n, "lineno", 0) <= bound)


def _asks_array(node: ast.AST, name: str) -> bool:
    """True for `x.shape`, which a list does not have."""
    match node:
        case ast.Attribute(value=ast.Name(id=array), attr=attribute):
            return array == name and attribute in _OF_ARRAYS
    return False
