"""Statements of which fixes changed a line, laid out as the file is.

In a file that ruff or Black formatted they are laid out as these do it.  In others the lines that fixes made too long
are broken so, or, where continuation lines stand below what follows their bracket, filled below it.
"""

from __future__ import annotations

import tokenize
from collections.abc import Sequence

from purity_lint.fixes.imports.removal import PRAGMA
from purity_lint.knowledge.arrays import OF_TWO_OPERANDS
from purity_lint.records import dataclass
from purity_lint.run.style.breaking import Statement, broken_part, deeper, filled
from purity_lint.run.style.habits import is_aligned, is_laid_out, statements_of
from purity_lint.run.style.leaves import CannotBreakError
from purity_lint.source.compare import same_tree, tree_of
from purity_lint.source.logical_lines import tokens_of

_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_HEADERS = frozenset(
    {
        "if",
        "elif",
        "else",
        "for",
        "while",
        "with",
        "try",
        "except",
        "finally",
        "case",
        "def",
        "class",
        "async",
    }
)
_UNPARSABLE = (SyntaxError, ValueError, RecursionError)
_LAYOUT = frozenset({tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER})


def wrapped(after: str, before: str, columns: int) -> str:
    """``after`` with the statements that are not in ``before`` laid out as the others are, in lines of ``columns``.

    A comment stays before or behind what it stood before or behind; one that speaks to a tool of that very line keeps
    the statement as it is, and so does text of several lines.
    """
    old = frozenset(before.splitlines())
    lines = after.split("\n")
    new = [number for number, line in enumerate(lines) if line not in old]
    by_ruff = bool(new) and is_laid_out(before, columns)
    try:
        statements = list(statements_of(tokens_of([number + 1 for number in new], tree_of(after), lines)))
    except _UNPARSABLE:
        return after
    layout = _Layout(columns, old, aligned=not by_ruff and is_aligned(before))
    anew: list[_Replacement] = []
    for where, tokens in statements:
        own = lines[where.start : where.stop]
        if not old.issuperset(own) and "fmt: off" not in before:
            anew.append((where, layout.of(own, tokens, whole=by_ruff)))
    return _replaced(lines, _meaning_the_same(lines, anew))


_Replacement = tuple[range, list[str]]
"""Lines, counted from nought, and those to stand in their place."""


def _meaning_the_same(lines: Sequence[str], anew: Sequence[_Replacement]) -> Sequence[_Replacement]:
    """Return those of ``anew`` that leave the code what it is: one that does not costs no other its layout."""
    if not anew or _same(_replaced(lines, anew), "\n".join(lines)):
        return anew
    if len(anew) == 1:
        return []
    middle = len(anew) // 2
    return [*_meaning_the_same(lines, anew[:middle]), *_meaning_the_same(lines, anew[middle:])]


def _replaced(lines: Sequence[str], anew: Sequence[_Replacement]) -> str:
    """Return the text of ``lines`` with those in place that were laid out ``anew``."""
    parts: list[str | None] = list(lines)
    for where, own in anew:
        parts[where.start : where.stop] = ["\n".join(own), *[None] * (len(where) - 1)]
    return "\n".join(part for part in parts if part is not None)


