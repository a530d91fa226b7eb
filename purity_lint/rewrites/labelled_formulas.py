"""Formulas with a column or a table in them: pandas computes those, and takes no other library's tensors."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.knowledge import labelled_data
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value


def is_labelled(value: Value) -> bool:
    """True for a column or a table, and for an array that may be one."""
    return (
        value.kind in {Kind.INSTANCE, Kind.TENSOR} and labelled_data.object_of(value.name or "") is not None
    )


def is_beside_labelled(node: ast.expr, model: SemanticModel) -> bool:
    """True where ``node`` is part of a formula of which another operand may be a column: `column - (x + 1)`."""
    return node in model.memo(_beside_labelled, lambda: _beside_labelled(model))


def _beside_labelled(model: SemanticModel) -> set[ast.expr]:
    """Return the parts of the file's formulas that have a labelled operand beside them, or beside what they are in."""
    found: set[ast.expr] = set()
    for formula in model.source.of(ast.BinOp):
        for operand in (formula.left, formula.right):
            if is_labelled(model.value(operand)):
                _mark_others(operand, found, model)
    return found


def _mark_others(operand: ast.expr, found: set[ast.expr], model: SemanticModel) -> None:
    holder = model.parent(operand)
    while isinstance(holder, ast.BinOp | ast.UnaryOp):
        if isinstance(holder, ast.BinOp):
            other = holder.right if operand is holder.left else holder.left
            if other not in found:
                found.update(_parts(other))
        operand, holder = holder, model.parent(holder)


def _parts(formula: ast.expr) -> Iterator[ast.expr]:
    """Yield a formula and what it is made of, down to what is none."""
    stack = [formula]
    while stack:
        part = stack.pop()
        yield part
        match part:
            case ast.BinOp(left=left, right=right):
                stack += [left, right]
            case ast.UnaryOp(operand=inner):
                stack.append(inner)
