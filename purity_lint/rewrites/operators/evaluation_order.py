"""Whether it shows that an operation evaluates its arguments first: ``x[i] += v`` reads ``x[i]`` before ``v``."""

from __future__ import annotations

import ast

from purity_lint.rewrites.operands import NUMBERS, is_certain
from purity_lint.semantics.model import SemanticModel

_TOTAL = (ast.Add, ast.Sub, ast.Mult)
"""Operators that raise nothing for two numbers of NumPy."""


def raises_alike(target: ast.Subscript, value: ast.expr, model: SemanticModel) -> bool:
    """True where ``target`` can be read, or ``value`` raises nothing but what reading ``target`` would raise."""
    return _is_there(target, model) or _finds(value, model)


def _is_there(target: ast.Subscript, model: SemanticModel) -> bool:
    """True for slices of as many axes as the array is known to have: they are there, if only empty."""
    parts = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
    rank = model.value(target.value).rank
    whole = all(
        isinstance(part, ast.Slice) or (isinstance(part, ast.Constant) and part.value is ...)
        for part in parts
    )
    return whole and rank is not None and len(parts) <= rank


def _finds(value: ast.expr, model: SemanticModel) -> bool:
    """True for names, numbers and elements of arrays, and sums of them: no exception but that of an index."""
    match value:
        case ast.Constant() | ast.Name():
            return True
        case ast.Attribute(value=whole):
            return _finds(whole, model)
        case ast.UnaryOp(operand=operand):
            return _finds(operand, model)
        case ast.Subscript(value=whole, slice=index):
            return is_certain(model.value(whole)) and _finds(whole, model) and _is_plain(index)
        case ast.BinOp(left=left, op=operator, right=right) if isinstance(operator, _TOTAL):
            sides = (left, right)
            return all(_is_number(side, model) and _finds(side, model) for side in sides)
    return False


def _is_number(side: ast.expr, model: SemanticModel) -> bool:
    value = model.value(side)
    return value.kind in NUMBERS or (is_certain(value) and value.rank == 0)


def _is_plain(index: ast.expr) -> bool:
    return not any(isinstance(part, ast.Call | ast.Attribute | ast.Await) for part in ast.walk(index))