@dataclass(frozen=True, slots=True)
class _Layout:
    """How the statements of a file are laid out."""

    columns: int
    old: frozenset[str]
    """Lines that are left, however long."""
    aligned: bool
    """True where what goes on stands below what follows its bracket."""

    def of(self, lines: Sequence[str], tokens: Sequence[tokenize.TokenInfo], *, whole: bool) -> list[str]:
        """Return the lines of a statement; laid out anew as a ``whole`` or where fixes tore it, or the long broken."""
        shorter = _without_semicolon(lines, tokens)
        if shorter is not None:
            laid_out = self.of(shorter, tokens[:-1], whole=whole)
            return [*laid_out[:-1], f"{laid_out[-1]};"]
        single = len(lines) == 1
        if single and not self._is_long(lines[0]):
            return list(lines)
        if single and (colon := _colon_before_body(tokens)) is not None:
            return self._with_body_below(lines[0], tokens, colon)
        goes_on = any(line.endswith("\\") for line in lines) and self._any_long(lines)
        if whole or goes_on or self._is_torn(lines, tokens) or self._trails(lines, tokens):
            anew = self._broken(lines, tokens)
            if anew is not None:
                return anew
        one_by_one = [line for number in range(len(lines)) for line in self._part(lines, tokens, number)]
        if single or not self._any_long(one_by_one):
            return one_by_one
        anew = self._broken(lines, tokens)
        return one_by_one if anew is None or self._any_long(anew) else anew

    def _with_body_below(self, line: str, tokens: Sequence[tokenize.TokenInfo], colon: int) -> list[str]:
        """Return the lines of `if x: y = f(z)` with its body on lines of their own, as ruff sets it."""
        body = tokens[colon + 1 :]
        indent = deeper(line[: _depth(line)])
        start = body[0].start[1]
        below = indent + line[start:]
        moved = [_moved(token, len(indent) - start) for token in body]
        return [line[: tokens[colon].end[1]], *self.of([below], moved, whole=False)]

    def _is_torn(self, lines: Sequence[str], tokens: Sequence[tokenize.TokenInfo]) -> bool:
        """True where brackets that end a new line hold lines no further in, or are not closed together."""
        opened: list[int] = []
        closed: dict[int, list[int]] = {}
        first = tokens[0].start[0]
        for place, token in enumerate(tokens):
            row = token.start[0] - first
            if token.type == tokenize.OP and token.string in _OPENING:
                opened.append(row)
            elif token.type == tokenize.OP and token.string in _CLOSING and opened:
                start = opened.pop()
                if start < row and lines[start] not in self.old and lines[start].rstrip()[-1:] in _OPENING:
                    closed.setdefault(start, []).append(place)
        return any(
            places[-1] - places[0] >= len(places)
            or (tokens[places[0]].start[0] - first > row + 1 and _depth(lines[row + 1]) <= _depth(lines[row]))
            for row, places in closed.items()
        )

    def _trails(self, lines: Sequence[str], tokens: Sequence[tokenize.TokenInfo]) -> bool:
        """True where a new line opens the last operand of an operation behind the others: `ops.multiply(a, ops.add(`.

        Brackets around the last operand of a formula leave that, and nobody writes it by hand.
        """
        first = tokens[0].start[0]
        opened: list[int] = []
        with_operands: list[int] = []
        for place, token in enumerate(tokens):
            if token.type != tokenize.OP:
                continue
            if token.string in _OPENING:
                row = token.start[0]
                ends_line = place + 1 < len(tokens) and tokens[place + 1].start[0] > row
                is_new = ends_line and row in with_operands and lines[row - first] not in self.old
                if is_new and _separates(tokens[place + 1 :]):
                    return True
                opened.append(row if _is_operation(tokens[:place]) else -1)
                with_operands.append(-1)
            elif token.string in _CLOSING and opened:
                opened.pop()
                with_operands.pop()
            elif token.string == "," and opened:
                with_operands[-1] = opened[-1]
        return False

    def _broken(self, lines: Sequence[str], tokens: Sequence[tokenize.TokenInfo]) -> list[str] | None:
        """Return the lines of a statement as ruff would break it; ``None`` where that is not to be told."""
        if any(map(_is_of_line, tokens)):
            return None
        try:
            filled_up = filled(tokens, self.columns) if self.aligned else None
            return filled_up or Statement.of(lines, tokens, joined=self._any_long(lines)).broken(self.columns)
        except CannotBreakError:
            return None

    def _part(self, lines: Sequence[str], tokens: Sequence[tokenize.TokenInfo], number: int) -> list[str]:
        """Return one line of a statement, broken if it is long."""
        line = lines[number]
        own, depth = _on_line(tokens, tokens[0].start[0] + number)
        if not self._is_long(line) or own is None or line.endswith("\\") or any(map(_is_of_line, own)):
            return [line]
        if len(lines) == 1:
            return self._broken(lines, tokens) or [line]
        last = number + 1 == len(lines) or lines[number + 1].lstrip()[:1] in _CLOSING
        code = [token for token in own if token.type != tokenize.COMMENT]
        if not code:
            return [line]
        separable = depth > 0 and (last or code[-1].string == ",")
        try:
            filled_up = filled(own, self.columns, inside=True) if self.aligned and not separable else None
            return filled_up or broken_part(line, own, self.columns, separable=separable)
        except CannotBreakError:
            return [line]

    def _any_long(self, lines: Sequence[str]) -> bool:
        return any(map(self._is_long, lines))

    def _is_long(self, line: str) -> bool:
        return len(line) > self.columns and line not in self.old


