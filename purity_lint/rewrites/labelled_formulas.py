"""Formulas with a column or a table in them: pandas computes those, and takes no other library's tensors."""

from __future__ import annotations

import ast

from purity_lint.knowledge import labelled_data
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value


def is_beside_labelled(node: ast.expr, model: SemanticModel) -> bool:
    """True where ``node`` is part of a formula of which another operand may be a column: `column - (x + 1)`."""
    holder = model.parent(node)
    while isinstance(holder, ast.BinOp | ast.UnaryOp):
        if isinstance(holder, ast.BinOp):
            other = holder.right if node is holder.left else holder.left
            if _may_be_labelled(other, model):
                return True
        node, holder = holder, model.parent(holder)
    return False


def _may_be_labelled(operand: ast.expr, model: SemanticModel) -> bool:
    if _is_labelled(model.value(operand)):
        return True
    match operand:
        case ast.BinOp(left=left, right=right):
            return _may_be_labelled(left, model) or _may_be_labelled(right, model)
        case ast.UnaryOp(operand=inner):
            return _may_be_labelled(inner, model)
    return False


def _is_labelled(value: Value) -> bool:
    return (
        value.kind in {Kind.INSTANCE, Kind.TENSOR} and labelled_data.object_of(value.name or "") is not None
    )
