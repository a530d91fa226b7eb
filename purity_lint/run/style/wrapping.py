"""Lines that fixes made too long, broken at brackets from the outside in, as ruff and Black break them.

In a file whose own continuation lines stand below what follows their bracket, they are filled so as well.  Calls that
fixes made short enough for one line are joined where the file's own are.
"""

from __future__ import annotations

import io
import itertools
import re
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from purity_lint.fixes.imports.removal import PRAGMA
from purity_lint.records import dataclass
from purity_lint.source.compare import same_tree, tree_of
from purity_lint.source.logical_lines import tokens_of

COLUMNS = 100
_NARROWEST, _NEARLY, _SELDOM = 80, 72, 20
"""Columns of Google's style, which breaks after brackets: of nearly as long lines, one of so many may be longer."""
_NARROW = 88
"""Columns of Black, which most projects that format their code keep to."""
_ENOUGH = 100
"""How many lines a file must have for its width to be told from them."""
_RARE = 200
"""One line of so many may be longer."""
_STEP = "    "
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_CALL = re.compile(r"[\w)\]]\($")
_CLAUSES = frozenset({"for", "if"})
_MARKS = _OPENING | _CLOSING | _CLAUSES | {",", "lambda", ":"}
_UNPARSABLE = (SyntaxError, ValueError, RecursionError)
_UNBREAKABLE = frozenset({tokenize.COMMENT, tokenize.ERRORTOKEN})
_LAYOUT = frozenset({tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER})


def wrapped(after: str, before: str, columns: int = COLUMNS) -> str:
    """``after`` with the lines that are longer than ``columns``, and were not so in ``before``, broken at brackets.

    A comment at the end of a line stays at the end; one that speaks to a tool of that very line keeps it as it is, and
    so do text of several lines and comments inside.
    """
    old = frozenset(before.splitlines())
    lines = after.split("\n")
    long = [number for number, line in enumerate(lines) if len(line) > columns and line not in old]
    if not long:
        return after
    try:
        around = tokens_of([number + 1 for number in long], tree_of(after), lines)
    except _UNPARSABLE:
        return after
    tokens = _by_line(around)
    aligned = _is_aligned(before)
    broken: list[str | None] = list(lines)
    for number in long:
        line, on_line = lines[number], tokens.get(number + 1)
        if on_line is not None:
            indent = line[: len(line) - len(line.lstrip())]
            code, comment = _without_comment(line, on_line)
            piece = _Piece(indent, code.strip(), _shifted(on_line, len(indent)))
            last = number + 1 == len(lines) or lines[number + 1].lstrip()[:1] in _CLOSING
            separable = on_line[0].depth > 0 and (last or code.endswith(","))
            filled = list(_filled(piece, columns)) if aligned and not separable else []
            cut = filled or (_elements if separable else _broken)(piece, columns)
            broken[number] = "\n".join(cut) + comment
    for statement in _statements(around):
        if any(len(line) > columns and line not in old for line in _text_of(statement, broken)):
            anew = _broken_anew([lines[number] for number in statement], columns, aligned=aligned)
            if anew is not None:
                broken[statement.start : statement.stop] = [anew, *[None] * (len(statement) - 1)]
    text = "\n".join(line for line in broken if line is not None)
    return text if _same(text, after) else after


def _without_comment(line: str, tokens: Sequence[_Token]) -> tuple[str, str]:
    """A line without the comment that ends it, and that comment with the space before it."""
    if tokens[-1].type != tokenize.COMMENT:
        return line, ""
    return line[: tokens[-1].place].rstrip(), f"  {tokens[-1].string}"


def _is_of_line(token: tokenize.TokenInfo) -> bool:
    """True for a comment by which a tool is told something of the very line."""
    told = PRAGMA.search(token.string) or "noqa" in token.string or "purity:" in token.string
    return token.type == tokenize.COMMENT and bool(told)


