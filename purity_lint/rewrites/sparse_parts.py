"""SciPy's sparse matrices and the arrays that they consist of, which are NumPy's on every backend."""

from __future__ import annotations

import ast

from purity_lint.knowledge.scipy.returns import PARTS_OF_SPARSE, SPARSE_MATRIX
from purity_lint.semantics.model import SemanticModel


def is_sparse(node: ast.expr, model: SemanticModel) -> bool:
    """True where this is a sparse matrix of SciPy's, or ``None``, which is not asked for its parts."""
    return model.value(node).name == SPARSE_MATRIX


def matrix_of_part(node: ast.expr, model: SemanticModel) -> ast.expr | None:
    """Return the matrix of `matrix.data` and `matrix.indices`, where compiled code finds NumPy's arrays."""
    if isinstance(node, ast.Attribute) and node.attr in PARTS_OF_SPARSE and is_sparse(node.value, model):
        return node.value
    return None
