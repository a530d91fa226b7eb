"""Where in a function its namespace is: it may be asked for in one branch alone, or after what needs none."""

from __future__ import annotations

import ast

from purity_lint.rewrites.namespaces.asked_arrays import asked_of
from purity_lint.rewrites.namespaces.in_use import namespace_of, namespaces
from purity_lint.rewrites.scopes import own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import DEFINITIONS
from purity_lint.source.parameters import parameter_names


def has_no_namespace_yet(node: ast.AST, model: SemanticModel) -> bool:
    """True outside of the one branch in which a function asks for its namespace.

    So it is above the place where it asks, for what is none of the arrays that it asks about.
    """
    function = model.function(node)
    if not isinstance(function, DEFINITIONS) or not namespaces(model):
        return False
    asks = model.memo(("asks", function), lambda: _asks_once(function, model))
    if asks is None:
        return False
    holder = model.parent(asks)
    if isinstance(holder, ast.If):
        return not any(_holds(statement, node) for statement in _branch(asks, holder))
    if holder is not function or getattr(node, "lineno", asks.lineno) >= asks.lineno:
        return False
    return asked_of(function, model).isdisjoint(n.id for n in ast.walk(node) if isinstance(n, ast.Name))


def _asks_once(function: ast.FunctionDef | ast.AsyncFunctionDef, model: SemanticModel) -> ast.stmt | None:
    """Return the one statement that binds the namespace of a function."""
    space = namespace_of(function, model)
    if space is None or space in parameter_names(function):
        return None
    stores = [
        n
        for n in own_nodes(function)
        if isinstance(n, ast.Name) and n.id == space and not isinstance(n.ctx, ast.Load)
    ]
    found: ast.AST | None = stores[0] if len(stores) == 1 else None
    while isinstance(found, ast.expr):
        found = model.parent(found)
    return found if isinstance(found, ast.Assign) else None


def _branch(statement: ast.stmt, question: ast.If) -> list[ast.stmt]:
    return question.body if statement in question.body else question.orelse


def _holds(statement: ast.stmt, node: ast.AST) -> bool:
    first, last = getattr(node, "lineno", 0), getattr(node, "end_lineno", 0) or 0
    return statement.lineno <= first and last <= (statement.end_lineno or 0)
