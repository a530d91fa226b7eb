"""Calls of NumPy that answer otherwise in the words of the standard, for some of NumPy's own arrays.

np.cumsum(x)             xp.cumulative_sum(x)         of several axes NumPy makes one, the standard refuses them
np.dot(x, y)             x @ y                        is another sum where there are more than two
np.unique(x)             xp.unique_values(x)          keeps each of several NaN
np.linalg.norm(x)        xp.linalg.vector_norm(x)     adds up in another order
np.count_nonzero(x)      xp.count_nonzero(x)          is an array, which nothing can be looked up by
np.rint(x)               xp.round(x)                  keeps the dtype of whole numbers
np.cross(x, y)           xp.linalg.cross(x, y)        refuses vectors of two
np.clip(x, 0, 1.5)       xp.clip(x, 0, 1.5)           keeps the dtype of whole numbers
"""

from __future__ import annotations

import ast

from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS
from purity_lint.source.constructs import is_none
from purity_lint.source.names import last_name

_ALIKE = {
    "dot": ({1, 2}, {1, 2}),
    "matrix_rank": ({2, 3, 4},),
    "cumsum": ({1},),
    "cumprod": ({1},),
}
"""Functions that mean the same for arrays of so many axes."""
_ALONG_AXIS = {"cumsum": 1, "cumprod": 1, "norm": 2}
"""Functions that mean the same along an axis -> where that is given by position."""
_AXES_ASKED = {"flipud": 1, "fliplr": 2}
"""Functions that refuse arrays of fewer axes by an exception of another class."""
_OTHER_LIMIT = frozenset({"pinv"})
"""Functions that take other numbers for zero."""
_OF_THREE = frozenset({"cross"})
"""Functions of vectors of three numbers, where NumPy has taken some of two as well."""
_WHOLE = ("int", "uint", "bool")
_FLOATING = ("float", "complex")
_OF_NUMBERS = frozenset({"int", "float", "bool", "range", "str"})
"""Classes of Python that make the same of a number and of an array without axes."""


def answers_otherwise(call: ast.Call, written: str, model: SemanticModel) -> bool:
    """True if what is ``written`` for a call may have another result, type or exception for arrays of NumPy's."""
    name = last_name(call.func)
    receiver = _receiver(call, model)
    given = [*receiver, *call.args]
    axis = _argument(call, _ALONG_AXIS.get(name, 1) - len(receiver), "axis")
    if name in _ALONG_AXIS and axis is not None and not is_none(axis):
        return False
    if name in _ALIKE:
        return any(
            model.value(one).rank not in ranks for one, ranks in zip(given, _ALIKE[name], strict=False)
        )
    if name == "unique":
        return not given or not (model.value(given[0]).dtype or "").startswith(_WHOLE)
    if name in _AXES_ASKED:
        return not given or (model.value(given[0]).rank or 0) < _AXES_ASKED[name]
    if name == "rint":
        return not given or not (model.value(given[0]).dtype or "").startswith(_FLOATING)
    if name == "norm" or name in _OTHER_LIMIT or name in _OF_THREE:
        return True
    if _writes(written, "count_nonzero"):
        return (axis is None or is_none(axis)) and not _is_taken_for_number(call, model)
    if _writes(written, "clip"):
        return not _has_its_dtype(given, [k.value for k in call.keywords], model)
    return False


def _writes(written: str, function: str) -> bool:
    return written.endswith(f".{function}") or f".{function}(" in written


def _receiver(call: ast.Call, model: SemanticModel) -> list[ast.expr]:
    """Return what a method is called on."""
    method = isinstance(call.func, ast.Attribute) and model.value(call.func.value).is_tensor
    return [call.func.value] if method and isinstance(call.func, ast.Attribute) else []


def _is_taken_for_number(call: ast.Call, model: SemanticModel) -> bool:
    """True in `np.sum(x > 0) / 2` and `if np.sum(x > 0):`, where a number of NumPy's does what its array would."""
    match model.parent(call):
        case ast.BinOp() | ast.Compare() | ast.If() | ast.While() | ast.Assert():
            return True
        case ast.IfExp(test=test):
            return test is call
        case ast.Call(func=ast.Name(id=made)):
            return made in _OF_NUMBERS
    return False


def _argument(call: ast.Call, place: int, name: str) -> ast.expr | None:
    named = next((k.value for k in call.keywords if k.arg == name), None)
    return call.args[place] if named is None and len(call.args) > place else named


def _has_its_dtype(given: list[ast.expr], named: list[ast.expr], model: SemanticModel) -> bool:
    """True if no bound of `np.clip` can change the dtype of its array."""
    arrays = [one for one in given if model.value(one).is_tensor]
    bounds = [one for one in (*given, *named) if not model.value(one).is_tensor and not is_none(one)]
    if len(arrays) != 1 or any(model.value(one).is_tensor for one in named):
        return False
    if (model.value(arrays[0]).dtype or "").startswith("float"):
        return all(model.value(bound).kind in PLAIN_NUMBERS for bound in bounds)
    return all(_is_whole(bound) for bound in bounds)


def _is_whole(bound: ast.expr) -> bool:
    value = bound.operand if isinstance(bound, ast.UnaryOp) else bound
    return isinstance(value, ast.Constant) and type(value.value) is int
