"""Arrays made of tensors of ops that are not meant for the host: operations compute with them right away."""

from __future__ import annotations

import ast

from purity_lint.findings.diagnostics import Evidence
from purity_lint.rewrites.operands import operation
from purity_lint.rewrites.scopes import enclosing
from purity_lint.rewrites.uses_of_names import bindings, reads
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import DEFINITIONS
from purity_lint.source.parameters import parameter_names

_LEAVE = frozenset({"to_numpy", "tolist", "to_list", "item"})
"""Operations that give something on the host."""
_ASKED = frozenset({"shape", "ndim", "size", "dtype"})
"""Attributes that say nothing of where an array lies."""
_NAMES = 3
"""How many names are followed, one after another."""


def takes_what_callers_have(argument: ast.expr, model: SemanticModel) -> bool:
    """True for a parameter of which nobody says that it is a tensor: `np.asarray(z)` takes whatever it is given."""
    function = enclosing(argument, model)
    if not isinstance(argument, ast.Name) or not isinstance(function, DEFINITIONS):
        return False
    if argument.id not in parameter_names(function) or model.value(argument).evidence >= Evidence.DECLARED:
        return False
    return all(given.lineno >= argument.lineno for _, given in bindings(function).get(argument.id, ()))


def is_fed_to_operations(node: ast.expr, model: SemanticModel, names: int = _NAMES) -> bool:
    """True for `np.asarray(z)` in `ops.subtract(np.asarray(z), y)`, and where a name is given it that is used so."""
    holder = model.parent(node)
    match holder:
        case ast.Subscript(value=whole) if whole is node:
            return is_fed_to_operations(holder, model, names)
        case ast.Assign(targets=[ast.Name(id=name)]):
            return names > 0 and _is_name_fed(name, holder, model, names - 1)
    return _is_operand(node, holder, model)


def _is_name_fed(name: str, statement: ast.Assign, model: SemanticModel, names: int) -> bool:
    """True where every place that reads ``name`` below ``statement`` feeds an operation, or asks for a shape."""
    scope = enclosing(statement, model)
    end = statement.end_lineno or statement.lineno
    if any(given.lineno > end for _, given in bindings(scope).get(name, ())):
        return False
    below = [use for use in reads(scope).get(name, ()) if use.lineno > end]
    telling = [use for use in below if not _asks(use, model)]
    return bool(telling) and all(is_fed_to_operations(use, model, names) for use in telling)


def _asks(use: ast.expr, model: SemanticModel) -> bool:
    holder = model.parent(use)
    return isinstance(holder, ast.Attribute) and holder.attr in _ASKED


def _is_operand(node: ast.expr, holder: ast.AST | None, model: SemanticModel) -> bool:
    """True for an argument of an operation that stays off the host, and beside one of its tensors."""
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
