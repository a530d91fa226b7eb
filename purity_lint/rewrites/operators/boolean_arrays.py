"""Arrays that hold truth values, as code shows it: `x > 0`, `~mask`, `(x > 0) | (x < -1)`, `np.isnan(x)`."""

from __future__ import annotations

import ast

from purity_lint.rewrites.operands import is_simple
from purity_lint.rewrites.scopes import bindings, enclosing
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value
from purity_lint.source.names import last_name

_ASKING = frozenset(
    {
        *("isnan", "isfinite", "isinf", "isclose", "isin", "signbit"),
        *("logical_and", "logical_or", "logical_not", "logical_xor", "less", "less_equal", "greater"),
        *("greater_equal", "equal", "not_equal"),
    }
)
"""Functions whose results are truth values."""
_OF_NUMBERS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_DEPTH = 4
"""How far back names are followed."""


def holds_truth(node: ast.expr, model: SemanticModel) -> bool:
    """True for an array of truth values: a comparison, what asks of elements, what `&`, `|`, `~` make of those."""
    return _holds(node, model, _DEPTH)


def _holds(node: ast.expr, model: SemanticModel, depth: int) -> bool:
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            return isinstance(operator, _OF_NUMBERS) and _compares_arrays(
                model.value(left), model.value(right)
            )
        case ast.UnaryOp(op=ast.Invert(), operand=operand):
            return _holds(operand, model, depth)
        case ast.BinOp(op=ast.BitAnd() | ast.BitOr() | ast.BitXor(), left=left, right=right):
            return _holds(left, model, depth) and _holds(right, model, depth)
        case ast.Call(func=ast.Attribute() as function, keywords=keywords):
            return last_name(function) in _ASKING or any(map(_says_truth, keywords))
        case ast.Name(id=name) if depth > 0:
            made = bindings(enclosing(node, model)).get(name, ())
            return bool(made) and all(_holds(one, model, depth - 1) for one in made)
    return False


def _compares_arrays(left: Value, right: Value) -> bool:
    """True where one side is an array, or nothing is known of either: attributes that are filled elsewhere."""
    sides = (left, right)
    return any(side.is_tensor for side in sides) or all(side.kind is Kind.UNKNOWN for side in sides)


def _says_truth(keyword: ast.keyword) -> bool:
    """True for `dtype=bool`, of a function that makes an array."""
    return keyword.arg == "dtype" and last_name(keyword.value).rstrip("_") == "bool"


def named_array(node: ast.expr, model: SemanticModel) -> ast.expr | None:
    """Return the first array with a name in a formula, but for truth values."""
    match node:
        case ast.BinOp(left=left, right=right):
            return named_array(left, model) or named_array(right, model)
        case ast.UnaryOp(operand=operand):
            return named_array(operand, model)
        case ast.Name() | ast.Attribute() if is_simple(node):
            return node if model.value(node).is_tensor and not holds_truth(node, model) else None
    return None


def is_used_as_mask(node: ast.expr, model: SemanticModel) -> bool:
    """True where a value is used as a mask, and not as the numbers that NumPy makes of truth values."""
    match model.parent(node):
        case ast.BinOp(op=operator):
            return isinstance(operator, ast.BitAnd | ast.BitOr | ast.BitXor)
        case ast.Subscript(slice=index):
            return index is node
        case ast.Call(func=function, args=[first, *_]):
            return first is node and last_name(function) == "where"
    return False
