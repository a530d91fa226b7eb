"""Operators between SciPy's sparse matrices and tensors: a matrix knows numbers and NumPy's arrays alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.rewrites.host.foreign_calls import comes_from_scipy, is_converted
from purity_lint.rewrites.host.sparse_items import is_sparse
from purity_lint.rewrites.operands import quote
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Value

_SCALING = {ast.Mult: "*", ast.Div: "/"}
"""Operators that give a sparse matrix again, if the other operand is a number."""


def tensor_beside_matrix(node: ast.BinOp, model: SemanticModel) -> Iterator[Finding]:
    """Yield a finding for `factor * matrix` and `matrix @ x`, where the other operand is a tensor.

    The product with an array is one of NumPy's, and is converted back; the product with a number is a sparse matrix.
    """
    left, right = node.left, node.right
    sides = (is_sparse(left, model), is_sparse(right, model))
    if sides[0] == sides[1]:
        return
    matrix, tensor = (left, right) if sides[0] else (right, left)
    value = model.value(tensor)
    if not value.is_tensor or value.foreign:
        return
    if value.maybe and not value.numeric and isinstance(node.op, ast.MatMult):
        return  # another matrix, on some path; what scales one is a number
    if is_converted(tensor, model) or comes_from_scipy(tensor, model):
        return
    template = _written(node.op, value, in_front=sides[0])
    if template is None:
        return
    message = Message(
        f"the sparse matrix `{quote(model, matrix)}` takes NumPy's arrays as operands",
        "hand them over: `ops.to_numpy(x)`",
        ":",
    )
    edit = Rewrite(node, template, {"matrix": matrix, "x": tensor})
    fix = Fix((edit,), Applicability.UNSAFE, "Hand the operand over as NumPy's array")
    yield Finding(node, message, value.evidence, value.reasons, fix)


def _written(operator: ast.operator, tensor: Value, *, in_front: bool) -> str | None:
    """Return the template, with the matrix ``in_front`` or behind; ``None`` where it is not known what comes out."""
    array = "{ops}.to_numpy({x})"
    if isinstance(operator, ast.MatMult):
        product = f"{{matrix}} @ {array}" if in_front else f"{array} @ {{matrix}}"
        return f"{{ops}}.from_numpy({product})"
    symbol = _SCALING.get(type(operator))
    if symbol is None or tensor.rank not in {0, None} or (symbol == "/" and not in_front):
        return None
    return f"{{matrix}} {symbol} {array}" if in_front else f"{array} {symbol} {{matrix}}"
