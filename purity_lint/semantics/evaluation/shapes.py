"""Sums that are shapes: ``np.reshape(x, plates + dims)`` puts tuples one behind the other."""

from __future__ import annotations

import ast

from purity_lint.knowledge.arrays import SHAPE_POSITION
from purity_lint.semantics.domain.atoms import SHAPE_VALUE
from purity_lint.semantics.domain.kinds import DECLARED, TENSOR, UNKNOWN
from purity_lint.semantics.evaluation.frame import Frame


def see_shape(frame: Frame, name: str, node: ast.Call, *, bound: bool) -> None:
    """Take the operands of a sum (evaluated already) for shapes, where the function ``name`` takes a shape.

    ``bound`` is true of a method, whose array is no argument. What is known to be a tensor stays one: it was not only
    guessed from its uses.
    """
    position = SHAPE_POSITION.get(name)
    if position is None:
        return
    position -= bound
    given = node.args[position] if 0 <= position < len(node.args) else None
    for keyword in node.keywords:
        if keyword.arg in ("shape", "newshape"):
            given = keyword.value
    if isinstance(given, ast.BinOp) and isinstance(given.op, ast.Add):
        _see(frame, given)


def _see(frame: Frame, node: ast.expr) -> None:
    value = frame.values.get(node)
    if value is None or not value.mask & (TENSOR | UNKNOWN) or value.ev >= DECLARED:
        return
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        _see(frame, node.left)
        _see(frame, node.right)
    elif not isinstance(node, ast.Name | ast.Attribute):
        return
    frame.values[node] = SHAPE_VALUE
    path = frame.path(node)
    if path is not None:
        frame.env.set(path, SHAPE_VALUE)
