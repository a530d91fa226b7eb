"""Expressions that make an array of their own, whatever their file does: nobody needs to look who else holds it."""

from __future__ import annotations

import ast
from typing import Final

from purity_lint.knowledge.libraries import stands_in
from purity_lint.knowledge.memory import (
    COLLECTING,
    HOLDERS,
    PACKAGES,
    PARTS,
    PERHAPS_VIEWS,
    PICKING_METHODS,
    TAKING_METHODS,
    VIEWS,
)
from purity_lint.knowledge.python import FIELD_MAKERS
from purity_lint.rewrites.stores.shared_results import is_told_not_to_copy, rearranges, viewed_by
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import Definition
from purity_lint.source.names import last_name, names_in

ITEMS: Final = frozenset({"min", "max", "next"})
"""Functions that give an item of what they are given."""
PICKING: Final = frozenset({"heappop", "heapreplace", "heappushpop", "choice", "getattr"})
"""Functions that give an item of their first argument."""
_PASSING_ON: Final = ITEMS | PICKING | COLLECTING | HOLDERS | {"zip", "enumerate"}
_MAY_BE_VIEWS: Final = VIEWS | PERHAPS_VIEWS
_DISPLAYS: Final = (ast.List, ast.Tuple, ast.ListComp)
"""What is copied into an array: `np.asarray([1, 2])` is no view."""
_METHODS_PASSING_ON: Final = _MAY_BE_VIEWS | PICKING_METHODS | TAKING_METHODS | {"items", "values"}


def is_new_array(node: ast.AST, model: SemanticModel) -> bool:
    """True for a formula, for a call of a library that gives no part of what it is given, and for a view of either.

    The graph of the file says the same of these, which takes much longer.
    """
    viewed = _viewed(node, model)
    if viewed is not None:
        return isinstance(viewed, _DISPLAYS) or is_new_array(viewed, model)
    match node:
        case ast.BinOp():
            return not joins_lists(node, model)
        case ast.UnaryOp() | ast.Compare() | ast.Constant():
            return True
        case ast.Call(func=function):
            known = model.qualified_name(function)
            if stands_in(known, *PACKAGES):
                return not gives_argument(node)
            if not isinstance(function, ast.Attribute):
                return False
            if known:
                return function.attr not in _PASSING_ON and not function.attr[:1].isupper()
            is_method = model.value(function.value).is_tensor
            return is_method and function.attr not in _METHODS_PASSING_ON and not is_told_not_to_copy(node)
    return False


def comes_from_outside(node: ast.AST, model: SemanticModel) -> bool:
    """True for a new array, for what a call gives of a function that the file does not have, and for parts of either.

    What such a function keeps no file tells: the graph takes what it gives for its own.
    """
    while isinstance(node, ast.Subscript):
        node = node.value
    viewed = _viewed(node, model)
    if viewed is not None:
        return isinstance(viewed, _DISPLAYS) or comes_from_outside(viewed, model)
    return is_new_array(node, model) or (isinstance(node, ast.Call) and _runs_other_code(node, model))


def _runs_other_code(call: ast.Call, model: SemanticModel) -> bool:
    """True for a call of nothing that the file names itself, by a function that hands on nothing it is given."""
    known = model.qualified_name(call.func)
    if stands_in(known, *PACKAGES) or known in FIELD_MAKERS:
        return False
    name = last_name(call.func)
    if name in model.memo(_runs_other_code, lambda: _own_names(model)):
        return False
    if isinstance(call.func, ast.Attribute) and known is None:
        return name not in _METHODS_PASSING_ON and not is_told_not_to_copy(call)
    return name not in _PASSING_ON and not name[:1].isupper()


def _own_names(model: SemanticModel) -> frozenset[str]:
    """Return what a file binds but for its imports, which nothing of it can be called by."""
    source = model.source
    names = {node.id for node in source.of(ast.Name) if node.ctx.__class__ is not ast.Load}
    names.update(argument.arg for argument in source.of(ast.arg))
    defined: list[Definition | ast.ClassDef] = [
        *source.of(ast.FunctionDef),
        *source.of(ast.AsyncFunctionDef),
        *source.of(ast.ClassDef),
    ]
    return frozenset(names.union(node.name for node in defined))


def _viewed(node: ast.AST, model: SemanticModel) -> ast.expr | None:
    """Return what ``node`` may be a view of: `np.loadtxt(path)` of `np.loadtxt(path).T`."""
    match node:
        case ast.Attribute(value=whole, attr=attr) if attr in PARTS:
            return whole
        case ast.Call(func=function) if gives_view(node):
            known = model.qualified_name(function)
            is_method = not known and isinstance(function, ast.Attribute)
            if is_method or stands_in(known, *PACKAGES):
                return viewed_by(node, is_method)
    return None


def is_made_for(name: str, value: ast.AST | None, model: SemanticModel) -> bool:
    """True for what gives ``name`` an array that it had not: `x = np.array(x)`, and whatever does not name it."""
    return isinstance(value, ast.expr) and (name not in names_in(value) or is_new_array(value, model))


def joins_lists(node: ast.BinOp, model: SemanticModel) -> bool:
    """Return True for `[x] * n` and `rows + [x]`, which hold the items; `a @ [1, 2]` and `array * [1, 2]` hold none."""
    sides = (node.left, node.right)
    if not isinstance(node.op, ast.Add | ast.Mult) or not any(
        isinstance(s, ast.List | ast.Tuple) for s in sides
    ):
        return False
    values = [model.value(side) for side in sides]
    return not any(value.is_tensor and not value.maybe and not value.listed for value in values)


def gives_argument(call: ast.Call) -> bool:
    """True for a function of a library for arrays that may give its argument, or a view of it."""
    return gives_view(call) or last_name(call.func).startswith("assign")


def gives_view(call: ast.Call) -> bool:
    """True for a function or method that may give a view of an array, or the array itself."""
    return last_name(call.func) in _MAY_BE_VIEWS or is_told_not_to_copy(call) or rearranges(call)