def _separates(inside: Sequence[tokenize.TokenInfo]) -> bool:
    """True where a comma stands behind an opening bracket before it is closed, between two of its arguments."""
    depth = 0
    for token in inside:
        if token.type == tokenize.OP:
            depth += (token.string in _OPENING) - (token.string in _CLOSING)
            if depth < 0 or (depth == 0 and token.string == ","):
                return depth == 0
    return False


def _is_operation(before: Sequence[tokenize.TokenInfo]) -> bool:
    """True behind `ops.multiply` and other operations that a fix makes of an operator between two operands."""
    names = [token.string for token in before[-2:]]
    return len(names) == 2 and names[0] == "." and names[1] in OF_TWO_OPERANDS


def _without_semicolon(lines: Sequence[str], tokens: Sequence[tokenize.TokenInfo]) -> list[str] | None:
    """Return the lines of a statement without the `;` at their end; ``None`` where there is none, or another one."""
    if tokens[-1].string != ";" or sum(token.string == ";" for token in tokens) > 1:
        return None
    return [*lines[:-1], lines[-1][: tokens[-1].start[1]].rstrip()]


def _colon_before_body(tokens: Sequence[tokenize.TokenInfo]) -> int | None:
    """Return where the colon of `if x: y = f(z)` is; ``None`` without a body of one statement that may be moved."""
    if tokens[0].string not in _HEADERS or any(token.string == ";" or _is_of_line(token) for token in tokens):
        return None
    depth = lambdas = 0
    for place, token in enumerate(tokens[:-1]):
        if token.type == tokenize.OP:
            depth += (token.string in _OPENING) - (token.string in _CLOSING)
        if depth:
            continue
        if token.string == "lambda":
            lambdas += 1
        elif token.string == ":" and lambdas:
            lambdas -= 1
        elif token.string == ":":
            return None if tokens[place + 1].type == tokenize.COMMENT else place
    return None


def _moved(token: tokenize.TokenInfo, columns: int) -> tokenize.TokenInfo:
    (row, column), (end_row, end_column) = token.start, token.end
    return token._replace(start=(row, column + columns), end=(end_row, end_column + columns))


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _on_line(tokens: Sequence[tokenize.TokenInfo], row: int) -> tuple[list[tokenize.TokenInfo] | None, int]:
    """Return the tokens of a line and how many brackets are open before it; no tokens where it cannot be broken alone.

    It cannot with text of several lines, or with brackets of which only one is on it.
    """
    before = own = 0
    found: list[tokenize.TokenInfo] = []
    for token in tokens:
        if token.start[0] <= row <= token.end[0] and token.start[0] != token.end[0]:
            return None, 0
        change = (token.string in _OPENING) - (token.string in _CLOSING) if token.type == tokenize.OP else 0
        if token.start[0] < row:
            before += change
        elif token.start[0] == row:
            own += change
            if own < 0:
                return None, 0
            found.append(token)
    return (found if own == 0 else None), before


def _is_of_line(token: tokenize.TokenInfo) -> bool:
    """True for a comment by which a tool is told something of the very line."""
    told = PRAGMA.search(token.string) or "noqa" in token.string or "purity:" in token.string
    return token.type == tokenize.COMMENT and bool(told)


def _same(one: str, other: str) -> bool:
    try:
        return one == other or same_tree(tree_of(one), tree_of(other))
    except _UNPARSABLE:
        return False
