"""Statements that a change in place is the whole of: the call alone, bound to a name, or given back."""

from __future__ import annotations

import ast

from purity_lint.findings.edits import RewriteStatement
from purity_lint.records import dataclass
from purity_lint.rewrites.calls.optional_outputs import is_optional
from purity_lint.rewrites.calls.updates import Update
from purity_lint.rewrites.scopes import bound_names, enclosing, own_nodes, parameters
from purity_lint.rewrites.stores.assignments import rebound
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import dotted


@dataclass(frozen=True, slots=True)
class UpdateStatement:
    """A statement, and what stands before the new value of the array, a template, once it is rewritten."""

    node: ast.stmt
    opening: str

    @property
    def is_last(self) -> bool:
        """True for one that gives the array back, after which no name is read."""
        return isinstance(self.node, ast.Return)


def statement_of(update: Update, model: SemanticModel) -> UpdateStatement | None:
    """Return the statement that is nothing but the call, whose result is dropped, bound to a name or given back.

    What is written with ``out=`` is the array that it is written into: a name that it is bound to, is another one of
    the array, and the caller that it is given back to needs nothing else, if the array is none of his.
    """
    statement = model.parent(update.node)
    bound = f"{rebound(update.array, '{x}', model)} = "
    array = update.array.id if isinstance(update.array, ast.Name) else None
    match statement:
        case ast.Expr():
            return UpdateStatement(statement, bound)
        case ast.Assign(targets=[ast.Name(id=name)]) if name == array:
            return UpdateStatement(statement, bound)
        case ast.Assign(targets=[ast.Name(id=name)]) if update.spelled == "out=" and array is not None:
            return UpdateStatement(statement, f"{name} = {bound}")
        case ast.Assign(targets=[ast.Attribute() as holder]) if (
            update.spelled == "out=" and array is not None
        ):
            return UpdateStatement(statement, f"{path} = {bound}") if (path := dotted(holder)) else None
        case ast.Return() if update.spelled == "out=" and array is not None:
            return UpdateStatement(statement, "return ") if _is_of_the_function(update.array, model) else None
    return None


def stored_in_place(update: Update, model: SemanticModel) -> RewriteStatement | None:
    """Write ``y = np.add(x, 1, out=x)`` as ``x[...] = ops.add(x, 1)`` and ``y = x``, for an array that others see.

    ``None`` where there is no such store, or where the call is not the whole of a statement.
    """
    if update.store is None:
        return None
    match model.parent(update.node):
        case ast.Expr() as statement:
            after = ""
        case ast.Assign(targets=[ast.Name(id=name)]) as statement if update.spelled == "out=" and isinstance(
            update.array, ast.Name
        ):
            after = "" if name == dotted(update.array) else f"\n{name} = {{x}}"
        case _:
            return None
    holes = {"x": update.array, **update.holes}
    return RewriteStatement(statement, f"{update.store}{after}", holes)


def _is_of_the_function(array: ast.expr, model: SemanticModel) -> bool:
    """True for a name that nobody reads once the function has given its array back: no caller, closure or `finally`.

    Of an output that may be left out, `out=None`, callers take what they get back.
    """
    scope = enclosing(array, model)
    if not isinstance(array, ast.Name):
        return False
    if array.id not in bound_names(scope) - parameters(scope) and not is_optional(array.id, scope):
        return False
    inside = [node for node in ast.walk(scope) if isinstance(node, ast.Name) and node.id == array.id]
    if any(enclosing(node, model) is not scope for node in inside):
        return False
    return not any(isinstance(node, ast.Try | ast.TryStar) and node.finalbody for node in own_nodes(scope))
