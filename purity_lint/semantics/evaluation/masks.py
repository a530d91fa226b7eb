"""What a mask says of the values that are compared in it: only arrays are compared element by element."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from purity_lint.knowledge.labelled_data import LIBRARIES, LOCATORS
from purity_lint.knowledge.memory import PARTS
from purity_lint.semantics.domain.arithmetic import is_condition
from purity_lint.semantics.domain.indexing import tensor_index
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import INFERRED, NUMERIC, TENSOR, UNKNOWN
from purity_lint.semantics.evaluation.frame import Frame

_NO_MASKS: Final = (ast.In, ast.NotIn, ast.Is, ast.IsNot)


def is_of_tensor(frame: Frame, node: ast.Subscript, index: Abs) -> bool:
    """True where only a tensor can be indexed so: written so, by a condition, or by several places at once."""
    if _is_by_column(node):
        return False
    if tensor_index(node.slice) or is_condition(index):
        return True
    by_array = index.mask == TENSOR and (bool(index.rank) or index.dtype == "bool")
    return by_array and not _may_be_table(frame, node.value)


def see_mask(frame: Frame, node: ast.expr) -> bool:
    """Take for a tensor what a mask (evaluated already) compares with a number; True where that is news."""
    seen = False
    for comparison in _comparisons(node):
        left, right = comparison.left, comparison.comparators[0]
        for operand, other in ((left, right), (right, left)):
            number = frame.eval(other).mask
            if number and not number & ~NUMERIC:
                seen |= see_tensor(frame, operand, "compared element by element")
    return seen


def see_tensor(frame: Frame, node: ast.expr, said: str) -> bool:
    """Take for a tensor, from here on, what nothing is known of; True where that is news.

    What a parameter is used for is remembered elsewhere, for all of its function.
    """
    value = frame.eval(node)
    if value.mask != UNKNOWN or value.deps or value.elem is not None or _may_be_table(frame, node):
        return False
    seen = Abs(TENSOR | UNKNOWN, INFERRED, why=frame.why(said, node))
    frame.values[node] = seen
    path = frame.path(node)
    if path is not None:
        frame.env.set(path, seen)
    return True


def _may_be_table(frame: Frame, node: ast.expr) -> bool:
    """True where this may be a table or a column, which are compared and indexed as arrays are."""
    return (isinstance(node, ast.Attribute) and node.attr in LOCATORS) or frame.module.imports(LIBRARIES)


def _is_by_column(node: ast.Subscript) -> bool:
    """True for `table[table.age > 40]` and `table[table["age"] > 40]`: no array of numbers has such parts."""
    operands = (side for one in _comparisons(node.slice) for side in (one.left, *one.comparators))
    return any(ast.dump(whole) == ast.dump(node.value) for whole in filter(None, map(_with_column, operands)))


def _with_column(operand: ast.expr) -> ast.expr | None:
    """Return what `x.name`, which is no part of arrays, or `x["name"]` is a column of."""
    match operand:
        case ast.Attribute(value=whole, attr=column) if column not in PARTS:
            return whole
        case ast.Subscript(value=whole, slice=ast.Constant(value=str())):
            return whole
    return None


def _comparisons(node: ast.expr) -> Iterator[ast.Compare]:
    """Each comparison of a mask: `~(a > 0) & (b < 1)` has two, and what is no mask has none."""
    match node:
        case ast.Compare(ops=[op]) if not isinstance(op, _NO_MASKS):
            yield node
        case ast.UnaryOp(op=ast.Invert()):
            yield from _comparisons(node.operand)
        case ast.BinOp(op=ast.BitAnd() | ast.BitOr()):
            yield from _comparisons(node.left)
            yield from _comparisons(node.right)
