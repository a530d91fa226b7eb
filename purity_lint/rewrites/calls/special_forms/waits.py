"""`jax.block_until_ready(x)`, which gives ``x`` back: the operation that waits gives nothing."""

from __future__ import annotations

import ast

from purity_lint.rewrites.calls.library_calls import Refused
from purity_lint.rewrites.references import Reference
from purity_lint.semantics.model import SemanticModel


def refuse_used_wait(found: Reference, model: SemanticModel) -> Refused | None:
    """Refuse a call whose result is used."""
    if isinstance(model.parent(found.node), ast.Expr):
        return None
    return Refused("it gives back what it waits for, while `ops.eval` gives nothing")
