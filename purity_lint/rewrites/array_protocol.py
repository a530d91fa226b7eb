"""`__array__`, by which an object of the project gives NumPy its numbers."""

from __future__ import annotations

import ast

from purity_lint.rewrites.scopes import enclosing
from purity_lint.semantics.model import SemanticModel

METHOD = "__array__"


def gives_array_to_numpy(node: ast.expr, model: SemanticModel) -> bool:
    """True for what `def __array__(self, dtype=None)` returns."""
    scope = enclosing(node, model)
    returned = isinstance(model.parent(node), ast.Return)
    return returned and isinstance(scope, ast.FunctionDef) and scope.name == METHOD
