"""Instances of the project's classes: how they are made, what calling them gives, and operators between them."""

from __future__ import annotations

import ast

from purity_lint.semantics.domain.atoms import ANY, tensor
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import INFERRED, INSTANCE, TENSOR
from purity_lint.semantics.evaluation.frame import Frame
from purity_lint.semantics.evaluation.renewed_fields import renewed_fields
from purity_lint.semantics.symbols.table import ClassSymbol
from purity_lint.source.constructs import OPERATORS


def instantiate(
    frame: Frame, symbol: ClassSymbol, args: list[Abs], keywords: dict[str, Abs], node: ast.AST
) -> Abs:
    """Return a new instance of ``symbol``."""
    init = symbol.method("__init__")
    if init is not None:
        frame.project.call(frame, init, args, keywords, node, symbol)
    elif symbol.record or any(c.record for c in symbol.ancestors()):
        fields = [f for c in reversed(list(symbol.ancestors())) for f in c.fields]
        renewed = renewed_fields(symbol)
        for name, value in [*zip(fields, args, strict=False), *keywords.items()]:
            if name not in renewed:
                frame.project.assign_member(symbol, name, value)
    if frame.project.is_tensor_like(symbol):
        return Abs(TENSOR, INFERRED)
    return Abs(INSTANCE, refs=(symbol,))


def call_instance(
    frame: Frame, symbol: ClassSymbol, args: list[Abs], keywords: dict[str, Abs], node: ast.Call
) -> Abs:
    """``instance(...)``: ``__call__``, or a module's ``forward``."""
    for name in ("__call__", "forward", "call"):
        if symbol.method(name) is not None or symbol.overrides(name):
            return frame.call_method(symbol, name, args, keywords, node)
    if any(frame.project.is_module_class(b) for b in symbol.library_ancestors()):
        return tensor(INFERRED, why=frame.why("result of a layer", node))
    return ANY


def apply_operator(frame: Frame, node: ast.AST, op: type[ast.AST], left: Abs, right: Abs) -> Abs:
    """Return the result of an operator on instances: of their special methods."""
    operator = OPERATORS.get(op)
    if operator is None or (name := operator.method) is None:
        return ANY
    if left.mask & INSTANCE:
        unary = isinstance(node, ast.UnaryOp)
        out = frame.dunder(left, f"__{name}__", [] if unary else [right], node)
        if out is not None:
            return out
    if right.mask & INSTANCE:
        out = frame.dunder(right, f"__r{name}__", [left], node)
        if out is not None:
            return out
    for side in (left, right):
        if side.mask == INSTANCE and side.refs and all(isinstance(r, str) for r in side.refs):
            return side
    return ANY


def apply_in_place_operator(
    frame: Frame, node: ast.AugAssign, op: type[ast.AST], left: Abs, right: Abs
) -> Abs | None:
    """Return ``left += right`` of an instance whose class says what that is; ``None`` where none does."""
    operator = OPERATORS.get(op)
    if operator is None or operator.method is None or not left.mask & INSTANCE:
        return None
    return frame.dunder(left, f"__i{operator.method}__", [right], node)
