"""Tokens of a statement with what they mean for its layout: brackets in pairs, and how little each operator binds."""

from __future__ import annotations

import keyword
import tokenize
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_STEP = "    "
COMMA, _COMPREHENSION, _TERNARY, _LOGIC, _STRING, _COMPARISON, DOT = 18, 20, 16, 14, 12, 10, 1
_ARITHMETIC = {
    "|": 9,
    "^": 8,
    "&": 7,
    "<<": 6,
    ">>": 6,
    "+": 5,
    "-": 5,
    "*": 4,
    "/": 4,
    "//": 4,
    "%": 4,
    "@": 4,
    "**": 2,
}
_COMPARISONS = frozenset({"<", ">", "<=", ">=", "==", "!=", "in", "not", "is"})
ASSIGNMENTS = frozenset(
    {"=", "+=", "-=", "*=", "/=", "//=", "%=", "@=", "**=", "&=", "|=", "^=", "<<=", ">>="}
)
_NO_LEAVES = frozenset({tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER})
_CONDITIONS = frozenset({"if", "elif", "while"})


class CannotBreakError(Exception):
    """Raised where code is not of the kind that is broken here, or where a way of breaking it does not do."""


@dataclass(eq=False, slots=True)
class Leaf:
    """A token, the space before it, and what it means for the statement."""

    text: str
    gap: str
    type: int
    row: int = 0
    depth: int = 0
    priority: int = 0
    """How little the operator or comma binds that it is; nought for all else."""
    partner: Leaf | None = None
    is_display: bool = False
    """True for the first bracket of a list, a tuple, a dict or a set."""
    hidden: bool = False
    """True for a parenthesis that is not written."""
    is_first: bool = False
    """True for the opening one of two brackets."""
    is_single: bool = False
    """True for a closing bracket before which a comma makes a tuple of the only element."""
    above: tuple[str, ...] = ()
    """Comments on lines of their own before it."""
    beside: str = ""
    """Comment behind it, where the line ends, with the space before."""

    def written(self) -> Leaf:
        """Return the same, to be seen where it was hidden."""
        return replace(self, hidden=False)

    @property
    def opens(self) -> bool:
        """True for a bracket that is written and opens."""
        return self.is_first and not self.hidden

    @property
    def closes(self) -> bool:
        """True for the closing one of two brackets."""
        return self.partner is not None and not self.is_first


def of_statement(tokens: Iterable[tokenize.TokenInfo]) -> tuple[list[Leaf], str]:
    """Return the leaves of a statement, with hidden parentheses around its values, and the comment behind it.

    Raises :class:`CannotBreakError` for one with text of several lines, for imports, and where what follows a colon
    stands on the same line.
    """
    leaves, comment = _read(tokens)
    if not leaves or leaves[0].text in ("import", "from"):
        raise CannotBreakError
    _pair(leaves)
    leaves = _with_hidden(leaves)
    _weigh(leaves, [_Level()])
    return leaves, comment


def of_part(tokens: Iterable[tokenize.TokenInfo]) -> tuple[list[Leaf], str]:
    """Return the leaves of a line that stands in brackets, all of depth one, and the comment behind it."""
    leaves, comment = _read(tokens)
    _pair(leaves)
    _weigh(leaves, [_Level(), _Level()])
    return leaves, comment


def _read(tokens: Iterable[tokenize.TokenInfo]) -> tuple[list[Leaf], str]:
    """Return the leaves as they would stand on one line, and the comment behind them."""
    leaves: list[Leaf] = []
    above: list[str] = []
    end = (0, 0)
    for token in _whole_strings(tokens):
        if token.type in _NO_LEAVES:
            continue
        if token.type == tokenize.NEWLINE:
            break
        if token.start[0] != token.end[0] or token.string == ";":
            raise CannotBreakError
        if token.type == tokenize.COMMENT:
            if "fmt:" in token.string:
                raise CannotBreakError
            if leaves and token.start[0] == end[0]:
                leaves[-1].beside = f"  {token.string}"
            else:
                above.append(token.string)
            continue
        if leaves and token.start[0] == end[0]:
            gap = " " * (token.start[1] - end[1])
        else:
            before = leaves[-1].text if leaves else "("
            gap = "" if before in _OPENING or token.string in _CLOSING or token.string == "." else " "
        leaves.append(Leaf(token.string, gap, token.type, token.start[0], above=tuple(above)))
        above.clear()
        end = token.end
    if above or not leaves:
        raise CannotBreakError
    comment, leaves[-1].beside = leaves[-1].beside, ""
    return leaves, comment


