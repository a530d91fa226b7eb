"""Arrays that callers may leave empty: ``if len(a) == 0: a = np.ones(n) / n``."""

from __future__ import annotations

import ast

from purity_lint.rewrites.scopes import own_nodes
from purity_lint.source.names import names_in


def names_left_empty(function: ast.AST) -> frozenset[str]:
    """Return the names that a function asks about, and then binds to what has nothing to do with them.

    Such an array says nothing of the others: an empty list that callers hand over has a dtype of its own, and is of no
    library.
    """
    return frozenset(
        name
        for test in own_nodes(function)
        if isinstance(test, ast.If)
        for statement in test.body
        for name in _replaced(statement)
        if name in names_in(test.test)
    )


def _replaced(statement: ast.stmt) -> frozenset[str]:
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if name not in names_in(value):
            return frozenset({name})
    return frozenset()
