"""Facts that the import statements of a file mention, whatever they may resolve to."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

RELATIVE = "."
"""Stands for the package of the file itself."""


class Facts(NamedTuple):
    """Facts read off one file, which decide which files are analysed together and in which order."""

    imports: list[str]
    """Every segment of every name that it imports."""
    origins: list[str]
    """Packages from which it has base classes."""
    reads: dict[str, list[str]]
    """Names that it reads from modules that may be made at run time."""
    checked: dict[str, list[str]]
    """Names of which it asks whether they are of a class, by class, and those that it has compiled, by compiler."""
    implements: Sequence[Sequence[Any]] = ()
    """Implementations for one library: an :class:`~purity_lint.semantics.model.Implementation`."""


def imported_names(tree: ast.Module) -> list[str]:
    """Every segment of every name that the import statements of ``tree`` mention, sorted."""
    names: set[str] = set()
    for node in statements(tree.body):
        if isinstance(node, ast.Import):
            for alias in node.names:
                names.update(alias.name.split("."))
        elif isinstance(node, ast.ImportFrom):
            names.update((node.module or "").split("."))
            for alias in node.names:
                names.update(alias.name.split("."))
    return sorted(names - {"", "*"})


def base_origins(tree: ast.Module) -> list[str]:
    """Return the packages (first segments of names) from which bases of the classes in ``tree`` are imported."""
    origins: dict[str, str] = {}
    for node in statements(tree.body):
        if isinstance(node, ast.Import):
            for alias in node.names:
                root = alias.name.partition(".")[0]
                origins[alias.asname or root] = root
        elif isinstance(node, ast.ImportFrom):
            root = RELATIVE if node.level else (node.module or "").partition(".")[0]
            origins.update((alias.asname or alias.name, root) for alias in node.names)
    found: set[str] = set()
    for node in statements(tree.body):
        if isinstance(node, ast.ClassDef):
            for name in _names([*node.bases, *(k.value for k in node.keywords)]):
                found.update(origins[n] for n in (name, "*") if n in origins)
    return sorted(found)


def _names(nodes: list[ast.expr]) -> Iterator[str]:
    for node in nodes:
        yield from (n.id for n in ast.walk(node) if isinstance(n, ast.Name))


_WITH_BODIES: Final = frozenset(
    kind for kind in ast.stmt.__subclasses__() if {"body", "cases"} & {*kind._fields}
)


def statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Every statement: the only nodes that can hold an import."""
    stack = [*body]
    while stack:
        node = stack.pop()
        yield node
        if node.__class__ in _WITH_BODIES:
            for name in ("body", "orelse", "finalbody"):
                stack += getattr(node, name, ())
            for holder in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
                stack += holder.body
