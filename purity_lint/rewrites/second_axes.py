"""What asks an array for a second axis: ``x[i, j]``, ``x.shape[1]``, ``m, n = x.shape``."""

from __future__ import annotations

import ast

from purity_lint.rewrites.scopes import bindings, enclosing, own_nodes
from purity_lint.semantics.model import SemanticModel

_SHAPE, _COUNT = "shape", "ndim"
_SECOND = frozenset({"1", "-2"})
_TWO = 2


def has_second_axis(node: ast.expr, model: SemanticModel) -> bool:
    """True of a name that its function asks for a second axis, and not for the number of its axes.

    A name for several arrays tells nothing: one may be a vector, and another a matrix.
    """
    if not isinstance(node, ast.Name):
        return False
    around = enclosing(node, model)
    if len(bindings(around).get(node.id, ())) > 1:
        return False
    read = [*own_nodes(around)]
    return any(_asks(n, node.id) for n in read) and not any(_counts_axes(n, node.id) for n in read)


def _asks(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Subscript(value=ast.Name(id=array), slice=ast.Tuple(elts=indices)):
            return array == name and len([i for i in indices if not _adds_axes(i)]) >= _TWO
        case ast.Subscript(value=ast.Attribute(value=ast.Name(id=array), attr=attribute), slice=place):
            return (array, attribute) == (name, _SHAPE) and ast.unparse(place) in _SECOND
        case ast.Assign(
            targets=[ast.Tuple(elts=extents)], value=ast.Attribute(value=ast.Name(id=array), attr=attribute)
        ):
            return (array, attribute) == (name, _SHAPE) and len(extents) == _TWO
    return False


def _adds_axes(index: ast.expr) -> bool:
    """True for `None`, `...` and `np.newaxis`, which index no axis of an array."""
    return (isinstance(index, ast.Constant) and index.value in (None, ...)) or (
        isinstance(index, ast.Attribute) and index.attr == "newaxis"
    )


def _counts_axes(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id=array), attr=attribute):
            return (array, attribute) == (name, _COUNT)
        case ast.Call(args=[ast.Name(id=array)], func=ast.Attribute(attr=attribute)):
            return (array, attribute) == (name, _COUNT)
        case ast.Call(
            args=[ast.Attribute(value=ast.Name(id=array), attr=attribute)], func=ast.Name(id="len")
        ):
            return (array, attribute) == (name, _SHAPE)
    return False