def width(text: str) -> int:
    """Return the columns that a file keeps to."""
    lines = text.splitlines()
    if len(lines) < _ENOUGH:
        return COLUMNS
    full = sum(_NEARLY <= len(line) <= _NARROWEST for line in lines)
    if full and not _is_aligned(text) and sum(len(line) > _NARROWEST for line in lines) * _SELDOM <= full:
        return _NARROWEST
    longer = sum(len(line) > _NARROW for line in lines)
    return _NARROW if longer * _RARE <= len(lines) else COLUMNS


def _text_of(statement: range, broken: Sequence[str | None]) -> Iterator[str]:
    for number in statement:
        yield from (broken[number] or "").split("\n")


def _statements(tokens: Iterable[tokenize.TokenInfo]) -> Iterator[range]:
    """Yield the lines of each statement that goes over several, from nought; not of those with a comment."""
    start, commented = None, False
    for token in tokens:
        if token.type == tokenize.NEWLINE:
            if start is not None and token.start[0] > start and not commented:
                yield range(start - 1, token.start[0])
            start, commented = None, False
        elif token.type not in _LAYOUT and (start is not None or token.type != tokenize.COMMENT):
            commented = commented or token.type in _UNBREAKABLE or token.start[0] != token.end[0]
            start = token.start[0] if start is None else start


def joined(after: str, before: str, columns: int = COLUMNS) -> str:
    """``after`` with the calls that fixes made short enough on one line, where ``before`` has none that could be.

    A comma after the last of several lines is there to keep them.
    """
    old, lines = frozenset(before.splitlines()), after.split("\n")
    if all(old.issuperset(lines[where.start : where.stop]) for where in _may_be_joined(lines, columns)):
        return after
    own = _calls_of_lines(before) if any(_may_be_joined(before.split("\n"), columns)) else {}
    if any(_in_one_line(text, columns) is not None for text in own.values()):
        return after
    short = {where: _in_one_line(text, columns) for where, text in _calls_of_lines(after).items()}
    for where, line in sorted(short.items(), key=lambda item: item[0].start, reverse=True):
        if line is not None and any(part not in old for part in lines[where.start : where.stop]):
            lines[where.start : where.stop] = [line]
    text = "\n".join(lines)
    return text if _same(text, after) else after


def _may_be_joined(lines: Sequence[str], columns: int) -> Iterator[range]:
    """Yield the lines that look like a call that has room on one: all that have, and maybe more."""
    for start, line in enumerate(lines):
        if not line.endswith("(") or not _CALL.search(line):
            continue
        size = len(line)
        for stop in range(start + 1, len(lines)):
            part = lines[stop].strip()
            if (
                part == ")"
                and stop > start + 1
                and _in_one_line(lines[start : stop + 1], columns) is not None
            ):
                yield range(start, stop + 1)
            size += len(part) + 1
            if size > columns + 1:
                break


def _calls_of_lines(text: str) -> dict[range, list[str]]:
    """Return the statements that end in a call whose arguments stand on lines of their own."""
    lines = text.split("\n")
    found = {
        where: lines[where.start : where.stop]
        for where in _statements(tokenize.generate_tokens(io.StringIO(text).readline))
    }
    return {
        where: several
        for where, several in found.items()
        if _CALL.search(several[0]) and several[-1].strip() == ")" and len(several) > len("()")
    }


def _in_one_line(lines: Sequence[str], columns: int) -> str | None:
    """Return a call on one line; ``None`` where it is too long, or where a comma keeps its lines."""
    *others, last = map(str.strip, lines[1:-1])
    if last.endswith(","):
        if others or "," not in last[:-1]:
            return None
        last = last[:-1]
    if any(part[-1:] in _OPENING or part[:1] in _CLOSING for part in (*others, last)):
        return None
    line = f"{lines[0]}{' '.join([*others, last])})"
    return line if len(line) <= columns and "\\" not in line else None


