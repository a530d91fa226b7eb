"""Exchanges of parameters, `x0, x = x, x0`, after all of which each has the array that was handed in for it."""

from __future__ import annotations

import ast
from functools import lru_cache

from purity_lint.source.blocks import statements
from purity_lint.source.constructs import Definition
from purity_lint.source.parameters import parameter_names

_FUNCTIONS = 256


@lru_cache(maxsize=_FUNCTIONS)
def passing_exchanges(function: Definition) -> frozenset[ast.Assign]:
    """Return the statements by which a function exchanges parameters and, in the end, has exchanged them back.

    They stand in its own block, where each of them runs once, and no `return` comes before the last one.
    """
    found: dict[ast.Assign, dict[str, str]] = {}
    for statement in function.body:
        if isinstance(statement, ast.Assign) and (exchanged := _exchanged(statement, function)) is not None:
            found[statement] = exchanged
    last = max((statement.lineno for statement in found), default=0)
    if any(s.__class__ is ast.Return and s.lineno < last for s in statements(function.body)):
        return frozenset()
    holds: dict[str, str] = {}
    for names in found.values():
        holds |= {to: holds.get(of, of) for to, of in names.items()}
    return frozenset(s for s, names in found.items() if all(holds[name] == name for name in names))


def _exchanged(statement: ast.Assign, function: Definition) -> dict[str, str] | None:
    """Return which parameter gets the array of which in a statement that only exchanges some; ``None`` for others."""
    match statement:
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            bound = [target.id for target in targets if isinstance(target, ast.Name)]
            given = [value.id for value in values if isinstance(value, ast.Name)]
        case _:
            return None
    names = {*bound}
    is_exchange = len(names) == len(targets) == len(values) and sorted(bound) == sorted(given)
    return (
        dict(zip(bound, given, strict=True))
        if is_exchange and names <= {*parameter_names(function)}
        else None
    )
