"""Expressions that share the memory of an array: its items, what calls give views of, displays that hold it."""

from __future__ import annotations

import ast

from purity_lint.knowledge.libraries import stands_in
from purity_lint.knowledge.memory import PACKAGES, PARTS, PERHAPS_VIEWS, VIEWS
from purity_lint.rewrites.stores.shared_results import is_told_not_to_copy
from purity_lint.rewrites.uses_of_names import base_of
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.names import last_name


def is_view(part: ast.expr, whole: ast.expr, index: ast.expr, model: SemanticModel) -> bool:
    """Return True where ``part``, an item of ``whole``, shares its memory.

    A number does not, nor what an array or a list of indices picks.
    """
    value = model.value(part)
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    if model.value(whole).rank == len(parts) and all(_picks(p, model) for p in parts):
        return False  # an element, or copies of some
    if not value.is_tensor or value.rank == 0:
        no_number = any(isinstance(p, ast.Constant) and p.value is ... for p in parts)
        return value.kind is Kind.UNKNOWN or no_number
    return not any(model.value(p).is_tensor or isinstance(p, ast.List) for p in parts)


def _picks(index: ast.expr, model: SemanticModel) -> bool:
    """True for an index that is written as no slice: an integer or an array, as far as is known."""
    if isinstance(index, ast.Slice | ast.Starred | ast.Constant | ast.Call):
        return isinstance(index, ast.Constant) and type(index.value) is int
    return model.value(index).kind not in (Kind.NONE, Kind.TUPLE)


def shares(value: ast.expr | None, name: str, model: SemanticModel) -> bool:
    """Return True where ``value`` holds the array of ``name``, a view of it, or a list of it."""
    match value:
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts) | ast.Dict(values=parts):
            return any(shares(part, name, model) for part in parts)
        case ast.IfExp(body=first, orelse=second):
            return shares(first, name, model) or shares(second, name, model)
        case ast.Call(func=function, args=[whole, *_, index]) if last_name(function) == "getitem":
            return is_view(value, whole, index, model) and shares(whole, name, model)
        case ast.Call(func=function, args=[whole, *_]) if _makes_view(function, value, model):
            return shares(whole, name, model)
        case ast.Call(func=ast.Attribute(value=whole, attr=attr)) if attr in VIEWS | {
            "ravel",
            "reshape",
        }:
            base = base_of(whole)
            return isinstance(base, ast.Name) and base.id == name
        case ast.BinOp(left=left, right=right):  # `[x] * 2` holds it twice
            return any(
                shares(side, name, model) for side in (left, right) if isinstance(side, ast.List | ast.Tuple)
            )
        case ast.Subscript(value=whole):
            return is_view(value, whole, value.slice, model) and shares(whole, name, model)
        case ast.Attribute(value=whole, attr=attr):
            return attr in PARTS and shares(whole, name, model)
        case ast.Name(id=other):
            return other == name
    return False


def _makes_view(function: ast.expr, call: ast.Call, model: SemanticModel) -> bool:
    """Return True for a function of a library that gives its argument, a view of it, or a copy."""
    gives = last_name(function) in VIEWS | PERHAPS_VIEWS or is_told_not_to_copy(call)
    return gives and is_of_library(function, model)


def is_of_library(function: ast.expr, model: SemanticModel) -> bool:
    """Return True for a function of which it is known what it gives a view of: `np.moveaxis`, `xp.moveaxis`."""
    known = model.qualified_name(function) or model.value(function).name
    return stands_in(known, *PACKAGES)


def calls_project(made: ast.AST, model: SemanticModel) -> bool:
    """Return True for a call of a function of the project by its name; a method may hand out what its object holds."""
    if not isinstance(made, ast.Call) or model.qualified_name(made.func) is None:
        return False
    return model.value(made.func).kind is Kind.FUNCTION and not is_of_library(made.func, model)
