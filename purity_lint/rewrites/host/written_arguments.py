"""Calls of functions that Numba compiles and that write: `fill(out, x)` fills an array of NumPy's, taken back."""

from __future__ import annotations

import ast
from typing import TypeGuard

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Edit, Fix, Rewrite, RewriteStatement
from purity_lint.rewrites.host.foreign_calls import handed_over, is_array
from purity_lint.rewrites.numba import places_written_in_numba
from purity_lint.rewrites.scopes import bound_names, enclosing, fresh, parameters
from purity_lint.rewrites.stores.sharing import Sharing, sharing
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name

_Held = ast.Name | ast.Attribute
_COPIED = "{ops}.to_numpy({x}).copy()"
"""JAX's memory is not to be written into, and a copy is NumPy's own on every backend."""


def filled_by_numba(call: ast.Call, model: SemanticModel) -> Fix | None:
    """Let a call fill a copy that is NumPy's, and give the array that back; hand the other tensors over.

    `fill(out, x)` alone in its statement becomes `filled = ops.to_numpy(out).copy()`, `fill(filled, ops.to_numpy(x))`
    and `out = ops.from_numpy(filled)`.  In `return fill(out, x)` nobody reads `out` afterwards.  An attribute is
    assigned to, so that what else holds its array sees that too where arrays can be changed.  ``None`` where what is
    filled has no name that is the function's own, or another one that is read.
    """
    written = _written(call, model)
    statement = model.statement(call)
    is_alone = isinstance(statement, ast.Expr) and statement.value is call
    is_last = isinstance(statement, ast.Return) and statement.value is call
    if not written or not (is_alone or is_last):
        return None
    if not all(_is_own(array, call, model) for array in written):
        return None
    if is_last and any(isinstance(array, ast.Attribute) for array in written):
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


def _is_own(array: _Held, call: ast.Call, model: SemanticModel) -> bool:
    """True for a name of the function's own, and an attribute, of which nothing else is read that holds its array."""
    if isinstance(array, ast.Name):
        scope = enclosing(call, model)
        if array.id not in bound_names(scope) - parameters(scope):
            return False
    return sharing(array, model.statement(call), model) is not Sharing.SEEN


def _filled_and_taken_back(
    statement: ast.stmt, call: ast.Call, written: list[_Held], model: SemanticModel
) -> list[Edit]:
    taken: set[str] = set()
    before, after = [], []
    edits: list[Edit] = []
    for array in written:
        name = fresh(f"{last_name(array)}_of_numpy", statement, model, taken)
        taken.add(name)
        whole, back = ast.unparse(array), f"{{ops}}.from_numpy({name})"
        if isinstance(array, ast.Attribute):
            back = f"{{ops}}.assign({whole}, ..., {back})"
        before.append(f"{name} = {{ops}}.to_numpy({whole}).copy()")
        after.append(f"{whole} = {back}")
        edits.append(Rewrite(array, name))
    lines = "\n".join([*before, "{call}", *after])
    return [RewriteStatement(statement, lines, {"call": call}), *edits]


def _written(call: ast.Call, model: SemanticModel) -> list[_Held] | None:
    """Return the names and attributes of the arrays which the function fills; ``None`` where some may not be one."""
    places = places_written_in_numba(call, model)
    written: list[ast.expr] = [k.value for k in call.keywords if k.arg in places]
    for position, argument in enumerate(call.args):
        if isinstance(argument, ast.Starred):
            break
        if str(position) in places:
            written.append(argument)
    positions = len([place for place in places if place.isdigit()])
    held = [array for array in written if _is_held(array) and is_array(model.value(array))]
    names = [ast.unparse(array) for array in held]
    once = len(set(names)) == len(names) == len(written) == positions
    given = [ast.unparse(a) for a in ast.walk(call) if isinstance(a, _Held)]
    return held if once and all(given.count(name) == 1 for name in names) else None


def _is_held(array: ast.expr) -> TypeGuard[_Held]:
    """True for a name, and the attribute of one: `out`, `self.out`."""
    return isinstance(array.value if isinstance(array, ast.Attribute) else array, ast.Name)
