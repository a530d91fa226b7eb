"""Writing suppression comments: the findings of a file, silenced where they stand."""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Iterable, Iterator

from purity_lint.findings.diagnostics import Diagnostic
from purity_lint.source.comments import Form, Suppression, suppressions
from purity_lint.source.edits import TextEdit, apply_edits
from purity_lint.source.file import SourceFile
from purity_lint.source.parse import parsed
from purity_lint.source.positions import Span
from purity_lint.source.tokens import tokens_in

_STRING_STARTS = {getattr(tokenize, name, None) for name in ("FSTRING_START", "TSTRING_START")}
"""Python splits f-strings into tokens from 3.12 on, and t-strings, which it has from 3.14 on."""
_STRING_ENDS = {getattr(tokenize, name, None) for name in ("FSTRING_END", "TSTRING_END")}
NEVER = frozenset({"PUR001", "PUR002"})
"""Findings that no comment may silence: a syntax error, and a comment that is not needed."""


def silenced(source: SourceFile, diagnostics: Iterable[Diagnostic], reason: str = "") -> str:
    """Return the text of ``source`` with a ``# noqa`` for each of its findings (see :func:`silencing`)."""
    text = apply_edits(source.text, silencing(source, diagnostics, reason))
    assert ast.dump(parsed(text)) == ast.dump(parsed(source.text)), "a comment has changed the code"
    return text


def silencing(source: SourceFile, diagnostics: Iterable[Diagnostic], reason: str = "") -> list[TextEdit]:
    """Return the edits that write a ``# noqa`` for each finding; codes are added to one that is there.

    A line that cannot take a comment, because a string or a backslash leads on to the next one, gets it at the end of
    its statement.
    """
    places = _Places(source.text)
    codes: dict[int, set[str]] = {}
    for diagnostic in diagnostics:
        if diagnostic.code not in NEVER:
            codes.setdefault(places.comment_line(diagnostic.noqa_line), set()).add(diagnostic.code)
    present = {
        one.span.line: one
        for one in suppressions(source.text, source.tree)
        if one.form is Form.NOQA and one.codes
    }
    lines = source.text.split("\n")
    return [
        _edit(line, lines[line - 1], sorted(new), present.get(line), reason) for line, new in codes.items()
    ]


def _edit(line: int, text: str, codes: list[str], present: Suppression | None, reason: str) -> TextEdit:
    if present is not None:
        end = present.codes[-1].span
        return TextEdit(Span(line, end.end_col, line, end.end_col), "".join(f", {code}" for code in codes))
    kept = len(text.rstrip())
    comment = f"  # noqa: {', '.join(codes)}" + (f" {reason}" if reason else "")
    return TextEdit(Span(line, kept, line, len(text)), comment)


class _Places:
    """Ends of lines that may hold a comment."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._inside: set[int] = set()
        self._last: dict[int, int] = {}
        for first, last in self._logical_lines(text):
            self._last.update(dict.fromkeys(range(first, last + 1), last))

    def comment_line(self, line: int) -> int:
        """Return the line on which a comment about ``line`` can stand."""
        if line in self._inside or self._lines[line - 1].endswith("\\"):
            return self._last[line]
        return line

    def _logical_lines(self, text: str) -> Iterator[tuple[int, int]]:
        first = None
        formatted: list[int] = []
        for token in tokens_in(text):
            if token.type in (tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT):
                continue
            first = first or token.start[0]
            begin = token.start[0]
            if token.type in _STRING_STARTS:
                formatted.append(begin)
            elif token.type in _STRING_ENDS:
                begin = formatted.pop()
            self._inside.update(range(begin, token.end[0]))  # of a string: no other token has several lines
            if token.type == tokenize.NEWLINE:
                yield first, token.start[0]
                first = None
