"""``np.asarray(x, order="C")``: an array whose rows lie one after another, as code in C expects them."""

from __future__ import annotations

import ast

from purity_lint.knowledge.notation import form
from purity_lint.rewrites.calls.library_calls import Rewritten, rewrite_call
from purity_lint.rewrites.operands import is_certain
from purity_lint.rewrites.references import Reference
from purity_lint.semantics.model import SemanticModel

_IN_ROWS = form("asarray(a:x, dtype, order:-=C) -> ascontiguousarray")
_PLACE = 2
"""Position of ``order`` where it is not given by name."""


def contiguous_equivalent(found: Reference, call: ast.Call, model: SemanticModel) -> Rewritten | None:
    """Write the call as ``ops.ascontiguousarray(x)`` where ``x`` certainly has axes: it gives one to what has none."""
    if found.library != "numpy" or found.dotted != "asarray" or not call.args or not _wants_rows(call):
        return None
    value = model.value(call.args[0])
    if not is_certain(value) or not value.rank:
        return None
    outcome = rewrite_call(call, (_IN_ROWS,), None)
    return outcome if isinstance(outcome, Rewritten) else None


def _wants_rows(call: ast.Call) -> bool:
    orders = [*call.args[_PLACE:], *(keyword.value for keyword in call.keywords if keyword.arg == "order")]
    return any(isinstance(order, ast.Constant) and order.value == "C" for order in orders)
