"""Values that NumPy fills an array with although its dtype does not hold them: ``np.full(n, np.nan, dtype=int)``.

NumPy warns, and stores whatever the processor makes of NaN, of an infinity, or of the real part of a complex number.
An operation raises, on every backend.
"""

from __future__ import annotations

import ast
from typing import Final

from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.names import last_name

_FILLERS: Final = frozenset({"full", "full_like"})
_VALUE, _DTYPE = 1, 2
_HELD_BY_ALL: Final = frozenset({Kind.INT, Kind.BOOL, Kind.DIM, Kind.TENSOR, Kind.LIST, Kind.TUPLE})
"""Kinds of values that are whole numbers, or arrays, of which operations take NaN as NumPy does."""


def may_not_be_held(library: str, dotted: str, call: ast.Call, model: SemanticModel) -> bool:
    """True for ``np.full`` and ``np.full_like`` where the value may be NaN, infinite or complex, and the dtype not."""
    if library != "numpy" or dotted not in _FILLERS:
        return False
    value, dtype = _given(call, _VALUE, "fill_value"), _given(call, _DTYPE, "dtype")
    if value is None or _is_held_by_all(value, model):
        return False
    kind = model.value(value).kind
    if dtype is not None:
        return not _holds(_named(dtype, model), kind)
    if dotted == "full":
        return False
    like = model.value(call.args[0]) if call.args else None
    return like is None or not _holds(like.dtype or "", kind)


def _given(call: ast.Call, position: int, name: str) -> ast.expr | None:
    if position < len(call.args):
        return call.args[position]
    return next((keyword.value for keyword in call.keywords if keyword.arg == name), None)


def _is_held_by_all(node: ast.expr, model: SemanticModel) -> bool:
    """True for what any dtype takes: a finite number that is written down, a whole one, an array."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        node = node.operand
    if isinstance(node, ast.Constant):
        return not isinstance(node.value, complex)
    value = model.value(node)
    return value.kind in _HELD_BY_ALL and not value.maybe


def _named(dtype: ast.expr, model: SemanticModel) -> str:
    """The name of a dtype as it is written, or that of the array of which it is asked."""
    if isinstance(dtype, ast.Constant):
        return str(dtype.value).lstrip("<>=|")
    if isinstance(dtype, ast.Attribute) and dtype.attr == "dtype":
        return model.value(dtype.value).dtype or ""
    return last_name(dtype)


def _holds(dtype: str, kind: Kind) -> bool:
    """True for a dtype of complex numbers, and for one of fractions where the value is a float."""
    if dtype.startswith(("complex", "c")):
        return True
    return dtype.startswith(("float", "f", "double", "half", "single", "longdouble")) and kind is Kind.FLOAT
