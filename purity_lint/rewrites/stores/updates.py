"""What a store is written as, ``x = ops.assign(x, i, v)``: the array is the one that it was."""

from __future__ import annotations

import ast

from purity_lint.knowledge.arrays import UPDATING_OPERATIONS
from purity_lint.rewrites.operands import OPS
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name

_UPDATES = UPDATING_OPERATIONS | {"assign"}


def is_update_of(name: str, value: ast.AST | None, model: SemanticModel) -> bool:
    """Return True for `ops.assign(x, ...)`, where ``name`` is `x`."""
    match value:
        case ast.Call(func=function, args=[ast.Name(id=given), *_]) if given == name:
            known = model.qualified_name(function) or ""
            return known.startswith(OPS) and last_name(function) in _UPDATES
    return False
