"""Questions for numbers that are not real, which the standard answers by the dtype and the imaginary part.

if np.any(np.iscomplex(x)):    if xp.isdtype(x.dtype, 'complex floating') and xp.any(xp.imag(x) != 0):
"""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Rewrite, RewriteStatement
from purity_lint.rewrites.operands import is_simple
from purity_lint.rewrites.operators.truth_tests import is_tested
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name

_IS_COMPLEX = "{ops}.isdtype({x}.dtype, 'complex floating')"
_ASKED = {
    ("any", "iscomplex"): f"{_IS_COMPLEX} and {{ops}}.any({{ops}}.imag({{x}}) != 0)",
    ("all", "isreal"): f"not {_IS_COMPLEX} or {{ops}}.all({{ops}}.imag({{x}}) == 0)",
}
"""What is asked of all elements, and of each of them -> the same, where only its truth counts."""


def asked_of_all(edit: Rewrite | RewriteStatement, model: SemanticModel) -> Rewrite | None:
    """Return the edit of a call that asks whether some number is complex, or of what it asks of each.

    ``None`` for any other.
    """
    parent = model.parent(edit.node)
    call = parent if isinstance(parent, ast.Call) and parent.func is edit.node else edit.node
    around = model.parent(call)
    method = model.parent(around) if isinstance(around, ast.Attribute) else around
    for asked in (call, method):
        found = _asked(asked, model)
        if found is not None:
            return found
    return None


def _asked(call: ast.AST | None, model: SemanticModel) -> Rewrite | None:
    match call:
        case ast.Call(func=ast.Attribute(value=ast.Call() as each, attr=of_all), args=[], keywords=[]):
            pass
        case ast.Call(func=function, args=[ast.Call() as each], keywords=[]):
            of_all = last_name(function)
        case _:
            return None
    template = _ASKED.get((of_all, last_name(each.func)))
    if template is None or len(each.args) != 1 or each.keywords or not is_tested(call, model):
        return None
    array = each.args[0]
    value = model.value(array)
    if not is_simple(array) or not value.is_tensor or value.maybe:
        return None
    return Rewrite(call, template, {"x": array})
