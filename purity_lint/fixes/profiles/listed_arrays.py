"""Lists of arrays in the place of one array, which NumPy makes of them and functions of the standard do not.

np.max([x, y], axis=0)        xp.max(xp.stack([x, y]), axis=0)
"""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Rewrite, RewriteStatement
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.names import last_name

_REDUCTIONS = frozenset(
    {
        *("all", "any", "sum", "prod", "mean", "std", "var"),
        *("max", "min", "amax", "amin", "argmax", "argmin"),
    }
)
"""Functions that take all elements of one array together, or those along an axis."""


def stacks(call: ast.Call, model: SemanticModel) -> bool:
    """True for a function of one array that is given a list of arrays, which have to have one shape."""
    listed = call.args[0] if call.args else None
    if last_name(call.func) not in _REDUCTIONS or not isinstance(listed, ast.List | ast.Tuple):
        return False
    values = [model.value(one) for one in listed.elts]
    arrays = [value.is_tensor and not value.maybe for value in values]
    return any(arrays) and all(
        is_array or value.kind is Kind.SCALAR for is_array, value in zip(arrays, values, strict=True)
    )


def stacked(edit: Rewrite | RewriteStatement, space: str | None, model: SemanticModel) -> list[Rewrite]:
    """Return the edit that makes one array of a list of arrays which a call is given."""
    parent = model.parent(edit.node)
    call = parent if isinstance(parent, ast.Call) and parent.func is edit.node else edit.node
    if space is None or not isinstance(call, ast.Call) or not stacks(call, model):
        return []
    return [Rewrite(call.args[0], f"{space}.stack({{arrays}})", {"arrays": call.args[0]})]
