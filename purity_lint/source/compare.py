"""Trees that say the same, wherever it stands in their texts."""

from __future__ import annotations

import ast
from typing import Any

from purity_lint.source.parse import parsed

_KEPT = 4
"""So many trees are kept: those of one file before and after each step of its layout."""
_trees: dict[str, ast.Module] = {}


def tree_of(text: str) -> ast.Module:
    """Return the tree of a text, to be read only; that of a text that was asked for just before is still known.

    Raises what :func:`ast.parse` raises.
    """
    tree = _trees.pop(text, None)
    if tree is None:
        tree = parsed(text)
    remember(text, tree)
    return tree


def remember(text: str, tree: ast.Module) -> None:
    """Keep the tree of a text that will be asked for next, so that it is not parsed once more."""
    _trees[text] = tree
    while len(_trees) > _KEPT:
        del _trees[next(iter(_trees))]


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


def same_text(one: ast.expr, other: ast.expr) -> bool:
    """Return True where both are written alike: `x[i]` that is stored into is `x[i]` that is read."""
    return ast.unparse(one) == ast.unparse(other)
