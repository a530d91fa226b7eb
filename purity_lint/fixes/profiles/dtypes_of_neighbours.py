"""The dtype of whole numbers that are counted out: that of the array which they meet in a formula.

x - np.arange(n)                  x - xp.arange(n, dtype=x.dtype)
(2 * np.arange(n) - 1) / (2 * n)  (2 * xp.arange(n, dtype=x.dtype) - 1) / (2 * n)

The standard says nothing of sums of integers and floats, and divides floats alone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.knowledge.vocabularies.array_api import TAKE_PLACES
from purity_lint.rewrites.operators.boolean_arrays import named_array
from purity_lint.rewrites.scopes import own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.names import last_name

_TERMS = ast.Add | ast.Sub | ast.Mult | ast.Div


def met_in_formula(call: ast.Call, model: SemanticModel) -> ast.expr | None:
    """Return the named array that stands beside what a call makes, in the formula around it."""
    for formula, side in _formulas(call, model):
        other = formula.right if side is formula.left else formula.left
        found = named_array(other, model) if isinstance(formula.op, _TERMS) else None
        if found is not None:
            return found
    return None


def is_divided(call: ast.Call, model: SemanticModel) -> bool:
    """True where the formula around a call divides, raises a number to a power that is no integer, or has a float."""
    return any(
        isinstance(formula.op, ast.Div | ast.Pow)
        or model.value(formula.right if side is formula.left else formula.left).kind is Kind.FLOAT
        for formula, side in _formulas(call, model)
    )


def is_computed_with(call: ast.Call, function: ast.AST, model: SemanticModel) -> bool:
    """True where the value goes into arithmetic, by its name where it has one, and is no index."""
    parent = model.parent(call)
    if isinstance(parent, ast.BinOp):
        return is_divided(call, model)
    if isinstance(parent, ast.Call) and model.qualified_name(parent.func) == "builtins.pow":
        return call in parent.args
    match parent:
        case ast.Assign(targets=[ast.Name(id=name)]):
            pass
        case _:
            return False
    uses = _uses(name, function)
    computed = any(isinstance(_holder(n, model), ast.BinOp | ast.AugAssign) for n in uses)
    return computed and not _become_places(name, function, model)


def _uses(name: str, function: ast.AST) -> list[ast.Name]:
    named = (n for n in own_nodes(function) if isinstance(n, ast.Name) and n.id == name)
    return [n for n in named if isinstance(n.ctx, ast.Load)]


def _become_places(name: str, function: ast.AST, model: SemanticModel) -> bool:
    """True for what is an index, or is computed with to be one: `j = i + 1` where `x[j]` is read."""
    seen: set[str] = set()
    names = [name]
    while names:
        name = names.pop()
        if name in seen:
            continue
        seen.add(name)
        for use in _uses(name, function):
            if _is_place(use, model) or isinstance(_holder(use, model), ast.Tuple | ast.Slice):
                return True
            names += _computed_into(use, model)
    return False


def _computed_into(use: ast.expr, model: SemanticModel) -> list[str]:
    """Return the names of what a value is computed into by operators alone."""
    inner: ast.AST = use
    while isinstance(parent := model.parent(inner), ast.BinOp | ast.UnaryOp):
        inner = parent
    targets = parent.targets if isinstance(parent, ast.Assign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _is_place(use: ast.expr, model: SemanticModel) -> bool:
    """True in an index, also by a formula: `x[i + 1]`, `x.take(i - 1, axis=0)`, `np.take(x, i)`."""
    inner: ast.AST = use
    while isinstance(parent := model.parent(inner), ast.BinOp | ast.UnaryOp):
        inner = parent
    if isinstance(parent, ast.Subscript):
        return parent.slice is inner
    return isinstance(parent, ast.Call) and parent.func is not inner and last_name(parent.func) in TAKE_PLACES


def _formulas(node: ast.expr, model: SemanticModel) -> Iterator[tuple[ast.BinOp, ast.expr]]:
    """Yield the formulas around an expression, from the inside out, with the side that it is in."""
    side = node
    while isinstance(formula := model.parent(side), ast.BinOp | ast.UnaryOp):
        if isinstance(formula, ast.BinOp):
            yield formula, side
        side = formula


def _holder(use: ast.Name, model: SemanticModel) -> ast.AST | None:
    """Return what an array stands in, also in another shape: `x * i.reshape(-1, 1)`."""
    parent = model.parent(use)
    if isinstance(parent, ast.Attribute) and parent.attr == "reshape":
        parent = model.parent(parent)
        return model.parent(parent) if isinstance(parent, ast.Call) else parent
    if isinstance(parent, ast.Call) and last_name(parent.func) == "reshape" and use in parent.args[:1]:
        return model.parent(parent)
    return parent
