"""Arrays that NumPy fills by ``out=``: ``K = np.empty(n); np.divide(M, r, out=K); np.exp(K, out=K)`` is one formula."""

from __future__ import annotations

import ast

from purity_lint.semantics.model import SemanticModel
from purity_lint.source.blocks import after, before


def filled(statement: ast.AST | None) -> tuple[ast.Call, str] | None:
    """Return the call of ``np.exp(y, out=x)``, where that is a statement, and the name of what it fills."""
    match statement:
        case ast.Expr(value=ast.Call(keywords=keywords) as call):
            out = next((k.value for k in keywords if k.arg == "out"), None)
            return (call, out.id) if isinstance(out, ast.Name) else None
    return None


def is_filled_next(statement: ast.AST | None, model: SemanticModel) -> bool:
    """True for ``x = np.empty(...)`` before ``np.exp(y, out=x)``, which becomes ``x = nx.exp(y)``."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=made)]):
            found = filled(_next(statement, model))
            return found is not None and found[1] == made
    return False


def filled_before(statement: ast.Expr, model: SemanticModel) -> tuple[ast.Expr, ast.Call] | None:
    """Return the statement before that fills the array which this one fills again, and reads once: and its call."""
    earlier, mine = _previous(statement, model), filled(statement)
    before = filled(earlier)
    if mine is None or before is None or before[1] != mine[1] or not isinstance(earlier, ast.Expr):
        return None
    (call, name), (first, _) = mine, before
    reads = [n for a in call.args for n in ast.walk(a) if isinstance(n, ast.Name) and n.id == name]
    is_one_formula = len(reads) == 1 and reads[0] in call.args
    return (earlier, first) if is_one_formula and not any(map(_computes, first.args)) else None


def filled_again(statement: ast.Expr, model: SemanticModel) -> ast.Expr | None:
    """Return the next statement, where that is the rest of the formula."""
    following = _next(statement, model)
    if not isinstance(following, ast.Expr):
        return None
    found = filled_before(following, model)
    return following if found is not None and found[0] is statement else None


def _computes(argument: ast.expr) -> bool:
    """True for what has calls in it, which are rewritten where they stand."""
    return any(isinstance(n, ast.Call) for n in ast.walk(argument))


def _next(statement: ast.stmt, model: SemanticModel) -> ast.stmt | None:
    return next(iter(after(statement, model.parent(statement))), None)


def _previous(statement: ast.stmt, model: SemanticModel) -> ast.stmt | None:
    return next(reversed(before(statement, model.parent(statement))), None)
