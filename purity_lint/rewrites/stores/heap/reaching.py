"""Which values of a name may reach a place that reads it: those since the last one that every path passes."""

from __future__ import annotations

import ast
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence

from purity_lint.knowledge.arrays import UPDATING_OPERATIONS
from purity_lint.rewrites.scopes import own_nodes
from purity_lint.rewrites.stores.exchanges import exchanges
from purity_lint.rewrites.uses_of_names import is_passed, loops_around, start
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name

_UPDATES = UPDATING_OPERATIONS | {"assign"}
_MOST = 16
"""So many values of a name are told apart; a long chain of branches gives it any of hundreds."""


def reaching(name: ast.Name, scope: ast.AST, model: SemanticModel) -> Sequence[ast.Name] | None:
    """Return the targets that may have bound ``name``; ``None`` where it may hold what the function was called with.

    ``None`` as well where they are too many to be told apart.
    """
    bound = model.memo((reaching, scope), lambda: _targets(scope, model)).get(name.id, [])
    if not bound:
        return None
    statement = model.statement(name)
    here = bisect_left(bound, start(statement), key=_start_of)
    behind = bisect_right(bound, start(statement), lo=here, key=_start_of)
    last = next((n for n in range(here - 1, -1, -1) if is_passed(bound[n][0], statement, scope, model)), None)
    if last is None or behind - last > _MOST:
        return None
    around = loops_around(statement, model)
    again = (
        [target for made, target in bound[behind:] if around & loops_around(made, model)] if around else []
    )
    return [target for _, target in bound[last:behind]] + again


def _start_of(binding: tuple[ast.stmt, ast.Name]) -> tuple[int, int]:
    return start(binding[0])


def _targets(scope: ast.AST, model: SemanticModel) -> Mapping[str, list[tuple[ast.stmt, ast.Name]]]:
    """Return the names that a scope binds to another value, in order, with their statements.

    What is changed in place stays the array that it was, and what is exchanged keeps its place.
    """
    found: dict[str, list[tuple[ast.stmt, ast.Name]]] = {}
    exchanged = exchanges(scope)
    for node in own_nodes(scope):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            statement = model.statement(node)
            if statement not in exchanged and not _keeps(statement):
                found.setdefault(node.id, []).append((statement, node))
    return found


def _keeps(statement: ast.stmt) -> bool:
    match statement:
        case ast.AugAssign():
            return True
        case ast.Assign(value=ast.Call(func=function, args=[ast.Name(), *_])):
            return last_name(function) in _UPDATES
    return False
