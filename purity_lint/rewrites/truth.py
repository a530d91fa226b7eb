"""Calls whose result is one truth value."""

from __future__ import annotations

import ast

from purity_lint.rewrites.operands import (
    operation,
)
from purity_lint.semantics.model import SemanticModel

TRUTHS = frozenset({"all", "any", "allclose", "array_equal", "isclose", "is_tensor", "has_nan_or_inf"})
"""Operations whose result is one truth value, so that `bool(...)` of it says what is meant."""


def is_truth(node: ast.expr, model: SemanticModel) -> bool:
    """True for a call that asks for one truth value of a whole array: `ops.any(x)`, `np.all(x)`, `x.any()`."""
    if not isinstance(node, ast.Call):
        return False
    name = operation(model, node) or (model.qualified_name(node.func) or "").rpartition(".")[2]
    if name:
        return name in TRUTHS
    return isinstance(node.func, ast.Attribute) and node.func.attr in {"any", "all"}
