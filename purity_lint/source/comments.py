"""Suppression comments: what they say, and which lines they speak for.

Three forms are understood, anywhere in a comment::

    # noqa                  # noqa: PUR201, PUR104
    # purity: ignore        # purity: ignore[PUR201, tensor-operator]
    # purity: file-ignore   # purity: file-ignore[PUR101]

A comment speaks for findings on its own line.  On the first or the last line of a statement that covers
several lines it speaks for the whole statement; beside a closing bracket is where formatters put it.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from purity_lint.source.positions import Span

_DIRECTIVE = re.compile(
    r"#\s*(?:(?P<noqa>noqa)\b(?:\s*:\s*(?P<noqa_codes>[A-Z]+[0-9]+(?:[\s,]+[A-Z]+[0-9]+)*))?"
    r"|purity:\s*(?P<scope>file-ignore|ignore)\b(?:\s*\[(?P<codes>[^\]]*)\])?)",
    re.IGNORECASE,
)
_CODE = re.compile(r"[\w-]+")
_SKIPPED = frozenset(
    {tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER, tokenize.ENCODING}
)


class Form(StrEnum):
    """How a suppression is spelled."""

    NOQA = "noqa"
    LINE = "ignore"
    FILE = "file-ignore"


@dataclass(slots=True)
class Code:
    """One rule named by a suppression, where it stands, and whether it suppressed anything."""

    text: str
    span: Span
    used: bool = False


@dataclass(slots=True)
class Suppression:
    """One directive.  ``codes`` is empty for a blanket one, which speaks for every rule."""

    form: Form
    span: Span
    """The directive within its comment, from the ``#`` on."""
    comment: Span
    """The whole comment."""
    codes: list[Code]
    first_line: int
    last_line: int
    """The logical line that the comment belongs to."""
    used: bool = field(default=False)

    def covers(self, span: Span) -> bool:
        """Whether a finding at ``span`` is one that this comment speaks about."""
        if self.form is Form.FILE:
            return True
        here = self.span.line
        if span.line <= here <= span.end_line:
            return True
        return here in {self.first_line, self.last_line} and self.first_line <= span.line <= self.last_line


def suppressions(text: str) -> list[Suppression]:
    """Every suppression comment of ``text``; costs next to nothing when there is none."""
    lowered = text.lower()
    if "noqa" not in lowered and "purity:" not in lowered:
        return []
    found: list[Suppression] = []
    for comment, line, col, (first, last) in _comments(text):
        for match in _DIRECTIVE.finditer(comment):
            start = col + match.start()
            found.append(
                Suppression(
                    form=_form(match),
                    span=Span(line, start, line, col + match.end()),
                    comment=Span(line, col, line, col + len(comment)),
                    codes=_codes(match, line, col),
                    first_line=first,
                    last_line=last,
                )
            )
    return found


def _form(match: re.Match[str]) -> Form:
    if match["noqa"]:
        return Form.NOQA
    return Form.FILE if match["scope"].lower() == "file-ignore" else Form.LINE


def _codes(match: re.Match[str], line: int, col: int) -> list[Code]:
    group = "noqa_codes" if match["noqa"] else "codes"
    if match[group] is None:
        return []
    offset = col + match.start(group)
    return [
        Code(m[0], Span(line, offset + m.start(), line, offset + m.end()))
        for m in _CODE.finditer(match[group])
    ]


def _comments(text: str) -> Iterator[tuple[str, int, int, tuple[int, int]]]:
    """Comments with their position and the first and last line of the logical line around them."""
    pending: list[tuple[str, int, int]] = []
    first: int | None = None
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            line, col = token.start
            if token.type == tokenize.COMMENT:
                pending.append((token.string, line, col))
            elif token.type == tokenize.NEWLINE:
                for comment in pending:
                    inside = first is not None and comment[1] >= first
                    yield (
                        *comment,
                        (first, line) if inside and first is not None else (comment[1], comment[1]),
                    )
                pending, first = [], None
            elif token.type not in _SKIPPED and first is None:
                first = line
    except (tokenize.TokenError, IndentationError):
        pass  # text that does not parse has no findings to suppress but PUR001, which nothing suppresses
    for comment in pending:
        yield *comment, (comment[1], comment[1])
