"""The layout of a text that parses: its comments, and the lines that continue an expression right below its bracket."""

from __future__ import annotations

import ast
import re
import sys
import tokenize
from typing import NamedTuple

from purity_lint.source.parse import parsed
from purity_lint.source.tokens import tokens_in

_TELLING = re.compile(
    r"""
      (?P<plain>  [^#"'()\[\]{}\n]+ )
    | (?P<line>   \n [ \t\f]* )
    | (?P<open>   [(\[{] [ \t\f]* )
    | (?P<close>  [)\]}] )
    | (?P<comment> \#[^\n]* )
    | (?P<string> (?: \"{3} [^"\\]* (?: (?: \\. | "(?!"") ) [^"\\]* )* \"{3}
                | '{3} [^'\\]* (?: (?: \\. | '(?!'') ) [^'\\]* )* '{3}
                | "[^"\\\n]*(?:\\.[^"\\\n]*)*" | '[^'\\\n]*(?:\\.[^'\\\n]*)*' ) [ \t\f]* )
    """,
    re.VERBOSE | re.DOTALL,
)
_NESTED = sys.version_info >= (3, 12)
"""True where an f-string may hold its own quotes, so that only the tokenizer, which is quick there, finds its end."""


_CONTINUED = re.compile(r"[ \t]*\\\n")


def without_continuations(text: str) -> str:
    """Return an expression that is to stand within brackets without the backslashes at the ends of its lines.

    It is the same where one of them belongs to a string.
    """
    if "\\\n" not in text:
        return text
    plain = _CONTINUED.sub("\n", text)
    try:
        same = ast.dump(parsed(f"({text}\n)")) == ast.dump(parsed(f"({plain}\n)"))
    except SyntaxError:
        return text
    return plain if same else text


def is_whole(text: str) -> bool:
    """Return True for statements that can be read by themselves."""
    try:
        parsed(text)
    except SyntaxError:
        return False
    return True


class Extent(NamedTuple):
    """A half-open stretch of the text, in characters."""

    start: int
    end: int


class Layout(NamedTuple):
    """What a text holds beside its tree."""

    comments: list[Extent]
    """Every comment, in order."""
    aligned: dict[int, int]
    """First token of each visually aligned continuation line -> its bracket, as offsets, in order."""


def layout_of(text: str, line_starts: list[int]) -> Layout:
    """Return the layout of ``text``, of which ``line_starts`` has the offsets of the lines."""
    return by_tokens(text, line_starts) if _NESTED else by_characters(text)


def by_characters(text: str) -> Layout:
    """Return the layout of a text without f-strings that hold their own quotes."""
    comments: list[Extent] = []
    aligned: dict[int, int] = {}
    brackets: list[tuple[int, int | None]] = []
    """Offset of each open bracket; the column behind it unless its line ends."""

    def begins(offset: int) -> None:
        """Look at what begins a line there."""
        if brackets[-1][1] == _column(text, offset) and text[offset : offset + 1] not in ("\n", "\\"):
            aligned[offset] = brackets[-1][0]

    for found in _TELLING.finditer(text):
        match found.lastgroup:
            case "line":
                if brackets:
                    begins(found.end())
            case "open":
                start, behind = found.span()
                ends = text[behind : behind + 1] in ("\n", "\\", "#")
                brackets.append((start, None if ends else _column(text, behind)))
            case "close" if brackets:
                brackets.pop()
            case "comment":
                comments.append(Extent(*found.span()))
            case "string":
                if brackets and "\n" in found[0]:
                    begins(found.end())
    return Layout(comments, aligned)


def _column(text: str, offset: int) -> int:
    return offset - text.rfind("\n", 0, offset) - 1


def by_tokens(text: str, line_starts: list[int]) -> Layout:
    """Return the layout of any text."""
    comments: list[Extent] = []
    aligned: dict[int, int] = {}
    brackets: list[tuple[int, int | None]] = []  # as above
    opened: int | None = None  # the line of the bracket that the last token opened
    line = 0
    for token in tokens_in(text):
        row, col = token.start
        if token.type == tokenize.COMMENT:
            comments.append(Extent(line_starts[row - 1] + col, line_starts[row - 1] + token.end[1]))
            if opened is None and row > line and brackets and brackets[-1][1] == col:
                aligned[line_starts[row - 1] + col] = brackets[-1][0]
            continue
        if token.type in (tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
            continue
        if opened is not None:
            brackets[-1], opened = (brackets[-1][0], col if row == opened else None), None
        elif row > line and brackets and brackets[-1][1] == col:
            aligned[line_starts[row - 1] + col] = brackets[-1][0]
        line = row
        if token.type == tokenize.OP:
            if token.string in "([{":
                brackets.append((line_starts[row - 1] + col, None))
                opened = row
            elif token.string in ")]}" and brackets:
                brackets.pop()
    return Layout(comments, aligned)
