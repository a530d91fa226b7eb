"""Classes that take NumPy's calls over, and the functions of the project that they hand these calls on to.

NumPy calls ``__array_function__`` where an argument is an instance of the class, and not where all are arrays.  So what
stands in a table that the method reads is given such instances, however much its code looks like that of arrays.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from purity_lint.knowledge.numpy.roles import PROTOCOL
from purity_lint.source.walk import walk

HANDLED: Final = "__array_function__"
"""Demand of the tables that such methods read."""


def tables_read(tree: ast.AST) -> Iterator[str]:
    """Yield the names that methods of the protocols look functions up in: `HANDLED[func]`, `HANDLED.get(func)`."""
    for owner in walk(tree):
        if not isinstance(owner, ast.ClassDef):
            continue
        for method in owner.body:
            if isinstance(method, ast.FunctionDef) and method.name in PROTOCOL:
                own = {one.arg for one in ast.walk(method) if isinstance(one, ast.arg)}
                yield from (name for name in _looked_up(method) if name not in own)


def _looked_up(method: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(method):
        match node:
            case (
                ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name), ctx=ast.Load())
                | ast.Call(func=ast.Attribute(value=ast.Name(id=name) | ast.Attribute(attr=name), attr="get"))
            ):
                yield name


def functions_stored(tree: ast.AST, tables: frozenset[str]) -> Iterator[str]:
    """Yield the names of what is stored in one of these: `HANDLED[key] = f`, `HANDLED = {key: f}`, `update({key: f})`.

    In the body of a decorator that is its parameter.
    """
    for node in ast.walk(tree):
        match node:
            case ast.Assign(
                targets=[ast.Subscript(value=ast.Name(id=table) | ast.Attribute(attr=table))],
                value=ast.Name(id=name),
            ) if table in tables:
                yield name
            case (
                ast.Assign(targets=[ast.Name(id=table)], value=ast.Dict(values=values))
                | ast.AnnAssign(target=ast.Name(id=table), value=ast.Dict(values=values))
                | ast.Call(
                    func=ast.Attribute(value=ast.Name(id=table), attr="update"),
                    args=[ast.Dict(values=values)],
                )
            ) if table in tables:
                yield from (value.id for value in values if isinstance(value, ast.Name))
