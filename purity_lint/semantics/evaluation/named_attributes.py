"""Attributes that calls give an object by name: `setattr(x, "mean", 0)`, `self.register_buffer("mean", zeros)`."""

from __future__ import annotations

import ast
from typing import Final

from purity_lint.knowledge.framework_objects import REGISTERED_BY
from purity_lint.semantics.domain.atoms import NONE_VALUE
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import INSTANCE
from purity_lint.semantics.evaluation.frame import Frame
from purity_lint.semantics.symbols.table import ClassSymbol

_NO_VALUES: Final = frozenset({"name", "persistent"})
"""Arguments of methods that register an attribute, other than its value: who overrides one may name that anew."""
_OF_SETATTR: Final = 3
"""How many arguments `setattr` has."""


def see_registered(
    frame: Frame, symbol: ClassSymbol, args: list[Abs], keywords: dict[str, Abs], node: ast.Call
) -> None:
    """Let the instances of a class have what a call like `self.register_buffer("mean", x)` gives them."""
    others = [value for keyword, value in keywords.items() if keyword not in _NO_VALUES]
    value = next(iter([*args[1:], *others]), None)
    attribute = _text(node, 0, "name")
    if attribute is None or value is None:
        return
    if any(base.startswith(REGISTERED_BY) for base in symbol.library_ancestors()):
        frame.project.assign_member(symbol, attribute, value)


def set_attribute(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``setattr(x, "name", value)``, which is ``x.name = value`` where the name is written out."""
    attribute = _text(node, 1, "")
    if attribute is not None and len(args) == _OF_SETATTR:
        for ref in args[0].refs if args[0].mask & INSTANCE else ():
            if isinstance(ref, ClassSymbol):
                frame.project.assign_member(ref, attribute, args[2])
    return NONE_VALUE


def _text(node: ast.Call, position: int, keyword: str) -> str | None:
    """Return the text that is written as an argument; ``None`` where it is no literal."""
    written = node.args[position] if len(node.args) > position else None
    if written is None:
        written = next((k.value for k in node.keywords if k.arg == keyword), None)
    text = written.value if isinstance(written, ast.Constant) else None
    return text if isinstance(text, str) else None
