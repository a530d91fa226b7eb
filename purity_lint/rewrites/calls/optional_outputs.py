"""Calls that write into an array that a caller may hand in: ``return np.add(x, y, out=out)`` under ``out=None``."""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Rewrite
from purity_lint.rewrites.calls.library_calls import Rewritten
from purity_lint.rewrites.calls.outputs import Output, output_of, without_output
from purity_lint.rewrites.scopes import bindings, enclosing
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.constructs import FUNCTIONS, is_none
from purity_lint.source.parameters import defaults
from purity_lint.source.walk import walk

_REPEATED = 60
"""Characters of a call that may be written twice; a longer one is not read twice."""


def rewrite_optional(call: ast.Call, model: SemanticModel) -> Rewritten | None:
    """Write the call as ``ops.add(x, y) if out is None else ops.assign(out, ..., ops.add(x, y))``.

    Only for what is bound or returned: of a result that nobody takes a caller on JAX sees nothing.
    """
    output = output_of(call, model)
    if output is None or output.mask is not None:
        return None
    if model.value(output.array).kind is Kind.NONE:
        return _without(output, call, model)
    statement = model.statement(call)
    if not isinstance(statement, ast.Assign | ast.Return) or statement.value is not call:
        return None
    if len(ast.unparse(call)) > _REPEATED:
        return None
    if not isinstance(output.array, ast.Name) or not is_left_out(output, model):
        return None
    written = without_output(output, model)
    if written is None:
        return None
    template, holes = written
    template = f"{template} if {{out}} is None else {{ops}}.assign({{out}}, ..., {template})"
    return Rewritten(Rewrite(call, template, {**holes, "out": output.array}), "assign", safe=False)


def _without(output: Output, call: ast.Call, model: SemanticModel) -> Rewritten | None:
    """Write ``np.add(x, y, out=t)`` as ``ops.add(x, y)`` where ``t`` is ``None`` as yet."""
    written = without_output(output, model)
    return None if written is None else Rewritten(Rewrite(call, *written), None, safe=False)


def is_optional(name: str, function: ast.AST) -> bool:
    """True for a parameter that is ``None`` unless it is given."""
    if not isinstance(function, FUNCTIONS):
        return False
    default = defaults(function.args).get(name)
    return isinstance(default, ast.Constant) and default.value is None


def is_left_out(output: Output, model: SemanticModel) -> bool:
    """True for an optional parameter that nothing is bound to before its statement: it is ``None`` for many callers.

    Its documentation calls it an array all the same.  So it is of a variable that was ``None`` in the first turn, if
    the result is taken.  What is an operand as well is an array.
    """
    array = output.array
    statement = model.statement(array)
    function = enclosing(statement, model)
    if not isinstance(array, ast.Name) or output.is_operand:
        return False
    if model.value(array).maybe and any(map(is_none, bindings(function).get(array.id, ()))):
        return not isinstance(statement, ast.Expr)
    if not is_optional(array.id, function) or model.loop(array) is not None:
        return False
    bound = (n for n in walk(function) if isinstance(n, ast.Name) and n.id == array.id)
    return all(isinstance(n.ctx, ast.Load) or n.lineno >= statement.lineno for n in bound)
