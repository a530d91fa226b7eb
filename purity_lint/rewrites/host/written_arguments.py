"""Calls of functions that Numba compiles and that write: `fill(out, x)` fills an array of NumPy's, taken back."""

from __future__ import annotations

import ast

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Edit, Fix, Rewrite, RewriteStatement
from purity_lint.rewrites.host.foreign_calls import handed_over, is_array
from purity_lint.rewrites.numba import places_written_in_numba
from purity_lint.rewrites.scopes import bound_names, enclosing, fresh, parameters
from purity_lint.rewrites.stores.sharing import Sharing, sharing
from purity_lint.semantics.model import SemanticModel

_COPIED = "{ops}.to_numpy({x}).copy()"
"""JAX's memory is not to be written into, and a copy is NumPy's own on every backend."""


def filled_by_numba(call: ast.Call, model: SemanticModel) -> Fix | None:
    """Let a call fill a copy that is NumPy's, and give the array that back; hand the other tensors over.

    `fill(out, x)` alone in its statement becomes `filled = ops.to_numpy(out).copy()`, `fill(filled, ops.to_numpy(x))`
    and `out = ops.from_numpy(filled)`.  In `return fill(out, x)` nobody reads `out` afterwards.  ``None`` where what
    is filled has no name that is the function's own, or another one that is read.
    """
    written = _written(call, model)
    statement = model.statement(call)
    is_alone = isinstance(statement, ast.Expr) and statement.value is call
    is_last = isinstance(statement, ast.Return) and statement.value is call
    if not written or not (is_alone or is_last):
        return None
    own = bound_names(enclosing(call, model)) - parameters(enclosing(call, model))
    if any(a.id not in own or sharing(a, statement, model) is Sharing.SEEN for a in written):
        return None
    others = handed_over(call, model, but=written)
    if others is None:
        return None
    if is_alone:
        edits: list[Edit] = _filled_and_taken_back(statement, call, written, model)
    else:
        edits = [Rewrite(array, _COPIED, {"x": array}) for array in written]
        if is_array(model.value(call)):
            edits.append(Rewrite(call, "{ops}.from_numpy({x})", {"x": call}))
    return Fix((*edits, *others), Applicability.UNSAFE, "Fill an array of NumPy's, and take it back")


def _filled_and_taken_back(
    statement: ast.stmt, call: ast.Call, written: list[ast.Name], model: SemanticModel
) -> list[Edit]:
    taken: set[str] = set()
    before, after = [], []
    edits: list[Edit] = []
    for array in written:
        name = fresh(f"{array.id}_of_numpy", statement, model, taken)
        taken.add(name)
        before.append(f"{name} = {{ops}}.to_numpy({array.id}).copy()")
        after.append(f"{array.id} = {{ops}}.from_numpy({name})")
        edits.append(Rewrite(array, name))
    lines = "\n".join([*before, "{call}", *after])
    return [RewriteStatement(statement, lines, {"call": call}), *edits]


def _written(call: ast.Call, model: SemanticModel) -> list[ast.Name] | None:
    """Return the names that stand for arrays which the function fills; ``None`` where some may not be one."""
    places = places_written_in_numba(call, model)
    written: list[ast.expr] = [k.value for k in call.keywords if k.arg in places]
    for position, argument in enumerate(call.args):
        if isinstance(argument, ast.Starred):
            break
        if str(position) in places:
            written.append(argument)
    positions = len([place for place in places if place.isdigit()])
    names = [array for array in written if isinstance(array, ast.Name) and is_array(model.value(array))]
    once = len({name.id for name in names}) == len(names) == len(written) == positions
    given = [a.id for a in ast.walk(call) if isinstance(a, ast.Name)]
    return names if once and all(given.count(name.id) == 1 for name in names) else None
