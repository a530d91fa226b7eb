"""Calls whose result is one truth value."""

from __future__ import annotations

import ast

from purity_lint.knowledge.libraries import group
from purity_lint.rewrites.compiled import is_compiled
from purity_lint.rewrites.operands import SEQUENCES, builtin, is_result, operation
from purity_lint.semantics.model import SemanticModel

TRUTHS = frozenset({"all", "any", "allclose", "array_equal", "isclose", "is_tensor", "has_nan_or_inf"})
"""Operations whose result is one truth value, so that `bool(...)` of it says what is meant."""


def is_truth(node: ast.expr, model: SemanticModel) -> bool:
    """True for a call that asks for one truth value of a whole array: `ops.any(x)`, `np.all(x)`, `x.any()`."""
    if not isinstance(node, ast.Call):
        return False
    name = operation(model, node) or (model.qualified_name(node.func) or "").rpartition(".")[2]
    if name:
        return name in TRUTHS
    return isinstance(node.func, ast.Attribute) and node.func.attr in {"any", "all"}


def has_truth(node: ast.expr, model: SemanticModel, *, compiled: bool = False) -> bool:
    """True for what is one truth value on every backend: such a call, and a tensor that is known to have no axes.

    A compiler sees no value of it: this does not hold in a function that is compiled, or where all are (``compiled``).
    """
    if is_truth(node, model):
        return True
    return model.value(node).rank == 0 and not compiled and not is_compiled(node, model)


def may_have_axes(node: ast.expr, model: SemanticModel) -> bool:
    """False for what has none, and for what is computed by element of nothing that is known to have axes.

    `ops.isfinite(options.low)` is a tensor because an operation gives it; whether it is one of one element is as open
    as before.
    """
    value = model.value(node)
    if not value.is_tensor:
        return value.kind in SEQUENCES
    if value.rank == 0:
        return False
    parts = _operands(node, model)
    return not parts or any(may_have_axes(part, model) for part in parts)


def is_of_no_tensor(node: ast.expr, model: SemanticModel) -> bool:
    """True for what is computed by element of nothing that is known to be a tensor: `ops.ceil(rate * duration)`."""
    value = model.value(node)
    if not value.is_tensor:
        return value.kind not in SEQUENCES and not is_result(value)
    parts = _operands(node, model)
    return bool(parts) and all(is_of_no_tensor(part, model) for part in parts)


def _operands(node: ast.expr, model: SemanticModel) -> list[ast.expr]:
    """Return what a value is computed of by element; nothing where it comes about in another way."""
    match node:
        case ast.Call(args=parts, keywords=[]) if group(operation(model, node) or "") == "elementwise":
            return parts
        case ast.BinOp(left=left, right=right) | ast.Compare(left=left, comparators=[right]):
            return [left, right]
        case ast.UnaryOp(operand=operand):
            return [operand]
    return []


def is_tested(node: ast.expr, model: SemanticModel) -> bool:
    """True where nothing is asked of a value but whether it is true: `if x`, `not x`, `bool(x)`, `if x and y`."""
    parent = model.parent(node)
    while isinstance(parent, ast.BoolOp):
        node, parent = parent, model.parent(parent)
    match parent:
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) | ast.Assert(test=test):
            return test is node
        case ast.comprehension(ifs=tests):
            return node in tests
        case ast.UnaryOp(op=ast.Not()):
            return True
        case ast.Call():
            return builtin(model, parent) == "bool"
    return False
