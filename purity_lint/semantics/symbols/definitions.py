"""The functions of a file that its calls and those of other files may mean."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Final

from purity_lint.source.constructs import DEFINITIONS, Definition
from purity_lint.source.file import SourceFile

_TRANSPARENT: Final = frozenset({*DEFINITIONS, ast.ClassDef, ast.If, ast.Try, ast.ExceptHandler})
"""Types of what holds functions that calls may mean, beside the module: a loop or a `with` makes them anew."""


def definitions(source: SourceFile) -> list[tuple[Definition, bool]]:
    """Return the functions of a file, those within others and in branches included, and whether each is a method."""
    functions: list[Definition] = [*source.of(ast.FunctionDef), *source.of(ast.AsyncFunctionDef)]
    found = ((function, _is_method(function, source.parents)) for function in functions)
    return [(function, is_method) for function, is_method in found if is_method is not None]


def _is_method(function: Definition, parents: Mapping[ast.AST, ast.AST]) -> bool | None:
    """Return whether a function is one of a class; ``None`` for one that calls are not taken to mean."""
    found = None
    inner: ast.AST = function
    holder = parents[function]
    while holder.__class__ is not ast.Module:
        if holder.__class__ not in _TRANSPARENT or (
            inner.__class__ is ast.ExceptHandler and holder.__class__ is not ast.Try
        ):
            return None
        if found is None and isinstance(holder, (*DEFINITIONS, ast.ClassDef)):
            found = isinstance(holder, ast.ClassDef)
        inner, holder = holder, parents[holder]
    return bool(found)


def functions_around(node: ast.AST, source: SourceFile) -> Iterator[Definition]:
    """Yield the functions that hold a node, the innermost one first."""
    parents = source.parents
    holder = parents.get(node)
    while holder is not None:
        if isinstance(holder, DEFINITIONS):
            yield holder
        holder = parents.get(holder)
