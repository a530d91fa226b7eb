"""Evaluation of operators and comparisons."""

from __future__ import annotations

import ast

from purity_lint.semantics.domain.arithmetic import binary, compare, unary
from purity_lint.semantics.domain.atoms import ANY, BOOL_VALUE, NEVER, tensor
from purity_lint.semantics.domain.indexing import SLICE_ARITHMETIC
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import CONTAINERS, INFERRED, NONE, STR, TENSOR, UNKNOWN
from purity_lint.semantics.domain.lattice import join
from purity_lint.semantics.evaluation.frame import Frame
from purity_lint.semantics.evaluation.instances import apply_operator
from purity_lint.semantics.evaluation.narrowing import narrow
from purity_lint.semantics.symbols.own_members import ITEMS, PRODUCT
from purity_lint.semantics.symbols.uses import USE_ELEMENTWISE, USE_TENSOR


def bin_op(frame: Frame, node: ast.BinOp) -> Abs:
    """``a + b``; the left spine of a long chain is walked in a loop."""
    spine: list[ast.BinOp] = []
    current: ast.expr = node
    while current.__class__ is ast.BinOp:
        spine.append(current)
        current = current.left
    left = frame.eval(current)
    values = frame.values
    for part in reversed(spine):
        right = frame.eval(part.right)
        op = part.op.__class__
        if op is ast.MatMult:
            left = _matmul(frame, part, left, right)
        else:
            out = binary(op, left, right)
            if out.mask & UNKNOWN and not out.mask & TENSOR:
                if op in SLICE_ARITHMETIC and not frame.is_own(ITEMS) and _sliced(frame, part, left, right):
                    out = tensor(INFERRED, why=frame.why("arithmetic on a slice", part))
                elif _use_operands(frame, part, left, right):
                    out = tensor(
                        INFERRED, why=frame.why("arithmetic on what is an array where this runs", part)
                    )
                elif out is ANY:
                    out = apply_operator(frame, part, op, left, right)
                elif out.deps and frame.is_joint(out.deps):
                    out = frame.joint_operands(part, (part.left, part.right), out.deps)
            left = out
        values[part] = left
    return left


def _use_operands(frame: Frame, node: ast.BinOp, left: Abs, right: Abs) -> bool:
    """Note that operands are arrays which are parameters of compiled code, or the first one of a layer.

    What is read of such a parameter is an array as well, and says nothing of the parameter: `params["w"] * 2`.
    """
    function = frame.function
    if function is None or (left.mask | right.mask) & (STR | CONTAINERS):
        return False
    found = False
    for value, written in ((left, node.left), (right, node.right)):
        held = written
        while isinstance(held, ast.Subscript):
            held = held.value
        whole = frame.env.values.get(held.id, NEVER) if isinstance(held, ast.Name) else NEVER
        if value.mask & whole.mask & UNKNOWN and any(
            p.operand and whole.deps >> i & 1 for i, p in enumerate(function.parameters)
        ):
            frame.use(value, USE_ELEMENTWISE if held is written else USE_TENSOR, node, written)
            found = True
    return found


def _sliced(frame: Frame, node: ast.BinOp, left: Abs, right: Abs) -> bool:
    """Return True where an operand is a slice of something unknown, which must then be a tensor."""
    found = False
    for value, written in ((left, node.left), (right, node.right)):
        if value.mask == UNKNOWN and value.rank is not None:
            found = True
            frame.use(value, USE_TENSOR, node, written)
    return found


def _matmul(frame: Frame, node: ast.BinOp, left: Abs, right: Abs) -> Abs:
    is_own = frame.is_own(PRODUCT)
    if not is_own:
        frame.use(left, USE_TENSOR, node, node.left)
        frame.use(right, USE_TENSOR, node, node.right)
    if left.mask & TENSOR or right.mask & TENSOR:
        return binary(ast.MatMult, left, right)
    out = apply_operator(frame, node, ast.MatMult, left, right)
    if out is ANY and not is_own:
        return tensor(INFERRED, why=frame.why("an operand of `@`", node))
    return out


def unary_op(frame: Frame, node: ast.UnaryOp) -> Abs:
    """``-a``."""
    value = frame.eval(node.operand)
    out = unary(node.op.__class__, value)
    if out is ANY and not isinstance(node.op, ast.Not):
        return apply_operator(frame, node, node.op.__class__, value, value)
    return out


def bool_op(frame: Frame, node: ast.BoolOp) -> Abs:
    """``a and b``: each operand is evaluated where those before it hold."""
    env = frame.env
    mark = env.mark()
    is_or = isinstance(node.op, ast.Or)
    out = NEVER
    last = len(node.values) - 1
    for i, operand in enumerate(node.values):
        value = frame.eval(operand)
        if i < last:
            narrow(frame, operand, not is_or)
            if is_or:
                value = value.without(NONE)
            elif value.mask & TENSOR:
                value = value.without(TENSOR)
        out = join(out, value)
    env.roll_back(mark)
    return out if out.mask else ANY


def comparison(frame: Frame, node: ast.Compare) -> Abs:
    """``a < b``, also chained."""
    left = frame.eval(node.left)
    out = NEVER
    for op, comparator in zip(node.ops, node.comparators, strict=True):
        right = frame.eval(comparator)
        text = _is_text(comparator) or _is_text(node.left)
        value = BOOL_VALUE if text else compare(op.__class__, left, right)
        out = value if not out.mask else join(out, value)
        left = right
    return out


def _is_text(node: ast.expr) -> bool:
    return node.__class__ is ast.Constant and isinstance(node.value, str)
