"""Read what code asks of its values with ``isinstance``."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from purity_lint.knowledge.ecosystem import SPARSE_TESTS
from purity_lint.source.walk import walk

ASKED: Final = ("ufunc",)
"""Classes of which it matters whether some file asks for them."""

SPARSE_CLASSES: Final = frozenset(
    f"{layout}_{kind}"
    for layout in ("bsr", "coo", "csc", "csr", "dia", "dok", "lil")
    for kind in ("matrix", "array")
)
"""Names of SciPy's classes, by which code asks that does not import them."""
_CLASS_NAME = ").__name__"


@lru_cache(maxsize=8)
def asks_for_sparse(text: str) -> bool:
    """Return True where a file may ask for sparse matrices; it is asked about for each of its functions."""
    return any(test in text for test in SPARSE_TESTS) or (_CLASS_NAME in text and "_matrix" in text)


def names_asked_for_sparse(tree: ast.AST) -> Iterator[str]:
    """Return the names in ``issparse(name)`` and ``type(name).__name__ == "csr_matrix"``."""
    for node in walk(tree):
        if node.__class__ is ast.Compare:
            yield from _asked_by_class_name(node)
        if node.__class__ is not ast.Call:
            continue
        match node:
            case ast.Call(func=function, args=[ast.Name(id=name), *_]) if (
                _last_part(function) in SPARSE_TESTS
            ):
                yield name


def _asked_by_class_name(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Compare(
            left=ast.Attribute(
                value=ast.Call(func=ast.Name(id="type"), args=[ast.Name(id=name)]), attr="__name__"
            ),
            comparators=[asked],
        ) if any(isinstance(part, ast.Constant) and part.value in SPARSE_CLASSES for part in ast.walk(asked)):
            yield name


def names_checked(tree: ast.AST, class_name: str) -> Iterator[str]:
    """Return the names in ``isinstance(name, <class_name>)`` and ``isinstance(x.name, <class_name>)``."""
    for node in walk(tree):
        if node.__class__ is not ast.Call:
            continue
        match node:
            case ast.Call(func=ast.Name(id="isinstance"), args=[value, classes]) if _names(
                classes, class_name
            ):
                name = _last_part(value)
                if name is not None:
                    yield name


def _names(classes: ast.expr, class_name: str) -> bool:
    if isinstance(classes, ast.Tuple):
        return any(_names(part, class_name) for part in classes.elts)
    return _last_part(classes) == class_name


def _last_part(node: ast.expr) -> str | None:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return None
