"""Arrays that the next statement fills: ``x = np.empty_like(y)`` and ``x.fill(v)`` are ``x = ops.full_like(y, v)``."""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Hole, Rewrite, RewriteStatement
from purity_lint.rewrites.calls.library_calls import Rewritten
from purity_lint.rewrites.references import Reference
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS, Kind
from purity_lint.source.blocks import after, before

_FULL = {"empty": "full", "empty_like": "full_like"}
FILLED = frozenset(_FULL)
"""Functions that make an array without values."""


def rewrite_filled_array(found: Reference, model: SemanticModel) -> Rewritten | None:
    """Write both statements as one: safe where the value is a number, of which `fill` and `full` make the same."""
    call = found.call
    statement = model.parent(call) if call is not None else None
    if call is None or not isinstance(statement, ast.Assign):
        return None
    filling = next(iter(after(statement, model.parent(statement))), None)
    value = _value(statement, filling)
    template = None if value is None else _template(call, found.dotted, value, model)
    if value is None or filling is None or template is None:
        return None
    holes: dict[str, Hole] = {"of": call.args[0], "value": value}
    holes |= {keyword.arg or "": keyword.value for keyword in call.keywords}
    number = model.value(value).kind in PLAIN_NUMBERS
    removed = RewriteStatement(filling, "")
    return Rewritten(Rewrite(call, template, holes), _FULL[found.dotted], safe=number, further=(removed,))


def is_filled_at_once(fill: ast.Call, model: SemanticModel) -> bool:
    """True for `x.fill(v)` right behind the statement that makes `x` without values, which goes with that."""
    statement = model.parent(fill)
    if not isinstance(statement, ast.Expr):
        return False
    made = next(reversed(before(statement, model.parent(statement))), None)
    match made:
        case ast.Assign(value=ast.Call(func=function) as call):
            library, _, name = (model.qualified_name(function) or "").partition(".")
            value = _value(made, statement)
            return (
                library == "numpy"
                and name in FILLED
                and value is not None
                and _template(call, name, value, model) is not None
            )
    return False


def _template(call: ast.Call, name: str, value: ast.expr, model: SemanticModel) -> str | None:
    """Return the template of the array that is full at once; `np.full(3, 0)` would be one of integers."""
    if len(call.args) != 1 or not {k.arg for k in call.keywords} <= {"dtype"}:
        return None
    written = "{value}"
    if name == "empty" and not call.keywords and model.value(value).kind is not Kind.FLOAT:
        if not isinstance(value, ast.Constant) or type(value.value) is not int:
            return None
        written = f"{value.value}.0"
    return f"{{ops}}.{_FULL[name]}({{of}}, {written}{', dtype={dtype}' if call.keywords else ''})"


def _value(made: ast.Assign, filling: ast.stmt | None) -> ast.expr | None:
    """Return `v` of `x.fill(v)`, where that is the statement behind `x = ...`, and `v` does not read `x`."""
    match made.targets, filling:
        case (
            [ast.Name(id=name)],
            ast.Expr(
                value=ast.Call(
                    func=ast.Attribute(value=ast.Name(id=filled), attr="fill"), args=[value], keywords=[]
                )
            ),
        ) if name == filled and not isinstance(value, ast.Starred):
            reads = any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(value))
            return None if reads else value
    return None
