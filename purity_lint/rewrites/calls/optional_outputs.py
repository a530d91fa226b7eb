"""Calls that write into an array that a caller may hand in: ``return np.add(x, y, out=out)`` under ``out=None``."""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Rewrite
from purity_lint.rewrites.calls.library_calls import Rewritten
from purity_lint.rewrites.calls.outputs import output_of, without_output
from purity_lint.rewrites.scopes import enclosing
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import FUNCTIONS
from purity_lint.source.parameters import defaults
from purity_lint.source.walk import walk

_REPEATED = 60
"""Characters of a call that may be written twice; a longer one is not read twice."""


def rewrite_optional(call: ast.Call, model: SemanticModel) -> Rewritten | None:
    """Write the call as ``ops.add(x, y) if out is None else ops.assign(out, ..., ops.add(x, y))``.

    Only for what is bound or returned: of a result that nobody takes a caller on JAX sees nothing.
    """
    statement = model.statement(call)
    if not isinstance(statement, ast.Assign | ast.Return) or statement.value is not call:
        return None
    output = output_of(call, model)
    if output is None or output.mask is not None or len(ast.unparse(call)) > _REPEATED:
        return None
    if not isinstance(output.array, ast.Name) or not is_left_out(output.array, model):
        return None
    written = without_output(output, model)
    if written is None:
        return None
    template, holes = written
    template = f"{template} if {{out}} is None else {{ops}}.assign({{out}}, ..., {template})"
    return Rewritten(Rewrite(call, template, {**holes, "out": output.array}), "assign", safe=False)


def is_optional(name: str, function: ast.AST) -> bool:
    """True for a parameter that is ``None`` unless it is given."""
    if not isinstance(function, FUNCTIONS):
        return False
    default = defaults(function.args).get(name)
    return isinstance(default, ast.Constant) and default.value is None


def is_left_out(array: ast.expr, model: SemanticModel) -> bool:
    """True for an optional parameter that nothing is bound to before its statement: it is ``None`` for many callers.

    Its documentation calls it an array all the same.
    """
    statement = model.statement(array)
    function = enclosing(statement, model)
    if (
        not isinstance(array, ast.Name)
        or not is_optional(array.id, function)
        or model.loop(array) is not None
    ):
        return False
    bound = (n for n in walk(function) if isinstance(n, ast.Name) and n.id == array.id)
    return all(isinstance(n.ctx, ast.Load) or n.lineno >= statement.lineno for n in bound)
