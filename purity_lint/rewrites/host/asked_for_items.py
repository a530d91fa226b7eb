"""``isinstance(x, Iterable)`` and ``hasattr(x, "__len__")``: whether there are items, asked by class or by method.

An element of a NumPy array is a number and has none.  Elsewhere it is a tensor without axes, whose class has the
methods of those with axes, so that the answer is yes, and the loop over it that follows an error.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from purity_lint.rewrites.host.number_classes import may_be_element, may_be_scalar
from purity_lint.rewrites.operands import builtin
from purity_lint.semantics.model import SemanticModel

_WITH_ITEMS = frozenset(
    f"{module}.{name}"
    for module in ("collections.abc", "typing")
    for name in ("Iterable", "Sized", "Collection")
)
"""Classes whose instances are told by their methods."""
_BESIDE = frozenset(f"builtins.{name}" for name in ("list", "tuple", "set", "dict", "str"))
"""Classes that may be named beside them, and add nothing."""
_METHODS = frozenset({"__iter__", "__len__"})


def asks_for_items(subject: ast.expr, names: Sequence[str], model: SemanticModel) -> bool:
    """True for ``isinstance(x, Iterable)`` of what may be an element, the classes by their ``names``."""
    told = [name for name in names if name in _WITH_ITEMS]
    if not told or not _BESIDE.issuperset(set(names) - set(told)):
        return False
    return _may_have_none(subject, model)


def item_method_asked(node: ast.Call, model: SemanticModel) -> ast.expr | None:
    """Return ``x`` of ``hasattr(x, "__len__")`` where that may be an element; ``None`` for other calls."""
    if builtin(model, node) != "hasattr":
        return None
    match node.args:
        case [subject, ast.Constant(value=str() as name)] if name in _METHODS:
            return subject if _may_have_none(subject, model) else None
    return None


def _may_have_none(subject: ast.expr, model: SemanticModel) -> bool:
    return may_be_element(subject, model) or may_be_scalar(subject, model)
