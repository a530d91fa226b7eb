"""Names that may stand for a sparse matrix, since what checked them lets one through.

X, y = check_X_y(X, y, accept_sparse="csr")
X.mean(axis=0)                                  # of an array, or of a matrix
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from purity_lint.knowledge.ecosystem import ACCEPTS_MATRICES, SPARSE_TESTS
from purity_lint.rewrites.scopes import enclosing, own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name


def accepted_matrix(node: ast.AST, model: SemanticModel) -> str | None:
    """Return the name in a call, its receiver or an argument, that may be a sparse matrix; ``None`` for arrays alone.

    ``node`` is the call, or what is called.  A function that asks for matrices, `if issparse(X):`, knows where it
    has one.
    """
    around = model.parent(node)
    call = around if isinstance(around, ast.Call) and around.func is node else node
    if not isinstance(call, ast.Call):
        return None
    receiver = [call.func.value] if isinstance(call.func, ast.Attribute) else []
    names = [one.id for one in (*receiver, *call.args) if isinstance(one, ast.Name)]
    lines = _accepted(enclosing(call, model), model) if names else {}
    return next((name for name in names if lines.get(name, call.lineno) < call.lineno), None)


def _accepted(scope: ast.AST, model: SemanticModel) -> Mapping[str, int]:
    """Return the names of a function that may be matrices, and the line from which on they are."""
    return model.memo((accepted_matrix, scope), lambda: dict(_let_through(scope)))


def _let_through(scope: ast.AST) -> Iterator[tuple[str, int]]:
    asked = {
        argument.id
        for node in own_nodes(scope)
        if isinstance(node, ast.Call) and last_name(node.func) in SPARSE_TESTS
        for argument in node.args
        if isinstance(argument, ast.Name)
    }
    for node in own_nodes(scope):
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name) | ast.Tuple(elts=[ast.Name(id=name), *_])],
                value=ast.Call(keywords=keywords),
            ) if name not in asked and any(map(_accepts, keywords)):
                yield name, node.lineno


def _accepts(keyword: ast.keyword) -> bool:
    refused = isinstance(keyword.value, ast.Constant) and not keyword.value.value
    return keyword.arg == ACCEPTS_MATRICES and not refused
