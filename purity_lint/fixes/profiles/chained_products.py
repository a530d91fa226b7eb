"""Products of several matrices, which the standard has no function for: it multiplies two of them.

np.linalg.multi_dot([a, b, c])    a @ b @ c
"""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Hole, Rewrite, RewriteStatement
from purity_lint.fixes.profiles.joined_arrays import arrays_of
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name

_CHAINED = "multi_dot"


def multiplied(edit: Rewrite | RewriteStatement, model: SemanticModel) -> Rewrite | None:
    """Return the edit that multiplies from the left to the right; ``None`` where it is about something else.

    NumPy chooses the order in which that is cheapest: the sums are rounded otherwise, so that nothing else differs.
    """
    parent = model.parent(edit.node)
    call = parent if isinstance(parent, ast.Call) and parent.func is edit.node else edit.node
    if not isinstance(call, ast.Call) or last_name(call.func) != _CHAINED or call.keywords:
        return None
    factors = arrays_of(call.args[0]) if len(call.args) == 1 else []
    if len(factors) < len("ab") or not all(model.value(factor).is_tensor for factor in factors):
        return None
    holes: dict[str, Hole] = {f"p{n}": factor for n, factor in enumerate(factors)}
    return Rewrite(call, " @ ".join(f"{{{name}}}" for name in holes), holes)
