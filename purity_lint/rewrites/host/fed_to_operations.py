"""Arrays that operations compute with right away: there is nothing on the host that would need them."""

from __future__ import annotations

import ast

from purity_lint.rewrites.operands import operation
from purity_lint.rewrites.scopes import enclosing
from purity_lint.rewrites.uses_of_names import bindings, reads
from purity_lint.semantics.model import SemanticModel

_LEAVE = frozenset({"to_numpy", "tolist", "to_list", "item"})
"""Operations that give something on the host."""
_ASKED = frozenset({"shape", "ndim", "size", "dtype"})
"""Attributes that say nothing of where an array lies."""


def is_fed_to_operations(node: ast.expr, model: SemanticModel) -> bool:
    """True for `np.asarray(z)` in `ops.subtract(np.asarray(z), y)`, and where a name is given it that is used so."""
    holder = model.parent(node)
    match holder:
        case ast.Assign(targets=[ast.Name(id=name)]):
            return _name_is_fed(name, holder, model)
        case ast.BinOp() | ast.Compare() | ast.Call() | ast.keyword():
            return _is_operand(node, model)
    return False


def _name_is_fed(name: str, statement: ast.Assign, model: SemanticModel) -> bool:
    """True where every place that reads ``name`` below ``statement`` feeds an operation, or asks for a shape."""
    scope = enclosing(statement, model)
    end = statement.end_lineno or statement.lineno
    if any(by is not statement and by.lineno > end for by, _ in bindings(scope).get(name, ())):
        return False
    below = [use for use in reads(scope).get(name, ()) if use.lineno > end]
    telling = [use for use in below if not _is_neutral(use, model)]
    return bool(telling) and all(_is_operand(use, model) for use in telling)


def _is_neutral(use: ast.expr, model: SemanticModel) -> bool:
    holder = model.parent(use)
    return isinstance(holder, ast.Attribute) and holder.attr in _ASKED


def _is_operand(node: ast.expr, model: SemanticModel) -> bool:
    """True for an argument of an operation that stays off the host, and beside one of its tensors."""
    holder = model.parent(node)
    if isinstance(holder, ast.Subscript) and holder.value is node:
        return _is_operand(holder, model)
    if isinstance(holder, ast.keyword):
        holder = model.parent(holder)
    match holder:
        case ast.Call():
            called = operation(model, holder)
            return called is not None and called not in _LEAVE and holder.func is not node
        case ast.BinOp(left=left, right=right):
            return _is_of_ops(right if left is node else left, model)
        case ast.Compare(left=left, comparators=[right]):
            return _is_of_ops(right if left is node else left, model)
    return False


def _is_of_ops(node: ast.expr, model: SemanticModel) -> bool:
    value = model.value(node)
    return value.is_tensor and value.backend == "ops"
