"""Trees that say the same, wherever it stands in their texts."""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import Any


@lru_cache(maxsize=4)
def tree_of(text: str) -> ast.Module:
    """Return the tree of a text, to be read only; that of a text that was asked for just before is still known.

    Raises what :func:`ast.parse` raises.
    """
    return ast.parse(text)


def same_tree(one: ast.AST, other: ast.AST) -> bool:
    """Return True where :func:`ast.dump` would say the same of both."""
    waiting: list[tuple[Any, Any]] = [(one, other)]
    while waiting:
        first, second = waiting.pop()
        kind = first.__class__
        if kind is not second.__class__:
            return False
        if kind is list:
            if len(first) != len(second):
                return False
            waiting += zip(first, second, strict=True)
        elif isinstance(first, ast.AST):
            for name in kind._fields:
                mine, theirs = getattr(first, name, None), getattr(second, name, None)
                if mine is not theirs:
                    waiting.append((mine, theirs))
        elif first != second or (kind is not str and repr(first) != repr(second)):
            return False
    return True
