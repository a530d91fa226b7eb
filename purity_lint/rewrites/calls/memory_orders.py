"""Orders in which NumPy is asked to lay out the elements of an array, and which no other library knows."""

from __future__ import annotations

import ast
import re

from purity_lint.knowledge.memory import ASKING_FOR_ORDERS
from purity_lint.knowledge.notation import Parameter
from purity_lint.semantics.model import SemanticModel

_LAYOUTS = frozenset({"C", "A"})
"""Orders that may be left out for the same values; code in C that is handed the array sees another."""


def is_layout(parameter: Parameter, value: ast.expr) -> bool:
    """True for ``order="C"`` where ops has no such parameter: how elements lie in memory, not which they are."""
    is_order = parameter.name == "order" and parameter.target is None
    return is_order and isinstance(value, ast.Constant) and value.value in _LAYOUTS


def may_see_orders(model: SemanticModel) -> bool:
    """True where the file asks how elements lie in memory, or reads it as another dtype."""
    return model.memo(may_see_orders, lambda: _ASKING.search(model.source.text) is not None)


_ASKING = re.compile(rf"\b({'|'.join(sorted(ASKING_FOR_ORDERS))})\b|\.view\(|order *= *['\"][KA]")
