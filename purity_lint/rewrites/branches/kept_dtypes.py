"""Dtypes of tensors under another name: ``d = x.dtype`` and then ``d.kind``, and ``np.result_type(x, y).kind``."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

from purity_lint.findings.diagnostics import Evidence
from purity_lint.knowledge.dtypes import PROMOTE
from purity_lint.rewrites.operands import ANY_LIBRARY, OPS
from purity_lint.rewrites.scopes import bindings, enclosing, parameters
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value
from purity_lint.source.names import last_names

_PROMOTE_TOO: Final = frozenset(
    f"{package}.{name}" for package in (OPS.rstrip("."), ANY_LIBRARY) for name in last_names(PROMOTE)
)


def kept_dtype(node: ast.expr, model: SemanticModel) -> Value | None:
    """Return the tensor of which ``node`` is the dtype; None where it is one on no path, or not on every one."""
    if isinstance(node, ast.Call):
        return _MADE if _is_made(node, model) else None
    if not isinstance(node, ast.Name) or model.value(node).kind is not Kind.DTYPE:
        return None
    scope = enclosing(node, model)
    given: Sequence[ast.expr] = bindings(scope).get(node.id, ())
    if not given or node.id in parameters(scope):
        return None
    tensors = [_asked(one, model) for one in given]
    known = [value for value in tensors if value is not None and value.is_tensor]
    classes = sum(_is_class(one, model) for one in given)  # which have no `kind`: it is read of the others
    if not known or len(known) + classes < len(given):
        return None
    return min(known, key=lambda value: (not value.maybe, value.evidence))


def _is_class(node: ast.expr, model: SemanticModel) -> bool:
    """True for `np.float64`, which a name may be given once it was asked: `if t.kind in "bui": t = np.float64`."""
    return isinstance(node, ast.Attribute) and node.attr != "dtype" and model.value(node).kind is Kind.DTYPE


_MADE: Final = Value(Kind.TENSOR, Evidence.PROVEN)


def _asked(node: ast.expr, model: SemanticModel) -> Value | None:
    if isinstance(node, ast.Attribute) and node.attr == "dtype":
        return model.value(node.value)
    return _MADE if isinstance(node, ast.Call) and _is_made(node, model) else None


def _is_made(call: ast.Call, model: SemanticModel) -> bool:
    """True for ``np.result_type(x, y)`` of what holds a tensor, or the dtype of one."""
    name = model.qualified_name(call.func)
    return name in _PROMOTE_TOO or (name in PROMOTE and any(_is_of_tensor(a, model) for a in call.args))


def _is_of_tensor(node: ast.expr, model: SemanticModel) -> bool:
    array = node.value if isinstance(node, ast.Attribute) and node.attr == "dtype" else node
    value = model.value(array)
    return value.is_tensor and not value.maybe
