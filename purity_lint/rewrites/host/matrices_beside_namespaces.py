"""Sparse matrices of SciPy's in code on a namespace: who hands one over hands over NumPy's arrays beside it."""

from __future__ import annotations

import ast

from purity_lint.rewrites.namespaces.in_use import namespace_at
from purity_lint.rewrites.sparse_parts import is_sparse
from purity_lint.semantics.model import SemanticModel


def is_beside_numpys(node: ast.AST, model: SemanticModel) -> bool:
    """True for `X * weights[:, None]` and `X[mask]` of what is given as an array or a sparse matrix.

    Where it is a sparse matrix, the namespace is NumPy's.  One that the function makes itself is another matter: the
    arrays that it is given are those of any library then.
    """
    match node:
        case ast.BinOp(left=left, right=right):
            operands = [left, right]
        case ast.Subscript(value=matrix):
            operands = [matrix]
        case _:
            return False
    sparse = [one for one in operands if is_sparse(one, model)]
    return (
        bool(sparse)
        and namespace_at(node, model) is not None
        and all(model.value(one).maybe for one in sparse)
    )
