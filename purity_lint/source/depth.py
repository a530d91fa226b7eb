"""How deeply code is nested: what is nested deeper than anybody writes is not rewritten."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from purity_lint.source.walk import children

MAX_EXPRESSION = 150
"""Levels of an expression whose parts are rewritten: each may become a call, and Python nests 200 parentheses."""
MAX_STATEMENTS = 500
"""Levels of statements in which code is rewritten; every ``elif`` is one level more."""


class Depths:
    """Nodes of a tree, of which ``parents`` gives what holds each, by how deeply they are nested."""

    def __init__(self, parents: Mapping[ast.AST, ast.AST]) -> None:
        self._parents = parents
        self._deep: dict[ast.AST, bool] = {}
        self._levels: dict[ast.AST, int] = {}

    def too_deep(self, node: ast.AST) -> bool:
        """True if ``node`` is part of an expression, or within statements, nested too deeply to be rewritten."""
        top: ast.AST | None = node
        outermost = None
        while top is not None and not isinstance(top, ast.stmt):
            outermost = top
            top = self._parents.get(top)
        if outermost is not None and not isinstance(outermost, ast.Module):
            if outermost not in self._deep:
                self._deep[outermost] = not _is_short(outermost) and _is_deeper(outermost, MAX_EXPRESSION)
            if self._deep[outermost]:
                return True
        return self._level(top) > MAX_STATEMENTS

    def _level(self, node: ast.AST | None) -> int:
        """Return how many nodes there are from a statement up to the module."""
        climbed = []
        while node is not None and node not in self._levels:
            climbed.append(node)
            node = self._parents.get(node)
        level = 0 if node is None else self._levels[node]
        for below in reversed(climbed):
            level += 1
            self._levels[below] = level
        return level


def _is_short(node: ast.AST) -> bool:
    """True where ``node`` has fewer bytes than levels that it may have: every level of an expression takes one."""
    if not isinstance(node, ast.expr) or node.end_col_offset is None:
        return False
    return node.lineno == node.end_lineno and node.end_col_offset - node.col_offset < MAX_EXPRESSION


def _is_deeper(node: ast.AST, limit: int) -> bool:
    level = [node]
    for _ in range(limit):
        level = [child for holder in level for child in children(holder)]
        if not level:
            return False
    return True
