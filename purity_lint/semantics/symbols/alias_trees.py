"""Type aliases and ``__all__`` as plain data: the only assignments of a module that other files read as written."""

from __future__ import annotations

import ast
from typing import Any, Final, TypeAlias

Data: TypeAlias = Any
"""Types that JSON can hold."""

MAX_DEPTH: Final = 24
_UNKNOWN: Final = ["call", ["name", "..."], []]
"""Stands for what says nothing, as a call does."""
_MAKERS: Final = ("TypeVar", "NewType", "Union")
"""Calls of these may make a type."""


def data_of(name: str, node: ast.expr) -> Data:
    """Return the tree that ``name`` is assigned, where it may be a type alias or a list of what the module exports."""
    match node:
        case ast.Name() | ast.Attribute() | ast.Subscript() | ast.BinOp(op=ast.BitOr()):
            return _data(node, 0)
        case ast.Call(func=ast.Name(id=maker) | ast.Attribute(attr=maker)) if maker in _MAKERS:
            return _data(node, 0)
        case ast.List() | ast.Tuple() if name == "__all__":
            return _data(node, 0)
        case ast.Constant(value=str() | None):
            return _data(node, 0)
    return _UNKNOWN


def tree_of(data: Data) -> ast.expr:
    """Return the tree again, without positions; ``None`` stands for what no alias is made of."""
    kind, *parts = data
    match kind:
        case "name":
            return ast.Name(parts[0], ast.Load())
        case "attribute":
            return ast.Attribute(tree_of(parts[0]), parts[1], ast.Load())
        case "subscript":
            return ast.Subscript(tree_of(parts[0]), tree_of(parts[1]), ast.Load())
        case "or":
            return ast.BinOp(tree_of(parts[0]), ast.BitOr(), tree_of(parts[1]))
        case "call":
            return ast.Call(tree_of(parts[0]), [tree_of(part) for part in parts[1]], [])
        case "tuple":
            return ast.Tuple([tree_of(part) for part in parts[0]], ast.Load())
        case "list":
            return ast.List([tree_of(part) for part in parts[0]], ast.Load())
        case "...":
            return ast.Constant(...)
    return ast.Constant(parts[0])


def _data(node: ast.expr, depth: int) -> Data:
    below = depth + 1
    if depth > MAX_DEPTH:
        return _UNKNOWN
    match node:
        case ast.Name(id=name):
            return ["name", name]
        case ast.Attribute(value=value, attr=attr):
            return ["attribute", _data(value, below), attr]
        case ast.Subscript(value=value, slice=index):
            return ["subscript", _data(value, below), _data(index, below)]
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return ["or", _data(left, below), _data(right, below)]
        case ast.Call(func=func, args=args, keywords=keywords):
            parts = [*args, *[k.value for k in keywords if k.arg == "bound"]]  # a bound is all that it may be
            return ["call", _data(func, below), [_data(part, below) for part in parts]]
        case ast.Tuple(elts=elts):
            return ["tuple", [_data(elt, below) for elt in elts]]
        case ast.List(elts=elts):
            return ["list", [_data(elt, below) for elt in elts]]
        case ast.Constant(value=value) if value is ...:
            return ["..."]
        case ast.Constant(value=str() | int() | float() | None as value):
            return ["constant", value]
    return _UNKNOWN
