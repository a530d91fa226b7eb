"""Names as they are written, whatever they are bound to."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from purity_lint.source.walk import walk


def last_name(node: ast.AST | None) -> str:
    """``c`` of ``a.b.c``, and of ``c`` alone; the empty string for other expressions."""
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def dotted(node: ast.expr) -> str | None:
    """Return the text ``self.x`` of a name or an attribute of one; ``None`` for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        base = dotted(node.value)
        return None if base is None else f"{base}.{node.attr}"
    return None


def is_named_for_a_shape(node: ast.AST | None) -> bool:
    """True for ``x.shape`` and ``event_shape``."""
    return last_name(node).endswith("shape")


def names_in(node: ast.AST) -> frozenset[str]:
    """Return every name within an expression or statement."""
    return frozenset(inner.id for inner in walk(node) if isinstance(inner, ast.Name))


def last_names(*qualified: Iterable[str]) -> frozenset[str]:
    """Return the last segments of qualified names: ``mean`` of ``numpy.mean``."""
    return frozenset(name.rpartition(".")[2] for names in qualified for name in names)


def called_name(name: str, *, is_method: bool) -> str:
    """The name of a function, behind a dot where it is called on an object, not on an imported module."""
    return f".{name}" if is_method else name
