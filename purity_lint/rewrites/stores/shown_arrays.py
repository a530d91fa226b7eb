"""Stores that show what they store into to be an array, or would lose an item of one."""

from __future__ import annotations

import ast
from collections import Counter

from purity_lint.findings.diagnostics import Evidence
from purity_lint.rewrites.operands import is_result
from purity_lint.semantics.model import SemanticModel


def swaps_items(node: ast.Assign, stores: list[ast.Subscript], model: SemanticModel) -> bool:
    """True for `a[i], a[j] = a[j], a[i]` of an array's items, of which one is lost where they are views of it."""
    taken = node.value.elts if isinstance(node.value, ast.Tuple) else []
    same = len(stores) > 1 and Counter(map(ast.unparse, stores)) == Counter(map(ast.unparse, taken))
    return same and all(value.is_tensor or is_result(value) for value in map(model.value, taken))


def shows_array(node: ast.Assign, stores: list[ast.Subscript], model: SemanticModel) -> bool:
    """True where each store shows that its target is an array: `x[i, :] = v`, or `x[a:b] = t` for a tensor `t`."""
    stored = model.value(node.value)
    of_tensor = stored.is_tensor and not stored.maybe and stored.evidence >= Evidence.INFERRED
    for store in stores:
        parts = store.slice.elts if isinstance(store.slice, ast.Tuple) else []
        by_axes = any(isinstance(part, ast.Slice) for part in parts)
        if not by_axes and not (of_tensor and isinstance(store.slice, ast.Slice)):
            return False
    return True
