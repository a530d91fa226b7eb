"""Logical lines: where they begin, and the tokens of some of them, so that the others need not be split into tokens."""

from __future__ import annotations

import ast
import tokenize
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from purity_lint.source.tokens import tokens_by_line


def starts(tree: ast.Module, lines: Sequence[str]) -> list[int]:
    """Return the lines on which a statement, a decorator or a clause begins, in order; not those of an `else:`."""
    return sorted(_starts(tree, lines))


def _starts(tree: ast.Module, lines: Sequence[str]) -> Iterator[int]:
    todo: list[ast.AST] = [*tree.body]
    while todo:
        node = todo.pop()
        for block in ("body", "handlers", "orelse", "finalbody", "cases"):
            todo += getattr(node, block, ())
        for part in (node, *getattr(node, "decorator_list", ())):
            placed = part.pattern if isinstance(part, ast.match_case) else part
            line = lines[placed.lineno - 1]
            if part is not node or not line[: placed.col_offset].strip(" \t\f@"):
                yield placed.lineno


def tokens_from(lines: Sequence[str], start: int) -> Iterator[tokenize.TokenInfo]:
    """Yield the tokens of the text below, which begins with the logical line ``start``; their rows count from there."""
    ends = (f"{line}\n" for line in islice(lines, start - 1, None))
    return tokens_by_line(lambda: next(ends, ""))


def tokens_of(wanted: Iterable[int], tree: ast.Module, lines: Sequence[str]) -> list[tokenize.TokenInfo]:
    """Return the tokens of the logical lines that hold the ``wanted`` ones, which are in order, and maybe of others."""
    try:
        return list(_tokens_of(wanted, starts(tree, lines), lines))
    except (
        tokenize.TokenError,
        IndentationError,
    ):  # beside an `else:`, of which the tree does not say where it is
        return list(tokens_from(lines, 1))


def _tokens_of(
    wanted: Iterable[int], begin: Sequence[int], lines: Sequence[str]
) -> Iterator[tokenize.TokenInfo]:
    done = 0
    for line in wanted:
        if line <= done:
            continue
        before = bisect_right(begin, line)
        start = max(begin[before - 1] if before else 1, done + 1)
        for kind, string, (row, col), (end_row, end_col), physical in tokens_from(lines, start):
            begins, ends = (row + start - 1, col), (end_row + start - 1, end_col)
            yield tokenize.TokenInfo(kind, string, begins, ends, physical)
            if kind == tokenize.NEWLINE and begins[0] >= line:
                done = begins[0]
                break
