"""Operators between tensors and matrices: sparse ones and ``np.matrix`` know numbers and NumPy's arrays alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.numpy.roles import MATRIX
from purity_lint.rewrites.host.foreign_calls import adapted, comes_from_scipy, is_converted
from purity_lint.rewrites.host.kept_results import stays_with_numpy
from purity_lint.rewrites.operands import quote
from purity_lint.rewrites.sparse_parts import is_sparse
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value

_ARRAY = "{ops}.to_numpy({x})"
_SCALING = {ast.Mult: "*", ast.Div: "/"}
"""Operators that give a sparse matrix again, if the other operand is a number."""


def tensor_beside_matrix(node: ast.BinOp, model: SemanticModel) -> Iterator[Finding]:
    """Yield a finding for `factor * matrix` and `matrix @ x`, where the other operand is a tensor.

    The product of a sparse matrix with an array is one of NumPy's, and is converted back, as is the result of the call
    of SciPy's that it is handed to; that with a number is a sparse matrix, and of a ``np.matrix`` comes another one.
    """
    sides = (node.left, node.right)
    sparse = [is_sparse(side, model) for side in sides]
    numpys = [_is_numpys(side, model) for side in sides]
    if sparse[0] == sparse[1] and numpys[0] == numpys[1]:
        return
    in_front = sparse[0] or numpys[0]
    matrix, tensor = sides if in_front else sides[::-1]
    value = model.value(tensor)
    if not value.is_tensor or value.foreign:
        return
    if value.maybe and not value.numeric and isinstance(node.op, ast.MatMult):
        return  # another matrix, on some path; what scales one is a number
    if is_converted(tensor, model) or comes_from_scipy(tensor, model):
        return
    if any(numpys):
        title, edits = "NumPy's matrix", [Rewrite(tensor, _ARRAY, {"x": tensor})]
    else:
        template = _written(node.op, value, in_front=in_front)
        if template is None:
            return
        around: list[Rewrite] = []
        if isinstance(node.op, ast.MatMult):
            beside = _of_call_around(node, model)
            template, around = (
                (f"{{ops}}.from_numpy({template})", []) if beside is None else (template, beside)
            )
        title = "the sparse matrix"
        edits = [Rewrite(node, template, {"matrix": matrix, "x": tensor}), *around]
    message = Message(
        f"{title} `{quote(model, matrix)}` takes NumPy's arrays as operands",
        "hand them over: `ops.to_numpy(x)`",
        ":",
    )
    fix = Fix(tuple(edits), Applicability.UNSAFE, "Hand the operand over as NumPy's array")
    yield Finding(node, message, value.evidence, value.reasons, fix)


def _of_call_around(product: ast.BinOp, model: SemanticModel) -> list[Rewrite] | None:
    """Return the edits of a call of SciPy's that the product is an argument of: what comes out is taken back there.

    ``None`` where there is no such call, or nobody knows what comes out.
    """
    call = model.parent(product)
    if not isinstance(call, ast.Call) or not stays_with_numpy(product, model):
        return None
    edits = adapted(call, model)
    return None if edits is None else [edit for edit in edits if edit.node is not product]


def is_matrix(node: ast.expr, model: SemanticModel) -> bool:
    """True where this is a sparse matrix of SciPy's, or a ``np.matrix``."""
    return is_sparse(node, model) or _is_numpys(node, model)


def _is_numpys(node: ast.expr, model: SemanticModel) -> bool:
    """True where this is a ``np.matrix``."""
    value = model.value(node)
    return value.kind is Kind.INSTANCE and value.name == MATRIX


def _written(operator: ast.operator, tensor: Value, *, in_front: bool) -> str | None:
    """Return the template, with the matrix ``in_front`` or behind; ``None`` where it is not known what comes out."""
    if isinstance(operator, ast.MatMult):
        return f"{{matrix}} @ {_ARRAY}" if in_front else f"{_ARRAY} @ {{matrix}}"
    symbol = _SCALING.get(type(operator))
    if symbol is None or tensor.rank not in {0, None} or (symbol == "/" and not in_front):
        return None
    return f"{{matrix}} {symbol} {_ARRAY}" if in_front else f"{_ARRAY} {symbol} {{matrix}}"
