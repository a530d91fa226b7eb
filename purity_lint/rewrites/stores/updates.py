"""What a store is written as, ``x = ops.assign(x, i, v)``: the array is the one that it was."""

from __future__ import annotations

import ast

from purity_lint.knowledge.arrays import UPDATING_OPERATIONS
from purity_lint.rewrites.operands import OPS
from purity_lint.rewrites.output_places import position_of_output
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name

_UPDATES = UPDATING_OPERATIONS | {"assign"}


def is_update_of(name: str, value: ast.AST | None, model: SemanticModel) -> bool:
    """Return True for `ops.assign(x, ...)`, where ``name`` is `x`."""
    array = _first_of_update(value, model)
    return isinstance(array, ast.Name) and array.id == name


def updated_by(value: ast.Call, model: SemanticModel) -> ast.expr | None:
    """Return the array that a call writes into and gives: `x` of `ops.assign(x, ...)`, and of `np.add(y, z, x)`."""
    for keyword in value.keywords:
        if keyword.arg == "out" and not isinstance(keyword.value, ast.Constant | ast.Tuple):
            return keyword.value
        if keyword.arg == "copy":
            return None
    position = position_of_output(value, model)
    if position is not None and position < len(value.args):
        *operands, output = value.args[: position + 1]
        told = not any(isinstance(operand, ast.Starred) for operand in (*operands, output))
        if told and not isinstance(output, ast.Constant | ast.Tuple):
            return output
    return _first_of_update(value, model)


def _first_of_update(value: ast.AST | None, model: SemanticModel) -> ast.expr | None:
    match value:
        case ast.Call(func=function, args=[array, *_]):
            known = model.qualified_name(function) or ""
            return array if known.startswith(OPS) and last_name(function) in _UPDATES else None
    return None
