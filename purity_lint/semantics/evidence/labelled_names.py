"""Names of tables and columns: a function asks them for what arrays do not have, `s.isna()`, `s.loc[day]`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

from purity_lint.knowledge.labelled_data import LOCATORS, ONLY_THEIRS
from purity_lint.source.names import dotted
from purity_lint.source.walk import walk

_THEIRS = ONLY_THEIRS | LOCATORS


@lru_cache(maxsize=64)
def labelled_names(function: ast.AST) -> frozenset[str]:
    """Return the names and attributes that ``function`` asks somewhere for what only tables and columns have."""
    return frozenset(_asked(function))


def _asked(function: ast.AST) -> Iterator[str]:
    for node in walk(function):
        if isinstance(node, ast.Attribute) and node.attr in _THEIRS:
            name = dotted(node.value)
            if name is not None:
                yield name