def _whole_strings(tokens: Iterable[tokenize.TokenInfo]) -> Iterator[tokenize.TokenInfo]:
    """Yield the tokens with the parts that an f-string has since Python 3.12 as one."""
    begin: list[tokenize.TokenInfo] = []
    for token in tokens:
        kind = tokenize.tok_name[token.type]
        if kind in ("FSTRING_START", "TSTRING_START"):
            begin.append(token)
        elif kind in ("FSTRING_END", "TSTRING_END") and begin:
            first = begin.pop()
            if begin:
                continue
            if first.start[0] != token.end[0]:
                raise CannotBreakError
            text = first.line[first.start[1] : token.end[1]]
            yield tokenize.TokenInfo(tokenize.STRING, text, first.start, token.end, first.line)
        elif not begin:
            yield token


def _pair(leaves: list[Leaf]) -> None:
    """Tell brackets of each other, and leave out commas before closing ones that no formatter has put there.

    One that a formatter puts there stands behind elements with a line each.
    """
    opened: list[Leaf] = []
    needless: list[Leaf] = []
    beside: list[int] = []  # commas of each open bracket behind which the line goes on
    for before, leaf in pairwise([None, *leaves]):
        assert leaf is not None
        if before is not None and before.text == "," and beside and leaf.row == before.row:
            beside[-1] += 1
        if leaf.type == tokenize.OP and leaf.text in _OPENING:
            leaf.is_first = True
            leaf.is_display = before is None or not _may_be_called(before)
            opened.append(leaf)
            beside.append(0)
        elif leaf.type == tokenize.OP and leaf.text in _CLOSING:
            if not opened or before is None:
                raise CannotBreakError
            leaf.partner = opened.pop()
            leaf.partner.partner = leaf
            if beside.pop() and before.text == "," and leaf.row != before.row and not before.beside:
                needless.append(before)
    if opened:
        raise CannotBreakError
    leaves[:] = [leaf for leaf in leaves if leaf not in needless]


def _may_be_called(leaf: Leaf) -> bool:
    if leaf.text in _CLOSING or leaf.type == tokenize.STRING:
        return True
    return leaf.type == tokenize.NAME and not keyword.iskeyword(leaf.text)


def _with_hidden(leaves: list[Leaf]) -> list[Leaf]:
    """Return the leaves with hidden parentheses around the values of the statement."""
    spans = sorted(_values(leaves), reverse=True)
    for start, end in spans:
        if end <= start:
            continue
        first, last = leaves[start], leaves[end - 1]
        if first.text == "(" and first.partner is last:
            if _is_needless(leaves[start + 1 : end - 1]):
                first.hidden = last.hidden = True
                first.is_display = True
                leaves[start + 1].gap = ""
                if first.beside or last.above:
                    raise CannotBreakError
            continue
        one = Leaf("(", first.gap, tokenize.OP, is_display=True, hidden=True, is_first=True)
        two = Leaf(")", "", tokenize.OP, hidden=True)
        one.partner, two.partner = two, one
        first.gap = ""
        leaves[end:end] = [two]
        leaves[start:start] = [one]
    return leaves


def _is_needless(inside: Sequence[Leaf]) -> bool:
    """True where the parentheses around the leaves mean nothing: those of a tuple and of a generator do."""
    depth = 0
    for leaf in inside:
        depth += leaf.is_first - (leaf.partner is not None and not leaf.is_first)
        if depth == 0 and leaf.text in (",", "for", "yield", ":=", "async"):
            return False
    return bool(inside)


def _values(leaves: Sequence[Leaf]) -> Iterator[tuple[int, int]]:
    """Yield where the values of a statement begin and end that may have parentheses of their own."""
    first = leaves[0].text
    outer = list(_outermost(leaves))
    end = len(leaves)
    colon = next((place for place in reversed(outer) if leaves[place].text == ":"), None)
    if first in _CONDITIONS:
        _ends_with(colon, end)
        yield 1, end - 1
    elif first in ("for", "async"):
        inner = next((place for place in outer if leaves[place].text == "in"), None)
        if first == "async" and leaves[1].text != "for":
            _ends_with(colon, end)
        elif inner is not None:
            _ends_with(colon, end)
            yield inner + 1, end - 1
    elif first in ("with", "class", "def", "try", "else", "finally", "except", "match", "case"):
        if first in ("match", "case") and colon is None:
            yield from _assigned(leaves, outer)
        else:
            _ends_with(colon, end)
    elif first == "assert":
        comma = next((place for place in outer if leaves[place].text == ","), end)
        yield 1, comma
        yield comma + 1, end
    elif first == "return":
        yield 1, end
    elif first == "raise":
        source = next((place for place in outer if leaves[place].text == "from"), end)
        yield 1, source
        yield source + 1, end
    else:
        yield from _assigned(leaves, outer)


