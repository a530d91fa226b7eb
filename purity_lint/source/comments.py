"""Suppression comments: what they say, and which lines they speak for.

These forms are understood, anywhere in a comment::

                            # noqa: PUR201, PUR104
    # purity: ignore        # purity: ignore[PUR201, tensor-operator]
    # purity: file-ignore   # purity: file-ignore[PUR101]
    # purity: off           # purity: off[PUR201]       until
    # purity: on            # purity: on[PUR201]

A comment speaks for findings on its own line.  On the first or the last line of a statement that covers
several lines it speaks for the whole statement; beside a closing bracket is where formatters put it.  ``off``
speaks for the lines below it, down to the ``on`` that names the same rules or none, or to the end of the file.
A ``# noqa`` without codes is read too, and speaks to other linters alone.
"""

from __future__ import annotations

import ast
import re
import tokenize
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import field
from enum import StrEnum

from purity_lint.records import dataclass
from purity_lint.source.logical_lines import starts, tokens_from
from purity_lint.source.positions import Span

_DIRECTIVE = re.compile(
    r"#\s*(?:(?P<noqa>noqa)\b(?:\s*:\s*(?P<noqa_codes>[A-Z]+[0-9]+(?:[\s,]+[A-Z]+[0-9]+)*))?"
    r"|purity:\s*(?:(?P<scope>file-ignore|ignore)\b|(?P<switch>off|on)\b(?=\s*(?:\[|#|--|$)))"
    r"(?:\s*\[(?P<codes>[^\]]*)\])?"
    r"|purity:\s*(?P<unknown>[a-z][a-z_-]*)(?=\s*(?:\[|#|--|$)))",
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
    OFF = "off"
    ON = "on"
    UNKNOWN = "?"
    """``purity:`` and a word that is none of these, but much like one."""


DIRECTIVES = (Form.LINE, Form.FILE, Form.OFF, Form.ON)
"""Words that may follow ``purity:``."""
_OTHER_WORDS = {
    "disable": Form.OFF,
    "enable": Form.ON,
    "noqa": Form.LINE,
    "skip": Form.LINE,
    "skip-file": Form.FILE,
    "ignore-file": Form.FILE,
}
"""What other linters call them."""


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
    """Directive within its comment, from the ``#`` on."""
    comment: Span
    """Whole comment."""
    codes: list[Code]
    first_line: int
    last_line: int
    """Logical line that the comment belongs to; for ``off``, the last line that it speaks for."""
    word: str = ""
    """The word that follows ``purity:``."""
    used: bool = field(default=False)

    def covers(self, span: Span) -> bool:
        """Return True where a finding at ``span`` is one that this comment speaks about."""
        if self.form is Form.FILE:
            return True
        if self.form is Form.OFF:
            return self.span.line < span.line <= self.last_line
        if self.form in (Form.ON, Form.UNKNOWN):
            return False
        here = self.span.line
        if span.line <= here <= span.end_line:
            return True
        return here in {self.first_line, self.last_line} and self.first_line <= span.line <= self.last_line


def suppressions(text: str, tree: ast.Module | None = None) -> list[Suppression]:
    """Return every suppression comment of ``text``; costs next to nothing when there is none.

    With the ``tree`` of the text only the statements around such comments are split into tokens.
    """
    found: list[Suppression] = []
    for comment, line, col, (first, last) in _directives(text, tree):
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
                    word=_word(match),
                )
            )
    found = [one for one in found if one.form is not Form.UNKNOWN or meant(one.word)]
    _close(found, text.count("\n") + 1)
    return found


def meant(word: str) -> str | None:
    """Return the directive that ``word`` is much like; ``None`` for the words of people who write of purity."""
    if word in _OTHER_WORDS:
        return _OTHER_WORDS[word]
    import difflib  # for a word that is written wrong

    close = difflib.get_close_matches(word, DIRECTIVES, n=1)
    return close[0] if close else None


def _word(match: re.Match[str]) -> str:
    return (match["scope"] or match["switch"] or match["unknown"] or "").lower()


def _form(match: re.Match[str]) -> Form:
    if match["noqa"]:
        return Form.NOQA
    word = _word(match)
    return Form(word) if word in DIRECTIVES and not match["unknown"] else Form.UNKNOWN


def _close(found: list[Suppression], end: int) -> None:
    """Let each ``off`` end at the ``on`` that names the same rules, or none; an ``on`` that ends one is used."""
    still_off: list[Suppression] = []
    for one in found:
        if one.form is Form.OFF:
            one.last_line = end
            still_off.append(one)
        elif one.form is Form.ON:
            ended = [off for off in still_off if not one.codes or _named(off) == _named(one)]
            for off in ended:
                off.last_line = one.span.line
            one.used = bool(ended)
            still_off = [off for off in still_off if off not in ended]


def _named(suppression: Suppression) -> frozenset[str]:
    return frozenset(code.text.lower() for code in suppression.codes)


def _codes(match: re.Match[str], line: int, col: int) -> list[Code]:
    group = "noqa_codes" if match["noqa"] else "codes"
    if match[group] is None:
        return []
    offset = col + match.start(group)
    return [
        Code(m[0], Span(line, offset + m.start(), line, offset + m.end()))
        for m in _CODE.finditer(match[group])
    ]


_Comment = tuple[str, int, int, tuple[int, int]]
"""A comment, its position, and the first and last line of the logical line around it."""


def _directives(text: str, tree: ast.Module | None) -> Iterator[_Comment]:
    """Yield the comments that may suppress something, in order."""
    lines = text.split("\n")
    wanted = [number for number, line in enumerate(lines, 1) if "#" in line and _DIRECTIVE.search(line)]
    if not wanted:
        return
    try:
        if tree is not None:
            yield from list(_comments_at(wanted, lines, starts(tree, lines)))
            return
    except (tokenize.TokenError, IndentationError):
        pass  # it stands beside an `else:`, of which the tree does not say where it is
    yield from _comments(lines, 1)


def _comments_at(wanted: list[int], lines: list[str], begin: list[int]) -> Iterator[_Comment]:
    """Yield the comments of the logical lines that hold one of the ``wanted`` lines."""
    asked, done = set(wanted), 0
    for line in wanted:
        if line <= done:
            continue
        before = bisect_right(begin, line)
        for comment in _comments(lines, begin[before - 1] if before else 1, line):
            if comment[1] in asked and comment[1] > done:
                done = comment[1]
                yield comment


def _comments(lines: list[str], start: int, until: int | None = None) -> Iterator[_Comment]:
    """Yield the comments from line ``start`` on, of one logical line at least, to line ``until``."""
    pending: list[tuple[str, int, int]] = []
    first: int | None = None
    try:
        for token in tokens_from(lines, start):
            line, col = token.start[0] + start - 1, token.start[1]
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
                if until is not None and line >= until:
                    return
            elif token.type not in _SKIPPED and first is None:
                if until is not None and line > until:
                    break
                first = line
    except (tokenize.TokenError, IndentationError):
        if until is not None:
            raise
        # text that does not parse has no findings to suppress but PUR001, which nothing suppresses
    for comment in pending:
        yield *comment, (comment[1], comment[1])