def _broken_anew(lines: Sequence[str], columns: int, *, aligned: bool) -> str | None:
    """Join the lines of a statement and break them as if they had been one; ``None`` where that does not do."""
    if any(line.endswith("\\") for line in lines):
        return None
    indent = lines[0][: len(lines[0]) - len(lines[0].lstrip())]
    text = ""
    for line in map(str.strip, lines):
        if line[:1] in _CLOSING and text.endswith(","):
            text = text if _is_tuple_of_one(text[:-1]) else text[:-1]
        glued = not text or text[-1] in _OPENING or line[:1] in _CLOSING or not line
        text += line if glued else f" {line}"
    tokens = _by_line(tokenize.generate_tokens(io.StringIO(text).readline))[1]
    if tokens is None:
        return None
    piece = _Piece(indent, text, _shifted(tokens, 0))
    anew = (list(_filled(piece, columns)) if aligned else []) or list(_broken(piece, columns))
    return "\n".join(anew) if all(len(line) <= columns for line in anew) else None


def _is_tuple_of_one(text: str) -> bool:
    """True where the bracket that is open at the end of ``text`` makes a tuple, if a comma comes next."""
    depth, place = 0, len(text)
    while place and depth >= 0:
        place -= 1
        depth += (text[place] in _CLOSING) - (text[place] in _OPENING)
        if depth == 0 and text[place] == ",":
            return False
    before = text[:place].rstrip()[-1:]
    return text[place] == "[" if before.isalnum() or before in "_)]" else text[place] == "("


@dataclass(frozen=True, slots=True)
class _Token:
    """A token of one line."""

    string: str
    place: int
    type: int
    depth: int
    """How many brackets are open before it."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """Text of one line, without its indent, and the places of the operators in it."""

    indent: str
    text: str
    marks: Sequence[tuple[int, str]]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The brackets that stand in no others."""
        found, depth, start = [], 0, 0
        for place, mark in self.marks:
            if mark in _OPENING:
                start = start if depth else place
                depth += 1
            elif mark in _CLOSING:
                depth -= 1
                if depth == 0:
                    found.append((start, place))
        return found

    def part(self, start: int, end: int, indent: str, after: str = "") -> _Piece:
        """The text from ``start`` to ``end`` as a line of its own."""
        while start < end and self.text[start] == " ":
            start += 1
        marks = [(place - start, mark) for place, mark in self.marks if start <= place < end]
        return _Piece(indent, self.text[start:end].rstrip() + after, marks)


def _broken(piece: _Piece, columns: int) -> Iterator[str]:
    """Yield the lines of a piece, with what stands in its last brackets on lines of its own."""
    if len(piece.indent) + len(piece.text) <= columns:
        yield piece.indent + piece.text
        return
    pairs = [pair for pair in piece.pairs if pair[1] > pair[0] + 1]
    if not pairs:
        yield piece.indent + piece.text
        return
    fitting = [pair for pair in pairs if len(piece.indent) + pair[0] < columns]
    start, end = fitting[-1] if fitting else pairs[0]
    yield piece.indent + piece.text[: start + 1]
    inner = piece.indent + _STEP
    body = piece.part(start + 1, end, inner)
    if len(inner) + len(body.text) <= columns and not body.text.endswith(","):
        yield inner + body.text
    else:
        yield from _elements(body, columns)
    yield piece.indent + piece.text[end:]


def _filled(piece: _Piece, columns: int) -> Iterator[str]:
    """Yield the lines of a piece whose last brackets are filled, line by line, below what they begin with.

    None where an element, or what follows the brackets, does not fit there.
    """
    pairs = [pair for pair in piece.pairs if pair[1] > pair[0] + 1]
    start, end = pairs[-1] if pairs else (0, 0)
    margin = " " * (len(piece.indent) + start + 1)
    body = piece.part(start + 1, end, margin)
    commas = _outermost(body, frozenset({","}))
    if not commas or _outermost(body, _CLAUSES) or body.text.endswith(","):
        return
    edges = [0, *(place + 1 for place in commas), len(body.text)]
    elements = [body.text[a:b].strip() for a, b in itertools.pairwise(edges)]
    elements[-1] += piece.text[end:]
    lines = [piece.indent + piece.text[: start + 1] + elements[0]]
    for element in elements[1:]:
        if len(lines[-1]) + 1 + len(element) <= columns:
            lines[-1] += f" {element}"
        else:
            lines.append(margin + element)
    if all(len(line) <= columns for line in lines):
        yield from lines


