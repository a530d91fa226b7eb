"""Operators that are called: `operator.add(x, y)` and `x.__add__(y)`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from purity_lint.semantics.domain.arithmetic import binary
from purity_lint.semantics.domain.atoms import ANY
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.evaluation.frame import Frame
from purity_lint.source.constructs import OPERATORS

_KINDS: Final = {
    operator.method: kind
    for kind, operator in OPERATORS.items()
    if operator.method is not None and issubclass(kind, ast.operator)
}


def _function(kind: type[ast.operator]) -> Callable[[Frame, list[Abs], dict[str, Abs], ast.Call], Abs]:
    def call(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
        return binary(kind, args[0], args[1]) if len(args) == _OPERANDS else ANY

    return call


_OPERANDS: Final = 2
OPERATOR_FUNCTIONS: Final = {
    f"operator.{spelled}": _function(kind)
    for name, kind in _KINDS.items()
    for spelled in (name, f"i{name}", f"{name}_")
}
"""Qualified name -> what a call of it gives."""


def of_special_method(receiver: Abs, name: str, args: list[Abs]) -> Abs | None:
    """Return what `x.__add__(y)` gives; ``None`` for methods that are no operators between two operands."""
    kind = _KINDS.get(name.strip("_").removeprefix("r")) or _KINDS.get(name.strip("_"))
    if kind is None or len(args) != 1 or not name.startswith("__"):
        return None
    return binary(kind, receiver, args[0])
