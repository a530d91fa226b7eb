"""Execution of assignments: plain, annotated and augmented ones."""

from __future__ import annotations

import ast
from typing import Final

from purity_lint.semantics.domain.arithmetic import binary
from purity_lint.semantics.domain.atoms import ANY
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import NONE, UNKNOWN
from purity_lint.semantics.domain.lattice import join
from purity_lint.semantics.evaluation.frame import Frame
from purity_lint.semantics.evaluation.instances import apply_in_place_operator, apply_operator
from purity_lint.semantics.evidence.annotations import as_declared
from purity_lint.semantics.symbols import namespaces
from purity_lint.semantics.symbols.table import FunctionSymbol
from purity_lint.semantics.symbols.uses import USE_TENSOR

_PERHAPS_NAMESPACES: Final = frozenset({ast.Attribute, ast.Call, ast.IfExp, ast.Subscript})
"""Expressions of which an assignment may say that they give an array namespace."""


def assign(frame: Frame, node: ast.Assign) -> None:
    """``a = b = value``."""
    value = frame.eval(node.value)
    if node.value.__class__ in _PERHAPS_NAMESPACES:
        scope = frame.module.source.tree if frame.function is None else frame.function.node
        value = namespaces.given(node, value, scope)
    if value.mask == UNKNOWN and frame.function is not None and frame.function.used:
        _use_as_target(frame, frame.function, node, value)
    for target in node.targets:
        frame.bind(target, value)
    if node.targets[0].__class__ is ast.Tuple:
        scope = frame.module.source.tree if frame.function is None else frame.function.node
        for name in namespaces.unpacked(node, frame.values, scope):
            frame.bind(name, namespaces.NAMESPACE_VALUE)


def _use_as_target(frame: Frame, function: FunctionSymbol, node: ast.Assign, value: Abs) -> None:
    """Note that ``value`` is used as the name is that it is bound to."""
    for target in node.targets:
        use = function.used.get(target.id) if isinstance(target, ast.Name) else None
        if use is not None:
            frame.use(value, use.level, use.node, node.value)


def annotated(frame: Frame, node: ast.AnnAssign) -> None:
    """``a: T = value``."""
    declared = frame.project.annotation(frame, node.annotation)
    if node.value is not None:
        value = as_declared(frame.eval(node.value), declared)
        of_object = isinstance(node.target, ast.Attribute) or frame.class_symbol is not None
        if value.mask == NONE and declared is not None and of_object:
            value = join(declared, value)  # it is empty until a method or a constructor fills it
        frame.bind(node.target, value)
    elif declared is not None:
        if frame.class_symbol is None and isinstance(node.target, ast.Attribute):
            frame.eval(node.target.value)
            frame.store(node.target, declared)
        elif isinstance(node.target, ast.Name):
            frame.env.set(node.target.id, declared)
    if frame.class_symbol is not None and isinstance(node.target, ast.Name):
        frame.class_symbol.fields.append(node.target.id)


def augmented(frame: Frame, node: ast.AugAssign) -> None:
    """``a += value``."""
    target = node.target
    old = frame.eval(target)
    value = frame.eval(node.value)
    op = node.op.__class__
    if op is ast.MatMult:
        frame.use(old, USE_TENSOR, node, target)
        frame.use(value, USE_TENSOR, node, node.value)
    own = apply_in_place_operator(frame, node, op, old, value)
    new = binary(op, old, value) if own is None else own
    if new is ANY:
        new = apply_operator(frame, node, op, old, value)
    joint = new.mask == UNKNOWN and new.deps != 0 and frame.is_joint(new.deps)
    if joint:
        new = frame.joint_operands(node, (target, node.value), new.deps)
        old = frame.values[target]
    if target.__class__ is not ast.Subscript:
        frame.bind(target, new)
    else:
        frame.store_item(target, new)
    frame.values[target] = old
