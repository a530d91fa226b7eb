"""Numbers in the place of arrays, where NumPy makes arrays of them and functions of the standard do not.

np.where(x > 0, -1, 1)        xp.where(x > 0, xp.asarray(-1), 1)
np.broadcast_to(2, x.shape)   xp.broadcast_to(xp.asarray(2), x.shape)
np.diff(x, prepend=0)         xp.diff(x, prepend=xp.asarray([0], dtype=x.dtype))
np.sqrt(p)                    xp.sqrt(xp.asarray(p))    where `p` was bound to 1.0 on some path
"""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Rewrite, RewriteStatement
from purity_lint.fixes.profiles.host_numbers import reshapes_number
from purity_lint.rewrites.documented_ranks import rank_of
from purity_lint.rewrites.operands import quote
from purity_lint.rewrites.operators.boolean_arrays import named_array
from purity_lint.rewrites.scopes import bindings, enclosing, parameters
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS, Kind

_WHERE = "{ops}.where"
_DIFF = "{ops}.diff"
_OF_ONE = frozenset(
    {"clip", "sqrt", "exp", "log", "log1p", "expm1", "log2", "log10", "abs", "floor", "ceil", "isnan"}
)
"""Functions of one array that NumPy's namespace, or another one, takes no number for."""
_ENDS = frozenset({"prepend", "append"})
_WHOLE = frozenset({Kind.INT, Kind.DIM, Kind.BOOL})


def scalars(edit: Rewrite | RewriteStatement, space: str | None, model: SemanticModel) -> list[Rewrite]:
    """Return the edits that make arrays of numbers, where a function of ``space`` takes no number."""
    call = _call(edit, model)
    if call is None or space is None:
        return []
    if _is_of(edit, _WHERE) and len(call.args) == len("cxy"):
        chosen = _to_be_made(call.args[1:], model)
        return [] if chosen is None else [Rewrite(chosen, f"{space}.asarray({{number}})", {"number": chosen})]
    if reshapes_number(call, model):
        return [Rewrite(call.args[0], f"{space}.asarray({{number}})", {"number": call.args[0]})]
    if any(_is_of(edit, f"{{ops}}.{name}") for name in _OF_ONE) and _may_be_number(call, model):
        return [Rewrite(call.args[0], f"{space}.asarray({{number}})", {"number": call.args[0]})]
    if not _is_of(edit, _DIFF) or not call.args:
        return []
    array = named_array(call.args[0], model)
    dtype = "" if array is None else f", dtype={ast.unparse(array)}.dtype"
    return [
        Rewrite(number, f"{space}.asarray([{{number}}]{dtype})", {"number": number})
        for number in _numbers_at_ends(call, model)
    ]


def refused_scalar(edit: Rewrite | RewriteStatement, model: SemanticModel) -> str | None:
    """Return the number that NumPy repeats along the other axes of an array, as it is written."""
    call = _call(edit, model)
    if call is None or not _is_of(edit, _DIFF) or not call.args or rank_of(call.args[0], model) == 1:
        return None
    return next((quote(model, number) for number in _numbers_at_ends(call, model)), None)


def _numbers_at_ends(call: ast.Call, model: SemanticModel) -> list[ast.expr]:
    return [k.value for k in call.keywords if k.arg in _ENDS and _is_number(k.value, model)]


def _may_be_number(call: ast.Call, model: SemanticModel) -> bool:
    """True where the first argument is a name that is bound to a number on one path, and to an array on another."""
    array = call.args[0] if call.args else None
    if not isinstance(array, ast.Name):
        return False
    value = model.value(array)
    if not value.maybe and value.kind is not Kind.SCALAR:
        return False
    function = enclosing(array, model)
    made = bindings(function).get(array.id, ())
    return array.id not in parameters(function) and any(
        model.value(one).kind in PLAIN_NUMBERS for one in made
    )


def _to_be_made(both: list[ast.expr], model: SemanticModel) -> ast.expr | None:
    """Return which of two numbers has to become an array, so that the other one can take its dtype."""
    if not all(_is_number(each, model) for each in both):
        return None
    return next((each for each in both if model.value(each).kind not in _WHOLE), both[0])


def _is_number(node: ast.expr, model: SemanticModel) -> bool:
    return model.value(node).kind in PLAIN_NUMBERS


def _is_of(edit: Rewrite | RewriteStatement, function: str) -> bool:
    return edit.template == function or f"{function}(" in edit.template


def _call(edit: Rewrite | RewriteStatement, model: SemanticModel) -> ast.Call | None:
    """Return the call that an edit rewrites, whole or by its function."""
    parent = model.parent(edit.node)
    call = parent if isinstance(parent, ast.Call) and parent.func is edit.node else edit.node
    return call if isinstance(call, ast.Call) else None
