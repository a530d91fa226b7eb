"""Branches for one solver, of which a function with a namespace has several: some are for NumPy's arrays alone."""

from __future__ import annotations

import ast
import re

from purity_lint.rewrites.namespaces.in_use import is_namespace, namespace_at
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import FUNCTIONS
from purity_lint.source.names import last_name

_SOLVER = re.compile(r"(?:^|_)(?:solver|algorithm)$")
"""Options that say how something is computed."""


def is_of_solver(node: ast.AST, model: SemanticModel) -> bool:
    """True under `if solver == "sag":` in a function with a namespace, of which the branch uses nothing.

    Solvers are ported one by one: the others call compiled code, and say which arrays they take elsewhere.
    """
    if namespace_at(node, model) is None:
        return False
    child, parent = node, model.parent(node)
    while parent is not None and not isinstance(child, FUNCTIONS):
        if isinstance(parent, ast.If) and child in parent.body and _asks_for_solver(parent.test):
            return not any(
                isinstance(n, ast.Name | ast.Attribute) and is_namespace(n, model)
                for statement in parent.body
                for n in ast.walk(statement)
            )
        child, parent = parent, model.parent(parent)
    return False


def _asks_for_solver(test: ast.expr) -> bool:
    """True for `solver == "sag"` and `self.solver in ("sag", "saga")`, with other questions beside it or not."""
    match test:
        case ast.BoolOp(op=ast.And(), values=values):
            return any(map(_asks_for_solver, values))
        case ast.Compare(
            left=ast.Name() | ast.Attribute() as option, ops=[ast.Eq() | ast.In()], comparators=[named]
        ):
            return _SOLVER.search(last_name(option)) is not None and _are_texts(named)
    return False


def _are_texts(node: ast.expr) -> bool:
    several = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]
    return all(isinstance(one, ast.Constant) and isinstance(one.value, str) for one in several)
