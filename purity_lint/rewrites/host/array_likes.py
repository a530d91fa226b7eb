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

    So is a slice of one, and a name for one: `rest = x[1:]`, `y = x` where none is given. So is each of `*samples`.
    """
    return _may_be_one(node, node, model, _DEPTH) or _is_one_of_many(node, model)


def _is_one_of_many(node: ast.expr, model: SemanticModel) -> bool:
    """True for `samples[j]`, and for `sample` in a loop over `samples`, of a public function that is given `*samples`.

    They are still what was given where arrays are made of them on some paths alone.
    """
    function = model.function(node)
    if not isinstance(function, DEFINITIONS) or function.name.startswith("_"):
        return False
    starred = function.args.vararg
    if starred is None or starred.annotation is not None:
        return False
    made = bindings(function).get(starred.arg, ())
    if any(model.function(v) is function and _is_always_run(v, function, model) for v in made):
        return False
    match node:
        case ast.Subscript(value=ast.Name(id=name), slice=index):
            return name == starred.arg and not isinstance(index, ast.Slice)
        case ast.Name(id=name):
            loops = (n for n in own_nodes(function) if isinstance(n, ast.For | ast.comprehension))
            return any(_goes_through(loop, name, starred.arg) for loop in loops)
    return False


def _goes_through(loop: ast.For | ast.comprehension, name: str, arrays: str) -> bool:
    """True for `for sample in samples`."""
    each = (loop.target, loop.iter)
    return [getattr(part, "id", None) for part in each] == [name, arrays]


def _is_always_run(node: ast.AST, function: ast.AST, model: SemanticModel) -> bool:
    """True where what is bound stands in the body of a function itself, and not in a branch."""
    statement: ast.AST | None = node
    while statement is not None and not isinstance(statement, ast.stmt):
        statement = model.parent(statement)
    return statement is not None and model.parent(statement) is function


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
