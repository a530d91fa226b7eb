"""``torch.einsum(equation, [x, y])``: the operands in one list."""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Hole, Rewrite
from purity_lint.rewrites.calls.library_calls import Refused, Rewritten
from purity_lint.rewrites.references import Reference
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind


def rewrite_operands_of_list(found: Reference, model: SemanticModel) -> Rewritten | Refused | None:
    """Write the call with its operands one by one; ``None`` where they stand so."""
    match found.call:
        case ast.Call(args=[equation, several], keywords=[]) as call:
            holes: dict[str, Hole] = {"equation": equation}
            if isinstance(several, ast.List | ast.Tuple):
                names = [f"x{number}" for number in range(len(several.elts))]
                holes |= dict(zip(names, several.elts, strict=True))
            elif model.value(several).kind in {Kind.LIST, Kind.TUPLE}:
                return Refused("its operands are a list: unpack it, `*operands`")
            else:
                return None
            operands = "".join(f", {{{name}}}" for name in names)
            return Rewritten(
                Rewrite(call, f"{{ops}}.einsum({{equation}}{operands})", holes), "einsum", safe=True
            )
    return None