def _is_aligned(text: str) -> bool:
    """True where more continuation lines of a file stand below what follows a bracket than below its line."""
    lines = text.splitlines()
    found: Counter[bool] = Counter()
    for line, following in itertools.pairwise(lines):
        code = line.rstrip()
        place = max(code.rfind(bracket) for bracket in _OPENING)
        if place < 0 or code[-1] not in ",([{" or any(closing in code[place:] for closing in _CLOSING):
            continue
        indent = len(following) - len(following.lstrip())
        if place == len(code) - 1:
            found[False] += 1
        elif indent == place + 1:
            found[True] += 1
    return found[True] > found[False]


def _elements(body: _Piece, columns: int) -> Iterator[str]:
    """Yield each element between brackets on a line of its own, and each `for` and `if` of a comprehension."""
    clauses = _outermost(body, _CLAUSES)
    commas = [] if clauses else _outermost(body, frozenset({","}))
    if not commas and not clauses:
        yield from _broken(body, columns)
        return
    start = 0
    for place in (*(commas or clauses), len(body.text)):
        element = body.part(start, place, body.indent, "," if commas else "")
        if element.text.strip(","):
            yield from _broken(element, columns)
        start = place + 1 if commas else place


def _outermost(body: _Piece, wanted: frozenset[str]) -> list[int]:
    """Return the places of marks in no brackets that are none of a lambda's; those of clauses if one is `for`."""
    found, depth, parameters = [], 0, False
    for place, mark in body.marks:
        depth += (mark in _OPENING) - (mark in _CLOSING)
        if depth == 0 and mark in ("lambda", ":"):
            parameters = mark == "lambda"
        elif depth == 0 and mark in wanted and not parameters:
            found.append(place)
    return (
        found if wanted is not _CLAUSES or any(body.text.startswith("for", place) for place in found) else []
    )


def _by_line(tokens: Iterable[tokenize.TokenInfo]) -> dict[int, list[_Token] | None]:
    """The tokens of each line; ``None`` where one goes over several lines or a comment stands."""
    found: dict[int, list[_Token] | None] = {}
    depth = 0
    for token in tokens:
        if token.type in _LAYOUT:
            continue
        comment = token.type == tokenize.COMMENT and found.get(token.start[0])
        if (
            token.start[0] != token.end[0]
            or (token.type in _UNBREAKABLE and not comment)
            or _is_of_line(token)
        ):
            found.update(dict.fromkeys(range(token.start[0], token.end[0] + 1)))
            continue
        on_line = found.setdefault(token.start[0], [])
        if on_line is not None:
            on_line.append(_Token(token.string, token.start[1], token.type, depth))
        depth += (token.string in _OPENING) - (token.string in _CLOSING)
    return {line: tokens for line, tokens in found.items() if tokens is None or _balanced(tokens)}


def _balanced(tokens: Sequence[_Token]) -> bool:
    depth = 0
    for token in tokens:
        depth += (token.string in _OPENING) - (token.string in _CLOSING)
        if depth < 0:
            return False
    return depth == 0


def _shifted(tokens: Sequence[_Token], by: int) -> list[tuple[int, str]]:
    named = (tokenize.OP, tokenize.NAME)
    return [(t.place - by, t.string) for t in tokens if t.type in named and t.string in _MARKS]


def _same(one: str, other: str) -> bool:
    try:
        return one == other or same_tree(tree_of(one), tree_of(other))
    except _UNPARSABLE:
        return False
