"""Indices whose result has its axes in another order on PyTorch: ``x[0, :, rows]``."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind

_INTEGER, _ARRAY, _SLICE, _OTHER = "iasx"
_INTEGERS = frozenset({Kind.INT, Kind.DIM})


def moves_axes(parts: Sequence[ast.expr], model: SemanticModel) -> bool:
    """True where NumPy puts the axis of an array of indices first, and PyTorch leaves it where the array stands.

    NumPy takes an integer beside an array for an array too, and puts the axes of arrays with a slice between them
    first.  PyTorch takes the integer for itself, and sees no arrays but those that are left.
    """
    sorts = "".join(_sort(part, model) for part in parts)
    if not {_INTEGER, _ARRAY} <= set(sorts) or _OTHER in sorts:
        return False
    apart = _SLICE in sorts.strip(_SLICE)
    arrays = sorts.replace(_INTEGER, "")
    return apart and arrays.startswith(_SLICE) and _SLICE not in arrays.strip(_SLICE)


def _sort(part: ast.expr, model: SemanticModel) -> str:
    if isinstance(part, ast.Slice) or (isinstance(part, ast.Constant) and part.value in (None, ...)):
        return _SLICE
    value = model.value(part)
    if value.kind in _INTEGERS:
        return _INTEGER
    return _ARRAY if value.is_tensor and value.rank else _OTHER
