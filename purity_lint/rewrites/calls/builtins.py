"""What Python's own functions become where they are called on tensors."""

from __future__ import annotations

import ast
from collections.abc import Callable

from purity_lint.findings.edits import Hole
from purity_lint.rewrites.operands import (
    builtin,
    is_simple,
    without_keywords,
)
from purity_lint.rewrites.operators.truth_tests import is_tested
from purity_lint.semantics.model import SemanticModel

Template = tuple[str, dict[str, Hole], bool]
"""A rewrite, its holes, and whether it means the same on NumPy."""
_PAIR = 2
COPY = "copy.copy"
"""A function of the standard library that is known with them."""


def _unary(function: str, *, preserved: bool = True) -> Callable[[ast.Call, SemanticModel], Template | None]:
    def rewrite(call: ast.Call, model: SemanticModel) -> Template | None:
        if not without_keywords(call, 1):
            return None
        return f"{{ops}}.{function}({{x}})", {"x": call.args[0]}, preserved

    return rewrite


def _copy(call: ast.Call, model: SemanticModel) -> Template | None:
    """Write a copy of what is an array: that of a list is a list, and that of a scalar of NumPy's is one."""
    of = model.value(call.args[0]) if call.args else None
    return None if of is None or of.maybe else _unary("copy", preserved=of.rank != 0)(call, model)


def _quantifier(function: str) -> Callable[[ast.Call, SemanticModel], Template | None]:
    """Return the writer for `all` or `any`, which give a truth value of Python's: one of NumPy is as good where tested.

    Of rows Python asks each for its truth, which is an error.
    """

    def rewrite(call: ast.Call, model: SemanticModel) -> Template | None:
        if not without_keywords(call, 1):
            return None
        asked = f"{{ops}}.{function}({{x}})"
        template = asked if is_tested(call, model) else f"bool({asked})"
        return template, {"x": call.args[0]}, model.value(call.args[0]).rank == 1

    return rewrite


def _set(call: ast.Call, model: SemanticModel) -> Template | None:
    if model.value(call.args[0]).maybe or not without_keywords(call, 1):
        return None  # a list may hold text
    return f"{builtin(model, call)}({{ops}}.tolist({{x}}))", {"x": call.args[0]}, False


def _sorted(call: ast.Call, model: SemanticModel) -> Template | None:
    """Write `sorted(x)` as `ops.sort(x)` for a vector: lists are sorted by their rows, and what has no axes is not."""
    of = model.value(call.args[0])
    if of.maybe or of.rank not in {None, 1} or not without_keywords(call, 1):
        return None
    return "list({ops}.sort({x}))", {"x": call.args[0]}, False


def _sum(call: ast.Call, model: SemanticModel) -> Template | None:
    if model.value(call.args[0]).maybe:
        return None  # the sum of a list is a number, or a list
    axis = "" if model.value(call.args[0]).rank == 1 else ", axis=0"
    if without_keywords(call, 1):
        return f"{{ops}}.sum({{x}}{axis})", {"x": call.args[0]}, False
    start = call.args[1] if without_keywords(call, 2) else _only_keyword(call, "start")
    if start is None:
        return None
    if isinstance(start, ast.Constant) and start.value == 0:
        return f"{{ops}}.sum({{x}}{axis})", {"x": call.args[0]}, False
    template = f"{{ops}}.add({{start}}, {{ops}}.sum({{x}}{axis}))"
    return template, {"x": call.args[0], "start": start}, False


def _round(call: ast.Call, model: SemanticModel) -> Template | None:
    """Write a `round`: of a whole number it is one, and so it is without digits, of what has no axes.

    NumPy's arrays have no `round` of Python's, its scalars have: what nothing else is known of is one of them, a
    number, or an object that `ops.item` gives back as it is.  To some digits a scalar of NumPy's stays one, and stays.
    """
    of = model.value(call.args[0])
    digits = None if without_keywords(call, 1) else _digits(call)
    unclear = of.maybe and of.rank != 0 and not of.numeric
    if (of.maybe and of.foreign) or (digits is None and not without_keywords(call, 1)):
        return None
    if digits is not None and unclear:
        return None
    holes: dict[str, Hole] = {"x": call.args[0]} if digits is None else {"x": call.args[0], "digits": digits}
    if digits is not None and (of.rank is None or not (of.maybe and of.countable)):
        return "{ops}.round({x}, {digits})", holes, False
    if of.rank:
        return None
    return "round({ops}.item({x}))" if digits is None else "round({ops}.item({x}), {digits})", holes, False


def _digits(call: ast.Call) -> ast.expr | None:
    return call.args[1] if without_keywords(call, _PAIR) else _only_keyword(call, "ndigits")


def _extreme(name: str) -> Callable[[ast.Call, SemanticModel], Template | None]:
    """Return the writer for `min` or `max`: of one array a reduction, of several the elementwise operation."""

    def rewrite(call: ast.Call, model: SemanticModel) -> Template | None:
        if without_keywords(call, 1):
            of = model.value(call.args[0])
            if of.maybe or (of.rank or 1) > 1:
                return None  # the largest of some lists is a list, and of rows an error
            return f"{{ops}}.{name}({{x}})", {"x": call.args[0]}, False
        if len(call.args) < _PAIR or not without_keywords(call, len(call.args)):
            return None
        template = "{a0}"
        for number in range(1, len(call.args)):
            template = f"{{ops}}.{name}imum({template}, {{a{number}}})"
        holes: dict[str, Hole] = {f"a{number}": argument for number, argument in enumerate(call.args)}
        return template, holes, False

    return rewrite


def _power(call: ast.Call, model: SemanticModel) -> Template | None:
    if not without_keywords(call, _PAIR):
        return None
    return "{ops}.power({a}, {b})", {"a": call.args[0], "b": call.args[1]}, True


def _divmod(call: ast.Call, model: SemanticModel) -> Template | None:
    """Write both parts, which every vocabulary has, where that names the operands twice; `ops.divmod` elsewhere."""
    if not without_keywords(call, _PAIR):
        return None
    of_both = "({ops}.floor_divide({a}, {b}), {ops}.remainder({a}, {b}))"
    template = of_both if all(map(is_simple, call.args)) else "{ops}.divmod({a}, {b})"
    return template, {"a": call.args[0], "b": call.args[1]}, True


def _only_keyword(call: ast.Call, name: str) -> ast.expr | None:
    if len(call.args) == 1 and len(call.keywords) == 1 and call.keywords[0].arg == name:
        return call.keywords[0].value
    return None


REWRITES: dict[str | None, Callable[[ast.Call, SemanticModel], Template | None]] = {
    "abs": _unary("abs"),
    COPY: _copy,
    "all": _quantifier("all"),
    "any": _quantifier("any"),
    "sorted": _sorted,
    "set": _set,
    "frozenset": _set,
    "reversed": lambda call, model: (
        ("{ops}.flip({x}, axis=0)", {"x": call.args[0]}, False) if without_keywords(call, 1) else None
    ),
    "sum": _sum,
    "round": _round,
    "min": _extreme("min"),
    "max": _extreme("max"),
    "pow": _power,
    "divmod": _divmod,
}
"""Function -> what writes a call of it, where that can be written."""
