"""Positions: what a reader sees (1-based lines and columns) and what ``ast`` says (UTF-8 byte offsets)."""

from __future__ import annotations

import ast
from typing import Any, NamedTuple


class Span(NamedTuple):
    """A half-open stretch of source: 1-based lines, 0-based columns counted in characters, as editors do.

    A tuple, for findings are sorted by their spans and looked up by them.
    """

    line: int
    col: int
    end_line: int
    end_col: int


def span_of(node: ast.AST, lines: list[str]) -> Span:
    """Return the characters that ``node`` covers; ``ast`` counts UTF-8 bytes, so other text is re-counted."""
    placed: Any = node  # an expression, a statement or the like: `ast.AST` itself has no position
    line, end_line = placed.lineno, placed.end_lineno
    return Span(
        line,
        _characters(lines[line - 1], placed.col_offset),
        end_line,
        _characters(lines[end_line - 1], placed.end_col_offset),
    )


def _characters(line: str, byte_offset: int) -> int:
    if line.isascii():
        return byte_offset
    return len(line.encode("utf-8", "surrogatepass")[:byte_offset].decode("utf-8", "ignore"))
