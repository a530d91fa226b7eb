"""Parameters of which arrays are made that would be arrays already: they may be sparse, or matrices of NumPy's."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from purity_lint.source.walk import walk

_MADE_ARRAY: Final = frozenset({"asarray", "array"})
_FLATTENING: Final = frozenset({"ravel", "flatten", "squeeze", "reshape"})
_OF_MATRICES: Final = frozenset({"matmul", "transpose"})
_REDUCTIONS: Final = frozenset({"sum", "mean", "max", "min"})
_MADE_AGAIN: Final = re.compile(r"array\([^@\n]*@|array\(\s*\w+\.(sum|mean|max|min)\(")


@lru_cache(maxsize=8)
def makes_arrays_again(text: str) -> bool:
    """Return True where a file may do so; it is asked about for each of its functions."""
    return _MADE_AGAIN.search(text) is not None


def names_made_arrays(tree: ast.AST) -> Iterator[str]:
    """Return the names in ``np.asarray(name @ x)`` and ``np.asarray(name.sum(axis=0)).ravel()``."""
    for node in walk(tree):
        if node.__class__ is not ast.Call:
            continue
        match node:
            case ast.Call(func=function, args=[made], keywords=[]) if _last_part(function) in _MADE_ARRAY:
                yield from _factors(made)
            case (
                ast.Call(func=ast.Attribute(attr=flat, value=ast.Call() as made))
                | ast.Call(func=ast.Name(id=flat) | ast.Attribute(attr=flat), args=[ast.Call() as made, *_])
            ) if flat in _FLATTENING:
                yield from _reduced(made)


def _reduced(made: ast.Call) -> Iterator[str]:
    """Return the name in ``np.asarray(name.sum(axis=0))``, which has one axis already where it is an array."""
    match made:
        case ast.Call(
            func=function,
            args=[ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=reduction), keywords=[_, *_])],
            keywords=[],
        ) if reduction in _REDUCTIONS and _last_part(function) in _MADE_ARRAY:
            yield name


def _factors(product: ast.expr) -> Iterator[str]:
    """Return the names that are factors of a matrix product."""
    match product:
        case ast.BinOp(left=left, op=ast.MatMult(), right=right):
            yield from _factors(left)
            yield from _factors(right)
        case ast.Name(id=name) | ast.Attribute(value=ast.Name(id=name), attr="T"):
            yield name
        case ast.Call(func=function, args=[*factors]) if _last_part(function) in _OF_MATRICES:
            for factor in factors:
                yield from _factors(factor)


def _last_part(node: ast.expr) -> str | None:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return None
