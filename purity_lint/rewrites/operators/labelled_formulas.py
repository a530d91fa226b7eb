"""Formulas with a column or a table in them: pandas computes those, and takes no other library's tensors."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.knowledge import labelled_data
from purity_lint.knowledge.libraries import HOST_PACKAGES, stands_in
from purity_lint.knowledge.tensor_methods import ATTRIBUTE_OPERATIONS
from purity_lint.rewrites.scopes import bindings, enclosing
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value

_MAY_BE = frozenset({Kind.INSTANCE, Kind.TENSOR, Kind.UNKNOWN})
"""Kinds of values that name the library of what they may be."""
TAKEN_BY_COLUMN = "a column or table takes its result as an operand, and no tensor"
"""Why what stands beside a column stays as it is."""


def is_labelled(value: Value) -> bool:
    """True for a column or a table, and for what may be one."""
    return value.kind in _MAY_BE and labelled_data.object_of(value.name or "") is not None


def is_beside_labelled(node: ast.expr, model: SemanticModel) -> bool:
    """True where ``node`` is part of a formula of which another operand may be a column: `column - (x + 1)`.

    What a name in such a formula was assigned is part of it: `y = np.exp(x)` above `column * y`.
    """
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
            _mark(holder.right if operand is holder.left else holder.left, found, model)
        operand, holder = holder, model.parent(holder)


def _mark(formula: ast.expr, found: set[ast.expr], model: SemanticModel) -> None:
    """Add a formula, what it is made of down to what is none, and what its names were assigned."""
    stack = [formula]
    while stack:
        part = stack.pop()
        if part in found:
            continue
        found.add(part)
        stack += _below(part, model)


def _below(part: ast.expr, model: SemanticModel) -> Iterator[ast.expr]:
    match part:
        case ast.BinOp(left=left, right=right):
            yield from (left, right)
        case ast.UnaryOp(operand=inner):
            yield inner
        case ast.Subscript(value=inner):
            yield inner  # `y[:, None]`
        case ast.Attribute(value=inner, attr=name) if name in ATTRIBUTE_OPERATIONS:
            yield inner  # `y.T`
        case ast.Call(func=ast.Attribute(value=receiver) as method) if model.qualified_name(method) is None:
            yield receiver  # `np.diff(x).max()`
        case ast.Name(id=name):
            yield from bindings(enclosing(part, model)).get(name, ())
        case ast.Call(func=function, args=arguments) if stands_in(
            model.qualified_name(function), *HOST_PACKAGES, "builtins"
        ):
            yield from arguments
