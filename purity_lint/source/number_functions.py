"""Functions that take numbers alone and are declared to give one: ``def area(radius: float) -> float``."""

from __future__ import annotations

import ast
from typing import Final

from purity_lint.source.constructs import is_none
from purity_lint.source.names import last_name
from purity_lint.source.parameters import single
from purity_lint.source.parse import parsed_expression

_QUANTITIES: Final = frozenset({"float", "complex"})
_NUMBERS: Final = frozenset({"float", "complex", "int", "bool"})
_NO_ARRAYS: Final = _NUMBERS | {"str"}
_KEEPS_RESULTS: Final = frozenset({"staticmethod", "cache", "lru_cache"})
"""Decorators that hand on what the function gives; others may trace it, or hand it arrays."""


def is_of_numbers(function: ast.AST) -> bool:
    """True where every parameter is annotated as a number or a text, one of them as a ``float``, and the result as one.

    No array goes in, so that no gradient is lost where a number comes out.
    """
    if not isinstance(function, ast.FunctionDef) or function.returns is None:
        return False
    arguments = function.args
    if arguments.vararg is not None or arguments.kwarg is not None:
        return False
    if not all(_is_transparent(decorator) for decorator in function.decorator_list):
        return False
    names = [_named(a.annotation) for a in single(arguments)]
    takes = all(name in _NO_ARRAYS for name in names) and any(name in _QUANTITIES for name in names)
    return takes and _named(function.returns) in _NUMBERS


def _is_transparent(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return last_name(called) in _KEEPS_RESULTS


def _named(annotation: ast.expr | None) -> str | None:
    """Return the one class that an annotation names, with or without ``None``."""
    match annotation:
        case ast.Name(id=name):
            return name
        case ast.Constant(value=str() as text):
            return _named_in(text)
        case ast.Subscript(value=wrapper, slice=inner) if last_name(wrapper) == "Optional":
            return _named(inner)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right) if is_none(right):
            return _named(left)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right) if is_none(left):
            return _named(right)
    return None


def _named_in(text: str) -> str | None:
    """Return the same of an annotation that is written as a string."""
    try:
        return _named(parsed_expression(text))
    except SyntaxError:
        return None
