"""Operands that are arrays on NumPy, whatever their axes: a list times one of them is never repeated.

What operators and indices make of an array without axes is a scalar of NumPy's instead, and a whole one repeats a list.
"""

from __future__ import annotations

import ast

from purity_lint.rewrites.operands import is_certain
from purity_lint.rewrites.scopes import bindings, enclosing, own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import FUNCTIONS
from purity_lint.source.names import last_name
from purity_lint.source.parameters import single

_TRANSPOSED = frozenset({"T", "mT", "transpose", "swapaxes"})
_MADE = frozenset({"array", "asarray", "asanyarray"})


def is_array_itself(node: ast.expr, model: SemanticModel) -> bool:
    """True for `np.asarray(x)`, a name bound to nothing else, and a parameter that is declared to be an array."""
    if isinstance(node, ast.Name):
        scope = enclosing(node, model)
        made = bindings(scope).get(node.id, ())
        if not made:
            return _is_parameter(node.id, scope) and is_certain(model.value(node))
        return len(made) == 1 and _makes_array(made[0], model)
    return _makes_array(node, model)


def has_axes(node: ast.expr, model: SemanticModel) -> bool:
    """True for `x.T` and `np.transpose(x)`, and for `x` where the function reads `x.T` or `x.shape[0]` of it."""
    if last_name(node.func if isinstance(node, ast.Call) else node) in _TRANSPOSED:
        return True
    return isinstance(node, ast.Name) and any(
        _asks_for_axes(read, node.id) for read in own_nodes(enclosing(node, model))
    )


def _asks_for_axes(read: ast.AST, name: str) -> bool:
    match read:
        case ast.Attribute(value=ast.Name(id=asked), attr=attribute) if attribute in _TRANSPOSED:
            return asked == name
        case ast.Subscript(value=ast.Attribute(value=ast.Name(id=asked), attr="shape")):
            return asked == name
    return False


def _is_parameter(name: str, scope: ast.AST) -> bool:
    return isinstance(scope, FUNCTIONS) and any(a.arg == name for a in single(scope.args))


def _makes_array(node: ast.expr, model: SemanticModel) -> bool:
    if not isinstance(node, ast.Call) or last_name(node.func) not in _MADE:
        return False
    return model.qualified_name(node.func) is not None and model.value(node).is_tensor
