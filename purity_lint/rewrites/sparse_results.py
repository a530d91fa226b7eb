"""Numbers that NumPy makes of arrays, and that are none where it was given a sparse matrix."""

from __future__ import annotations

import ast

from purity_lint.knowledge.numpy.roles import KEEP_SPARSE
from purity_lint.rewrites.operands import may_be_foreign
from purity_lint.rewrites.scopes import bindings, enclosing
from purity_lint.semantics.model import SemanticModel


def may_be_sparse(node: ast.expr, model: SemanticModel) -> bool:
    """True for `np.linalg.norm(x)`, or a name that is bound to it, where `x` may be an object of any class."""
    if isinstance(node, ast.Name):
        made = bindings(enclosing(node, model)).get(node.id, ())
        return any(isinstance(value, ast.Call) and _keeps_sparse(value, model) for value in made)
    return isinstance(node, ast.Call) and _keeps_sparse(node, model)


def _keeps_sparse(call: ast.Call, model: SemanticModel) -> bool:
    if model.qualified_name(call.func) not in KEEP_SPARSE or not call.args:
        return False
    return may_be_foreign(model.value(call.args[0]))
