"""``np.s_[1:3, 0]``: an index that is written in brackets and kept for later."""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Rewrite
from purity_lint.rewrites.calls.library_calls import Refused, Rewritten
from purity_lint.rewrites.references import Reference
from purity_lint.semantics.model import SemanticModel

EXPRESSIONS = ("s_", "index_exp")


def rewrite_index_expression(found: Reference, model: SemanticModel) -> Rewritten | Refused | None:
    """Write ``np.s_[1:3, 0]`` as ``ops.s_[1:3, 0]``, which gives what stands in the brackets, whatever that is."""
    name, which = found.name, found.dotted.rpartition(".")[2]
    brackets = model.parent(name)
    if found.call is not None or not isinstance(brackets, ast.Subscript) or brackets.value is not name:
        return Refused("it is not indexed here")
    return Rewritten(Rewrite(name, f"{{ops}}.{which}"), which, safe=True)