def _assigned(leaves: Sequence[Leaf], outer: Sequence[int]) -> Iterator[tuple[int, int]]:
    last = next((place for place in reversed(outer) if leaves[place].text in ASSIGNMENTS), None)
    if last is not None:
        yield last + 1, len(leaves)


def _ends_with(colon: int | None, end: int) -> None:
    if colon != end - 1:
        raise CannotBreakError


def _outermost(leaves: Sequence[Leaf]) -> Iterator[int]:
    """Yield the places that are in no brackets."""
    depth, parameters = 0, False
    for place, leaf in enumerate(leaves):
        depth -= leaf.closes
        if depth == 0 and leaf.text in ("lambda", ":"):
            parameters, was = leaf.text == "lambda", parameters
            if was:
                continue
        if depth == 0 and not parameters:
            yield place
        depth += leaf.is_first


@dataclass(slots=True)
class _Level:
    """What was seen so far between two brackets."""

    opening: Leaf | None = None
    commas: int = 0
    loops: int = 0
    """How many `for` of comprehensions, since the last comma."""
    targets: bool = False
    """True between `for` and its `in`."""
    parameters: bool = False
    """True between `lambda` and its colon."""


def _weigh(leaves: Sequence[Leaf], levels: list[_Level]) -> None:
    """Say for each leaf how deep it stands, and how little it binds where it is an operator or a comma."""
    before = None
    for leaf in leaves:
        if leaf.closes:
            level = levels.pop()
            leaf.is_single = level.commas == 1 and _makes_tuple(level.opening)
        leaf.depth = len(levels) - 1
        if leaf.partner is None and len(levels) > 1:
            leaf.priority = _priority(leaf, before, levels[-1])
        elif leaf.is_first:
            levels.append(_Level(leaf))
        if not leaf.hidden:
            before = leaf


def _makes_tuple(opening: Leaf | None) -> bool:
    """True for a bracket in which a comma makes a tuple."""
    return opening is not None and (opening.text == "(") is opening.is_display and opening.text != "{"


def _priority(leaf: Leaf, before: Leaf | None, level: _Level) -> int:
    if leaf.text == "lambda" and leaf.type == tokenize.NAME:
        level.parameters = True
        return 0
    if level.parameters:
        level.parameters = leaf.text != ":"
        return 0
    if leaf.type == tokenize.STRING or leaf.text[-1:] in "\"'":
        return _STRING if before is not None and before.text[-1:] in ("'", '"') else 0
    if leaf.type == tokenize.NAME:
        return _of_word(leaf.text, before, level)
    if leaf.type != tokenize.OP:
        return 0
    if leaf.text == ",":
        if level.targets:
            return 0
        level.loops = 0
        level.commas += 1
        return COMMA
    if leaf.text == ".":
        return DOT if before is not None and before.closes else 0
    if leaf.text in _COMPARISONS:
        return _COMPARISON
    return _ARITHMETIC.get(leaf.text, 0) if _is_operand(before) else 0


def _of_word(word: str, before: Leaf | None, level: _Level) -> int:
    match word:
        case "for":
            level.loops += 1
            level.targets = True
            return 0 if before is not None and before.text == "async" else _COMPREHENSION
        case "async":
            return _COMPREHENSION
        case "in" if level.targets:
            level.targets = False
            return 0
        case "if":
            return _COMPREHENSION if level.loops else _TERNARY
        case "else":
            return _TERNARY
        case "and" | "or":
            return _LOGIC
        case "in":
            return 0 if before is not None and before.text == "not" else _COMPARISON
        case "is":
            return _COMPARISON
        case "not":
            return _COMPARISON if _is_operand(before) else 0
    return 0


def _is_operand(leaf: Leaf | None) -> bool:
    """True where an operator behind the leaf has two operands."""
    if leaf is None:
        return False
    if leaf.closes or leaf.type in (tokenize.NUMBER, tokenize.STRING) or leaf.text == "...":
        return True
    if leaf.type == tokenize.NAME:
        return not keyword.iskeyword(leaf.text) or leaf.text in ("None", "True", "False")
    return leaf.text[-1:] in ("'", '"')
