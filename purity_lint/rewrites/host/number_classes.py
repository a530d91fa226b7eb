"""Classes of single numbers: NumPy's own, and Python's of which NumPy's scalars are subclasses."""

from __future__ import annotations

import ast

from purity_lint.knowledge.dtypes import SCALAR_CLASSES, SCALAR_DTYPES
from purity_lint.knowledge.samplers import GENERATOR_CLASSES
from purity_lint.rewrites.operands import is_simple
from purity_lint.rewrites.scopes import bindings, enclosing
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind

_OPS = "emberops.ops."

_TAKEN = {
    "builtins.float": ("floating",),
    "builtins.complex": ("complexfloating",),
    "numbers.Integral": ("integer",),
    "numbers.Real": ("integer", "floating"),
    "numbers.Complex": ("number",),
    "numbers.Number": ("number",),
}
"""Classes that NumPy's scalars of these classes are instances of."""
_WIDER = {"floating": ("inexact", "number"), "complexfloating": ("inexact", "number"), "integer": ("number",)}


def portable_class(name: str) -> str | None:
    """Return the name in ``ops`` of NumPy's class ``name``, of scalars or of generators of random numbers."""
    return SCALAR_CLASSES.get(name) or SCALAR_DTYPES.get(name) or GENERATOR_CLASSES.get(name)


def missing_classes(classes: list[str]) -> list[str]:
    """Return the classes of ``ops`` to add to ``classes``, so that `isinstance` holds for elements on every backend.

    ``classes`` are the qualified names that are asked for.
    """
    wanted = dict.fromkeys(name for c in classes for name in _TAKEN.get(_full(c), ()))
    present = {_last(c) for c in classes if c in SCALAR_CLASSES or c.startswith(_OPS)}
    present |= wanted.keys()
    if not present.isdisjoint({"generic", "Tensor"}):
        return []
    return [
        name
        for name in wanted
        if not present.intersection(_WIDER.get(name, ())) and f"{_OPS}{name}" not in classes
    ]


def may_be_element(subject: ast.expr, model: SemanticModel) -> bool:
    """True where ``subject`` is a tensor that may have no axes."""
    value = model.value(subject)
    return value.kind is Kind.TENSOR and not value.rank


def may_be_scalar(subject: ast.expr, model: SemanticModel) -> bool:
    """True for what is a number or an array, and for items of arrays: a number of NumPy's is elsewhere a tensor."""
    return is_simple(subject) and (model.value(subject).may_be_number or _is_item(subject, model))


def _is_item(subject: ast.expr, model: SemanticModel) -> bool:
    """True for `x[i]` of a tensor, and a name for nothing else, which on NumPy is no array where it has no axes."""
    if not may_be_element(subject, model):
        return False
    made = (
        bindings(enclosing(subject, model)).get(subject.id, ())
        if isinstance(subject, ast.Name)
        else [subject]
    )
    items = [
        value for value in made if isinstance(value, ast.Subscript) and model.value(value.value).is_tensor
    ]
    return bool(items) and len(items) == len(made)


def _full(name: str) -> str:
    return name if "." in name else f"builtins.{name}"


def _last(name: str) -> str:
    return name.rpartition(".")[2]
