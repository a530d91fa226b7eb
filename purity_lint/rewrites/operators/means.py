"""Recognising a mean that is written as a sum and a division."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import field

from purity_lint.findings.edits import Hole
from purity_lint.knowledge.roles import SUMS
from purity_lint.records import dataclass
from purity_lint.rewrites.operands import builtin, operation
from purity_lint.semantics.model import SemanticModel


@dataclass(frozen=True, slots=True)
class _Sum:
    array: ast.expr
    axis: ast.expr | None = None
    keepdims: ast.expr | None = None
    rows: bool = False
    """It is Python's ``sum``, which adds rows."""


@dataclass(frozen=True, slots=True)
class MeanOfSum:
    """`sum(x) / count`, taken apart."""

    node: ast.expr
    total: ast.expr
    array: ast.expr
    exact: bool
    """True where the divisor is surely the number of elements that were added."""
    arguments: str = ""
    """Further arguments of ``ops.mean`` as a template: ``, axis={axis}``."""
    shown: str = ""
    """Text of the same arguments for a message."""
    holes: Mapping[str, Hole] = field(default_factory=dict)
    by_builtin: bool = False
    """True where the sum is Python's."""

    @property
    def rounds(self) -> bool:
        """True where the division rounds down, which a mean does not."""
        return isinstance(self.node, ast.BinOp) and isinstance(self.node.op, ast.FloorDiv)


def read_mean(node: ast.AST, model: SemanticModel) -> MeanOfSum | None:
    """Return the mean at ``node``: an operator or ``ops.divide`` over a sum and the size of what was added."""
    match node:
        case ast.BinOp(left=total, op=ast.Div() | ast.FloorDiv(), right=count):
            pass
        case ast.Call(args=[total, count], keywords=[]) if operation(model, node) in DIVISIONS:
            pass
        case _:
            return None
    added = _read_sum(total, model)
    if added is None or not isinstance(node, ast.expr):
        return None
    if not (model.value(total).is_tensor or model.value(added.array).is_tensor):
        return None
    exact = _counts(count, added, model)
    if exact is None:
        return None
    if added.rows:
        return MeanOfSum(node, total, added.array, exact, ", axis=0", ", axis=0", by_builtin=True)
    given = {"axis": added.axis, "keepdims": added.keepdims}
    holes: dict[str, Hole] = {name: value for name, value in given.items() if value is not None}
    arguments = "".join(f", {name}={{{name}}}" for name in holes)
    shown = "".join(f", {name}=..." for name in holes)
    return MeanOfSum(
        node, total, added.array, exact, arguments, shown, holes, builtin(model, total) is not None
    )


DIVISIONS = frozenset({"divide", "true_divide", "floor_divide"})


def _read_sum(node: ast.expr, model: SemanticModel) -> _Sum | None:
    if not isinstance(node, ast.Call) or any(isinstance(argument, ast.Starred) for argument in node.args):
        return None
    if _is_sum_function(node, model):
        array, rest = (node.args[0], node.args[1:]) if node.args else (None, [])
    elif (
        isinstance(node.func, ast.Attribute)
        and node.func.attr == "sum"
        and model.value(node.func.value).is_tensor
    ):
        array, rest = node.func.value, node.args
    else:
        return None
    if array is None or len(rest) > 1:
        return None
    axis, keepdims = (rest[0] if rest else None), None
    for keyword in node.keywords:
        if keyword.arg in {"axis", "dim"} and axis is None:
            axis = keyword.value
        elif keyword.arg in {"keepdims", "keepdim"}:
            keepdims = keyword.value
        else:
            return None
    rows = builtin(model, node) == "sum" and model.value(array).rank != 1
    return _Sum(array, ast.copy_location(ast.Constant(0), node) if rows else axis, keepdims, rows)


def _is_sum_function(node: ast.Call, model: SemanticModel) -> bool:
    if operation(model, node) == "sum" or model.qualified_name(node.func) in SUMS:
        return True
    return builtin(model, node) == "sum" and len(node.args) == 1 and not node.keywords


def _counts(count: ast.expr, added: _Sum, model: SemanticModel) -> bool | None:
    """Return True where ``count`` is the number of elements added, False where it may be (`len`), else ``None``."""
    same = ast.dump(added.array)
    match count:
        case ast.Call(func=func, args=[array], keywords=[]) if ast.dump(array) == same:
            if builtin(model, count) == "len":
                return _is_first_axis(added, model)
            name = (model.qualified_name(func) or "").rpartition(".")[2]
            return added.axis is None if name in {"size", "numel"} else None
        case (
            ast.Call(func=ast.Attribute(value=array, attr="numel" | "size"), args=[])
            | ast.Attribute(value=array, attr="size")
        ) if ast.dump(array) == same:
            return added.axis is None
        case ast.Subscript(value=shape, slice=index) if _shape_of(shape, model) == same:
            return _is_axis(index, added, model)
    return None


def _shape_of(node: ast.expr, model: SemanticModel) -> str | None:
    match node:
        case ast.Attribute(value=array, attr="shape"):
            return ast.dump(array)
        case ast.Call(args=[array], keywords=[]):
            name = (model.qualified_name(node.func) or "").rpartition(".")[2]
            return ast.dump(array) if name == "shape" else None
    return None


def _is_first_axis(added: _Sum, model: SemanticModel) -> bool | None:
    if added.axis is None:
        return model.value(added.array).rank == 1
    return True if _constant(added.axis) == 0 else None


def _is_axis(index: ast.expr, added: _Sum, model: SemanticModel) -> bool | None:
    if added.axis is None:
        return model.value(added.array).rank == 1 and _constant(index) in {0, -1}
    wanted = _constant(added.axis)
    return True if wanted is not None and wanted == _constant(index) else None


def _constant(node: ast.expr) -> int | None:
    match node:
        case ast.Constant(value=int() as number) if not isinstance(number, bool):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number)):
            return -number
    return None
