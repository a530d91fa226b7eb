"""Decorators, and whether what they make of a function gives what that function gives."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from purity_lint.source.blocks import blocks
from purity_lint.source.constructs import DEFINITIONS, Definition
from purity_lint.source.parameters import positional

_LOOK_UPS: Final = frozenset({"get", "pop", "setdefault"})
"""Methods by which a wrapper finds the result of an earlier call."""


def other_results(decorator: Definition) -> Definition | None:
    """Return the function within a decorator that takes the place of what is decorated, and gives something else.

    ``None`` for a decorator that gives its argument back, or whose function hands on what the decorated one gives.
    """
    wrapped = next(iter(positional(decorator.args)), None)
    if wrapped is None:
        return None
    inner = {s.name: s for s in decorator.body if isinstance(s, DEFINITIONS)}
    if not inner:
        return None
    for given in _returned(decorator):
        for name in ast.walk(given):
            found = inner.get(name.id) if isinstance(name, ast.Name) else None
            if found is not None and not _Wrapper(found, wrapped.arg).hands_on():
                return found
    return None


class _Wrapper:
    """The function that a decorator puts in the place of another one, ``wrapped``."""

    def __init__(self, function: Definition, wrapped: str) -> None:
        self._function = function
        self._wrapped = wrapped
        self._own = list(_own(function.body))
        self._inner = {s.name: s for s in self._own if isinstance(s, DEFINITIONS)}

    def hands_on(self) -> bool:
        """True where each `return` gives the result of the wrapped function, or `None`; a decorator's gives one."""
        given = list(_returned(self._function))
        if self._inner and any(isinstance(v, ast.Name) and v.id in self._inner for v in given):
            return other_results(self._function) is None
        return all(self._is_result(value, frozenset()) for value in given)

    def _is_result(self, value: ast.expr, seen: frozenset[str]) -> bool:
        match value:
            case ast.Constant(value=None):
                return True
            case ast.Call(func=ast.Name(id=name)):
                return name == self._wrapped
            case ast.Call(func=ast.Attribute(value=table, attr=method)):
                return method in _LOOK_UPS and self._keeps_results(table, seen)
            case ast.Subscript(value=table):
                return self._keeps_results(table, seen)
            case ast.Await(value=inner) | ast.NamedExpr(value=inner):
                return self._is_result(inner, seen)
            case ast.IfExp(body=first, orelse=second):
                return self._is_result(first, seen) and self._is_result(second, seen)
            case ast.Name(id=name) if name not in seen:
                bound = [
                    v for target, v in self._bindings() if isinstance(target, ast.Name) and target.id == name
                ]
                return bool(bound) and all(self._is_result(v, seen | {name}) for v in bound)
        return False

    def _keeps_results(self, table: ast.expr, seen: frozenset[str]) -> bool:
        """True for a table into which the wrapper puts the results: `cache[key] = f(x)`."""
        shown = ast.dump(table)
        kept = [
            value
            for target, value in self._bindings()
            if isinstance(target, ast.Subscript) and ast.dump(target.value) == shown
        ]
        return bool(kept) and all(self._is_result(value, seen) for value in kept)

    def _bindings(self) -> Iterator[tuple[ast.expr, ast.expr]]:
        for statement in self._own:
            if isinstance(statement, ast.Assign):
                yield from ((target, statement.value) for target in statement.targets)
            elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
                yield statement.target, statement.value
            elif isinstance(statement, ast.With | ast.AsyncWith | ast.For | ast.AsyncFor | ast.AugAssign):
                yield from ((target, _NOTHING) for target in _targets(statement))


_NOTHING: Final = ast.Constant(0)
"""What stands for a value that is no result of the wrapped function."""


def _targets(statement: ast.With | ast.AsyncWith | ast.For | ast.AsyncFor | ast.AugAssign) -> list[ast.expr]:
    if isinstance(statement, ast.With | ast.AsyncWith):
        return [item.optional_vars for item in statement.items if item.optional_vars is not None]
    return [statement.target]


def _returned(function: Definition) -> Iterator[ast.expr]:
    """Yield the values of the `return`s of a function itself."""
    return (s.value for s in _own(function.body) if isinstance(s, ast.Return) and s.value is not None)


def _own(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a function, those of its blocks included, but not of functions and classes within."""
    for statement in body:
        yield statement
        if not isinstance(statement, (*DEFINITIONS, ast.ClassDef)):
            for block in blocks(statement):
                yield from _own(block)
