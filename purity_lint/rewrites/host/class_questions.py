"""Questions about classes, `isinstance(x, C)` and `type(x) is C`: which classes they name, and of what they ask."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.rewrites.operands import builtin
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name

_QUESTIONS = frozenset({"is_array", "is_tensor", "is_array_api_obj", "is_array_api_strict_obj"})
"""Functions that tell arrays of any library from other values."""


def members(classes: ast.expr) -> Iterator[ast.expr]:
    """Yield the classes of `C`, `(C, D)` and `C | D`."""
    match classes:
        case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
            for element in elements:
                yield from members(element)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            yield from members(left)
            yield from members(right)
        case _:
            yield classes


def type_of(node: ast.expr, model: SemanticModel) -> ast.expr | None:
    """Return what `type(x)` and `x.__class__` ask of; ``None`` for other expressions."""
    match node:
        case ast.Call(args=[subject], keywords=[]) if builtin(model, node) == "type":
            return subject
        case ast.Attribute(value=subject, attr="__class__"):
            return subject
    return None


def asks_for_arrays_too(node: ast.AST, model: SemanticModel) -> bool:
    """True in `isinstance(x, float) or gs.is_array(x) and x.ndim == 0`."""
    choice = model.parent(node)
    if not isinstance(choice, ast.BoolOp) or not isinstance(choice.op, ast.Or):
        return False
    calls = (n for other in choice.values if other is not node for n in ast.walk(other))
    return any(isinstance(n, ast.Call) and last_name(n.func) in _QUESTIONS for n in calls)
