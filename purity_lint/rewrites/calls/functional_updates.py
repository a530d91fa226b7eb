"""`x.at[i].add(v)`: the updates of JAX and MLX that return a new array."""

from __future__ import annotations

import ast
from enum import IntEnum

from purity_lint.findings.edits import Rewrite
from purity_lint.knowledge import tensor_attributes as attributes
from purity_lint.knowledge.jax.roles import DROPS_BEYOND
from purity_lint.knowledge.signatures import signature
from purity_lint.records import dataclass
from purity_lint.rewrites.calls.library_calls import Rewritten
from purity_lint.rewrites.operands import COUNTS
from purity_lint.rewrites.stores.item_stores import Template
from purity_lint.semantics.model import SemanticModel


@dataclass(frozen=True, slots=True)
class FunctionalUpdate:
    """One such call."""

    call: ast.Call
    array: ast.expr
    index: ast.expr
    method: str


class _Reach(IntEnum):
    """Elements that an index may name."""

    THERE = 0
    """Elements of the array, each once."""
    BEYOND = 1
    """One, which may lie beyond the end."""
    SEVERAL = 2
    """Any, some of them more than once."""


def functional_update(call: ast.Call) -> FunctionalUpdate | None:
    """Return the parts of ``x.at[i].add(v)``; ``None`` for any other call."""
    match call:
        case ast.Call(
            func=ast.Attribute(
                value=ast.Subscript(value=ast.Attribute(value=array, attr="at"), slice=index), attr=method
            )
        ) if method in attributes.UPDATES or method == "get":
            return FunctionalUpdate(call, array, index, method)
    return None


def rewrite_update(update: FunctionalUpdate, model: SemanticModel) -> Rewritten | None:
    """Write an update as one of ops; ``None`` where none is the same.

    An element that is named twice is updated twice, and JAX drops what lies beyond the end, where ops raises.
    """
    operation = attributes.UPDATES.get(update.method)
    if operation is None or len(update.call.args) != 1 or update.call.keywords:
        return None
    reach = _reach(update.index, model)
    if reach is _Reach.SEVERAL:
        operation = attributes.ACCUMULATING.get(operation, operation)
    if signature(operation) is None:
        return None
    dtype = model.value(update.array).dtype
    of_floats = dtype is not None and dtype.startswith(_FLOATS)
    if operation in _DIVIDING and dtype is not None and not of_floats:
        return None  # JAX makes floats of whole numbers then, and the array of ops stays one of its dtype
    template = Template()
    array, index = template.hole(update.array), template.index(update.index)
    text = f"{{ops}}.{operation}({array}, {index}, {template.hole(update.call.args[0])}, copy=True)"
    backend = model.value(update.array).backend
    within = reach is _Reach.THERE or (backend is not None and backend not in DROPS_BEYOND)
    safe = within and _fits(update) and (of_floats or operation not in _DIVIDING)
    return Rewritten(Rewrite(update.call, text, template.holes), operation, safe)


def _fits(update: FunctionalUpdate) -> bool:
    """True where the result has the array's dtype, whatever that is: ops refuses what does not, JAX and MLX cut it."""
    value = update.call.args[0]
    number = value.operand if isinstance(value, ast.UnaryOp) else value
    if isinstance(number, ast.Constant) and isinstance(number.value, int):
        return number.value in _SMALL
    return attributes.UPDATES[update.method] == "assign"


_DIVIDING = frozenset({"assign_divide", "divide_at"})
_FLOATS = ("float", "bfloat", "complex")
_SMALL = range(128)
"""Numbers that fit, with a sign as well, into the smallest integers that have one."""


def _reach(index: ast.expr, model: SemanticModel) -> _Reach:
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    return max((_reach_of(part, model) for part in parts), default=_Reach.THERE)


def _reach_of(part: ast.expr, model: SemanticModel) -> _Reach:
    if isinstance(part, ast.Slice) or (isinstance(part, ast.Constant) and part.value in (None, ...)):
        return _Reach.THERE
    value = model.value(part)
    if value.is_tensor and value.dtype == "bool" and not value.maybe:
        return _Reach.THERE
    return _Reach.BEYOND if value.kind in COUNTS and not value.maybe else _Reach.SEVERAL
