"""Constants of a model that NumPy works out: ``1 / np.sqrt(self.head_dim)``, ``np.arange(size)`` in a constructor.

What a layer is configured by are numbers of Python's, which it can write down and be made of again. NumPy computes
nothing of tensors there, and every backend takes what it gives.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from purity_lint.knowledge.libraries import HOST_PACKAGES
from purity_lint.rewrites.references import Category, reference
from purity_lint.rewrites.scopes import attribute_values, bindings, body_of, enclosing, parameters
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS

_CONFIGURED = frozenset({"__init__", "build"})
"""Methods of layers that are given a configuration, and no data."""
_OF_CONFIGURATIONS = frozenset({"get_config", "from_config"})
"""Methods that write a configuration down, and read it."""
_OF_NUMBERS = frozenset({"abs", "bool", "float", "int", "len", "max", "min", "pow", "range", "round", "sum"})
_MODULES_OF_NUMBERS = frozenset({"math"})
_PARTS = (ast.UnaryOp, ast.BinOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Tuple, ast.List, ast.Subscript)
"""Expressions that are constants where their parts are."""
_PASSED = (ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context)
_Seen = set[tuple[ast.AST | None, str]]
"""Names and attributes that are looked at already: what is made of itself is as constant as what it began with."""


def is_constant_of_model(node: ast.AST, model: SemanticModel) -> bool:
    """True for a function of NumPy's, its dtype, and a method of what it gives, in such a constant."""
    method = _method(node, model)
    if method in _OF_CONFIGURATIONS:
        return True
    whole = _whole(node, model)
    configured = method in _CONFIGURED or any(_is_own_attribute(n) for n in ast.walk(whole))
    return configured and _is_constant(whole, model, set())


def _method(node: ast.AST, model: SemanticModel) -> str:
    function = model.function(node)
    holder = None if function is None else model.parent(function)
    return getattr(function, "name", "") if isinstance(holder, ast.ClassDef) else ""


def _whole(node: ast.AST, model: SemanticModel) -> ast.AST:
    """Return the call that a dtype is given to, and otherwise what stands there."""
    found = reference(node, model)
    if found is None or found.category is not Category.DTYPE:
        return node
    parent = model.parent(node)
    call = model.parent(parent) if isinstance(parent, ast.keyword) else parent
    return call if isinstance(call, ast.Call) and call.func is not node else node


def _is_own_attribute(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id="self")):
            return True
    return False


def _is_constant(node: ast.AST, model: SemanticModel, seen: _Seen) -> bool:
    """True for numbers, for what is configured by them, and for what NumPy makes of both."""
    match node:
        case ast.Constant():
            return True
        case ast.Slice(lower=lower, upper=upper, step=step):
            return _are_constants([n for n in (lower, upper, step) if n is not None], model, seen)
        case ast.Name():
            return _is_constant_name(node, model, seen)
        case ast.Call(func=function, args=arguments, keywords=keywords):
            given = [*arguments, *(keyword.value for keyword in keywords)]
            return _is_of_constants(node, function, model, seen) and _are_constants(given, model, seen)
        case ast.Attribute() if _is_own_attribute(node):
            if (None, node.attr) in seen:
                return True
            seen.add((None, node.attr))
            bound = attribute_values(model).get(node.attr, [])
            return _are_constants([value for value in bound if value is not node], model, seen, some=True)
        case ast.Attribute(value=value):
            found = reference(node, model)
            if found is not None:
                return found.category in {Category.CONSTANT, Category.DTYPE}
            return _is_constant(value, model, seen)
    if isinstance(node, _PARTS):
        return _are_constants(
            [n for n in ast.iter_child_nodes(node) if not isinstance(n, _PASSED)], model, seen
        )
    return False


def _are_constants(
    nodes: Sequence[ast.AST], model: SemanticModel, seen: _Seen, *, some: bool = False
) -> bool:
    return (bool(nodes) or not some) and all(_is_constant(node, model, seen) for node in nodes)


def _is_of_constants(call: ast.Call, function: ast.expr, model: SemanticModel, seen: _Seen) -> bool:
    """True for a function that gives a constant for constants: NumPy's, Python's of numbers, a constant's method."""
    found = reference(call, model)
    if found is not None:
        return found.library in HOST_PACKAGES and found.category is Category.FUNCTION
    package, _, name = (model.qualified_name(function) or "").rpartition(".")
    if package == "builtins":
        return name in _OF_NUMBERS
    if package in _MODULES_OF_NUMBERS:
        return True
    return isinstance(function, ast.Attribute) and _is_constant(function.value, model, seen)


def _is_constant_name(name: ast.Name, model: SemanticModel, seen: _Seen) -> bool:
    found = reference(name, model)
    if found is not None or (model.qualified_name(name) or "").startswith("builtins."):
        return found is None or found.category in {Category.CONSTANT, Category.DTYPE}
    if model.value(name).kind in PLAIN_NUMBERS:
        return True
    scope = enclosing(name, model)
    if (scope, name.id) in seen:
        return True
    seen.add((scope, name.id))
    made = bindings(scope).get(name.id, [])
    if name.id in parameters(scope):
        configured = getattr(scope, "name", "") in _CONFIGURED and _method(body_of(scope)[0], model) != ""
        return configured and not model.value(name).is_tensor and _are_constants(made, model, seen)
    return _are_constants(made, model, seen, some=True)
