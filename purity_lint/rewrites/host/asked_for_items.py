"""``isinstance(x, Iterable)`` and ``hasattr(x, "__len__")``: whether there are items, asked by class or by method.

An element of a NumPy array is a number and has none.  Elsewhere it is a tensor without axes, whose class has the
methods of those with axes, so that the answer is yes, and the loop over it that follows an error.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from purity_lint.findings.diagnostics import Evidence
from purity_lint.findings.edits import Rewrite
from purity_lint.rewrites.host.class_questions import members
from purity_lint.rewrites.host.number_classes import may_be_element, may_be_scalar
from purity_lint.rewrites.operands import NUMBERS, builtin, operation
from purity_lint.semantics.model import SemanticModel

_WITH_ITEMS = frozenset(
    f"{module}.{name}"
    for module in ("collections.abc", "typing")
    for name in ("Iterable", "Sized", "Collection")
)
"""Classes whose instances are told by their methods."""
_LISTS = frozenset(f"builtins.{name}" for name in ("list", "tuple", "set", "dict", "str"))
"""Classes that may be named beside them, and add nothing."""
_METHODS = frozenset({"__iter__", "__len__"})
_ALONE = "{ops}.iterable({x})"
_BESIDE = "{asked} and {ops}.iterable({x})"


def asks_for_items(question: ast.Call, subject: ast.expr, names: Sequence[str], model: SemanticModel) -> bool:
    """True for ``isinstance(x, Iterable)`` of what may be an element, the classes by their ``names``."""
    told = [name for name in names if name in _WITH_ITEMS]
    if not told or not _LISTS.issuperset(set(names) - set(told)):
        return False
    return _may_have_none(subject, model) and not _is_asked_beside(question, subject, model)


def item_method_asked(node: ast.Call, model: SemanticModel) -> ast.expr | None:
    """Return ``x`` of ``hasattr(x, "__len__")`` where that may be an element; ``None`` for other calls."""
    if builtin(model, node) != "hasattr":
        return None
    match node.args:
        case [subject, ast.Constant(value=str() as name)] if name in _METHODS:
            told = _is_asked_beside(node, subject, model)
            return subject if _may_have_none(subject, model) and not told else None
    return None


def asked_in_ops(question: ast.Call, subject: ast.expr, model: SemanticModel) -> Rewrite:
    """Write such a question with an operation: what may be no array is asked for a length still, if it was.

    A generator has items and no length.  What may be an object with `__getitem__` and no `__iter__` is asked for its
    class still: `ops.iterable` takes it for one that is gone through.
    """
    value = model.value(subject)
    sure = value.is_tensor and value.evidence >= Evidence.DECLARED and not (value.maybe or value.foreign)
    number = value.kind in NUMBERS and not value.foreign
    alone = sure or (number and _names_iterables(question.args[1], model))
    return Rewrite(question, _ALONE if alone else _BESIDE, {"x": subject, "asked": question})


def _is_asked_beside(question: ast.Call, subject: ast.expr, model: SemanticModel) -> bool:
    """True where ``and ops.iterable(x)`` stands behind the question already."""
    both = model.parent(question)
    if not (isinstance(both, ast.BoolOp) and isinstance(both.op, ast.And)):
        return False
    asked = (v.args[0] for v in both.values if isinstance(v, ast.Call) and operation(model, v) == "iterable")
    return any(ast.dump(other) == ast.dump(subject) for other in asked)


def _names_iterables(classes: ast.expr, model: SemanticModel) -> bool:
    """True where one of the classes, or the method, that is asked for is one of generators too."""
    if isinstance(classes, ast.Constant):
        return classes.value == "__iter__"
    return any((model.qualified_name(c) or "").endswith(".Iterable") for c in members(classes))


def _may_have_none(subject: ast.expr, model: SemanticModel) -> bool:
    return may_be_element(subject, model) or may_be_scalar(subject, model)
