"""One statement, broken into lines as ruff and Black break it.

The rules are Black's: the last brackets first, with what stands in them on lines of its own; then, where that is too
long, each element, or each operand of what binds least.  Around the value of an assignment, a `return` or a condition
stand parentheses that show only where it takes them.
"""

from __future__ import annotations

import tokenize
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from purity_lint.run.style.leaves import (
    ASSIGNMENTS,
    COMMA,
    DOT,
    CannotBreakError,
    Leaf,
    of_part,
    of_statement,
)

_DEFINITIONS = frozenset({"def", "async", "class"})
_TO_TOOLS = ("noqa", "type:", "pyright:", "pylint:", "flake8:", "ruff:", "isort:", "nosec")
_CHAIN = 2
"""So many methods of what a call or an index gave are a chain, which is broken before its dots."""


@dataclass(eq=False, slots=True)
class _Line:
    """Leaves that may stand on one line."""

    leaves: list[Leaf]
    indent: str
    depth: int
    inside: bool = False
    """True for what stood between brackets."""
    spread: bool = False
    """True where each element has a line of its own, though all would fit on one."""
    text: str = field(init=False)
    """What is written, on one line."""

    def __post_init__(self) -> None:
        parts = [leaf.gap if leaf.hidden else leaf.gap + leaf.text for leaf in self.leaves]
        self.text = self.indent + "".join(parts).strip()

    def written(self) -> list[str]:
        """Return the line, below the comments before it, and with the one behind it."""
        shown = [leaf for leaf in self.leaves if not leaf.hidden]
        above = [f"{self.indent}{comment}" for comment in shown[0].above] if shown else []
        return [*above, self.text + (shown[-1].beside if shown else "")]

    def delimiters(self) -> list[tuple[int, Leaf]]:
        """Return the commas and operators that are in no further brackets; dots where they are a chain."""
        return _delimiters(self.leaves, self.depth)


def _delimiters(leaves: Sequence[Leaf], depth: int) -> list[tuple[int, Leaf]]:
    """Return the same of leaves of which the outermost are of this depth."""
    found = [
        (place, leaf) for place, leaf in enumerate(leaves) if leaf.priority and place and leaf.depth == depth
    ]
    dots = [leaf for _, leaf in found if leaf.priority == DOT]
    return found if len(dots) >= _CHAIN else [(p, leaf) for p, leaf in found if leaf.priority != DOT]


_Way = Callable[[_Line, int, bool], list[_Line]]


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement that can be broken, read once for all the widths that are tried."""

    leaves: list[Leaf]
    comment: str
    indent: str

    @property
    def has_comments(self) -> bool:
        """True with comments inside."""
        return any(leaf.above or leaf.beside for leaf in self.leaves)

    @classmethod
    def of(
        cls, lines: Sequence[str], tokens: Iterable[tokenize.TokenInfo], *, joined: bool = False
    ) -> Statement:
        """Read a statement of these lines and tokens.

        Raises :class:`CannotBreakError` for one of which the layout cannot be told: one with backslashes is left to
        its author, unless its lines are to be ``joined``.
        """
        if not joined and any(line.endswith("\\") for line in lines):
            raise CannotBreakError
        leaves, comment = of_statement(tokens)
        return cls(leaves, comment, _indent(lines[0]))

    def broken(self, columns: int) -> list[str]:
        """Return its lines as they would be had ruff formatted it.

        Raises :class:`CannotBreakError` for one with a comment for which there is no place then.
        """
        return _text(_Line(self.leaves, self.indent, 0), self.comment, columns)


def broken_part(
    line: str, tokens: Iterable[tokenize.TokenInfo], columns: int, *, separable: bool
) -> list[str]:
    """Return the lines of one that stands in brackets; ``separable`` if it holds whole elements, as ruff breaks them.

    Raises :class:`CannotBreakError` where it cannot be told.
    """
    leaves, comment = of_part(tokens)
    return _text(_Line(leaves, _indent(line), 1, inside=separable), comment, columns)


def filled(tokens: Sequence[tokenize.TokenInfo], columns: int, *, inside: bool = False) -> list[str] | None:
    """Return the lines of code on one line whose last brackets are filled, below what they begin with.

    ``None`` where an element, or what follows the brackets, does not fit there.
    """
    leaves, comment = of_part(tokens) if inside else of_statement(tokens)
    whole = _Line(leaves, " " * tokens[0].start[1], int(inside))
    start, end = _last(whole, frozenset(leaf for leaf in leaves if leaf.hidden))
    body = _Line(leaves[start + 1 : end], "", leaves[start].depth + 1)
    found = body.delimiters()
    if not found or any(leaf.priority > COMMA for _, leaf in found) or body.leaves[-1].text == ",":
        return None
    if any(leaf.above or leaf.beside for leaf in leaves):
        return None
    edges = [place + 1 for place, leaf in found if leaf.priority == COMMA]
    elements = [_Line(body.leaves[a:b], "", 0).text for a, b in pairwise([0, *edges, len(body.leaves)])]
    elements[-1] += _Line(leaves[end:], "", 0).text
    head = _Line(leaves[: start + 1], whole.indent, 0).text
    lines = [head + elements[0]]
    for element in elements[1:]:
        if len(lines[-1]) + 1 + len(element) <= columns:
            lines[-1] += f" {element}"
        else:
            lines.append(" " * len(head) + element)
    lines[-1] += comment
    return lines if edges and all(len(line) <= columns for line in lines) else None


def deeper(indent: str) -> str:
    """Return the indentation of what stands one step further in: a tab where the line begins with tabs."""
    return indent + ("\t" if indent.endswith("\t") else "    ")


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _text(whole: _Line, comment: str, columns: int) -> list[str]:
    whole.spread = _counts(comment) and len(whole.text) + len(comment) > columns
    lines = _laid_out(whole, columns)
    if any(map(_holds_comments, lines)):
        raise CannotBreakError
    done = [text for line in lines for text in line.written()]
    done[-1] += comment
    return done


def _counts(comment: str) -> bool:
    """True for a comment that is part of the width of a line: ruff leaves out those that speak to tools."""
    return not comment.lstrip("# ").startswith(_TO_TOOLS)


def _laid_out(line: _Line, columns: int, *, forced: bool = False) -> list[_Line]:
    """Return the lines that a line takes; where ``forced``, values are put between parentheses."""
    whole = not _has_magic(line) and not _holds_comments(line)
    if len(line.text) + _behind(line) <= columns and not line.spread and whole:
        return [line]
    ways: list[_Way] = [_apart, _last_brackets] if line.inside else [_last_brackets]
    if line.leaves[0].text in _DEFINITIONS and not line.inside:
        ways.insert(0, _parameters)
    for way in ways:
        try:
            parts = way(line, columns, forced)
        except CannotBreakError:
            continue
        if parts[0].text == line.text:
            if _fits(line, columns) and whole:
                break
            continue
        result = [piece for part in parts for piece in _laid_out(part, columns, forced=forced)]
        if way is _last_brackets and not forced and not _fits(result[0], columns) and _has_hidden(line):
            second = _laid_out(line, columns, forced=True)
            if all(_fits(piece, columns) for piece in second):
                return second
        return result
    return [line]


def _fits(line: _Line, columns: int) -> bool:
    return len(line.text) <= columns


def _has_hidden(line: _Line) -> bool:
    return any(leaf.hidden and leaf.is_first for leaf in line.leaves)


def _behind(line: _Line) -> int:
    """Return how many columns the comment at the end takes, if it counts."""
    beside = next((leaf.beside for leaf in reversed(line.leaves) if not leaf.hidden), "")
    return len(beside) if _counts(beside) else 0


def _holds_comments(line: _Line) -> bool:
    """True with a comment before or behind what is not at the beginning or the end, where none can stand."""
    shown = [leaf for leaf in line.leaves if not leaf.hidden]
    if any(leaf.above for leaf in shown[1:]):
        return True
    return any(leaf.beside and not _has_comma(leaf, behind, shown[-1]) for leaf, behind in pairwise(shown))


def _has_comma(leaf: Leaf, behind: Leaf, last: Leaf) -> bool:
    """True where a comma that ends the line has been put behind the leaf, and has its comment."""
    return behind is last and behind.text == "," and behind.beside == leaf.beside


def _has_magic(line: _Line) -> bool:
    """True with a comma before a closing bracket, which keeps the elements on lines of their own."""
    return _holds_magic(line.leaves)


def _holds_magic(leaves: Sequence[Leaf]) -> bool:
    """Return the same of leaves."""
    last = len(leaves) - 1
    return any(
        leaf.text == "," and place < last and _is_magic(leaf, leaves[place + 1])
        for place, leaf in enumerate(leaves)
    )


def _is_magic(one: Leaf, two: Leaf) -> bool:
    return one.text == "," and two.closes and not two.hidden and not two.is_single


def _parameters(line: _Line, columns: int, forced: bool) -> list[_Line]:
    """Break at the brackets of the parameters of a function, or of the bases of a class."""
    for start, leaf in enumerate(line.leaves):
        if leaf.is_first and leaf.partner is not None:
            if leaf.partner not in line.leaves:
                break  # what stands before the brackets is too long by itself
            end = line.leaves.index(leaf.partner)
            if end > start + 1:
                return _parts(line, start, end, is_definition=True)
            break
    raise CannotBreakError


def _last_brackets(line: _Line, columns: int, forced: bool) -> list[_Line]:
    """Break at the last brackets that leave room before them."""
    for omitted in _omissions(line, columns):
        parts = _right(line, columns, omitted, forced)
        if _fits(parts[0], columns):
            return parts
    return _right(line, columns, frozenset(), forced)


def _omissions(line: _Line, columns: int) -> Iterator[frozenset[Leaf]]:
    """Yield more and more of the last brackets, which are then not broken."""
    omit: frozenset[Leaf] = frozenset()
    if not _has_magic(line):
        yield omit
    length = len(line.indent)
    opening = closing = None
    inner: set[Leaf] = set()
    for place in range(len(line.leaves) - 1, -1, -1):
        leaf = line.leaves[place]
        before = line.leaves[place - 1] if place else None
        length += len(leaf.gap) + (0 if leaf.hidden else len(leaf.text))
        if length > columns:
            return
        if opening is not None:
            if leaf is opening:
                opening = None
            elif leaf.closes:
                inner.add(leaf)
        elif leaf.closes:
            if before is not None and before.is_first:
                inner.add(leaf)
                continue
            if closing is not None:
                omit |= {closing} | inner
                inner = set()
                yield omit
            if before is not None and _is_magic(before, leaf):
                return
            if not leaf.hidden:
                opening, closing = leaf.partner, leaf


def _right(line: _Line, columns: int, omitted: frozenset[Leaf], forced: bool) -> list[_Line]:
    """Break at the last brackets that are not ``omitted``, at hidden ones only where it takes them."""
    start, end = _last(line, omitted)
    opening, closing = line.leaves[start], line.leaves[end]
    if not opening.hidden:
        return _parts(line, start, end)
    head, body, _ = parts = _parts(line, start, end)
    is_message = line.leaves[start - 1].text == "," and not any(leaf.partner for leaf in body.leaves)
    if is_message and not _fits(head, columns):
        return _right(line, columns, omitted | {closing}, forced)
    if not forced and not is_message and _may_stay_hidden(line, start, end, columns):
        inner = omitted | {closing}
        try:
            if _is_better(line, start, _last(line, inner)[0], columns):
                return _right(line, columns, inner, forced)
        except CannotBreakError:
            if len(body.leaves) == 1 and not (_fits(body, columns) and _fits(head, columns)):
                raise
    return parts


def _last(line: _Line, omitted: frozenset[Leaf]) -> tuple[int, int]:
    """Return where the last brackets are that hold anything."""
    for end in range(len(line.leaves) - 1, -1, -1):
        leaf = line.leaves[end]
        if leaf.closes and leaf not in omitted and leaf.partner in line.leaves:
            start = line.leaves.index(leaf.partner)
            if any(not inner.hidden for inner in line.leaves[start + 1 : end]):
                return start, end
    raise CannotBreakError


def _is_better(line: _Line, start: int, anew: int, columns: int) -> bool:
    """True where the brackets at ``anew`` are rather broken than the hidden ones at ``start``."""
    target = line.leaves[:start]
    if not target or target[-1].text not in ASSIGNMENTS or not any(leaf.partner for leaf in target):
        return True
    if _holds_magic(target):
        return True
    if len(_Line(target, line.indent, line.depth).text) + len(" (") >= columns:
        return True
    if any(leaf.closes for leaf in line.leaves[start + 1 : anew]):
        return True
    return anew > start and _fits(_Line(line.leaves[: anew + 1], line.indent, line.depth), columns)


def _may_stay_hidden(line: _Line, start: int, end: int, columns: int) -> bool:
    """True where a value reads well without parentheses, broken at brackets of its own."""
    body = _Line(line.leaves[start + 1 : end], line.indent, line.leaves[start].depth + 1)
    found = body.delimiters()
    if not found:
        return True
    top = max(leaf.priority for _, leaf in found)
    if sum(leaf.priority == top for _, leaf in found) > 1:
        return False
    if top == COMMA and start and line.leaves[start - 1].text in ASSIGNMENTS:
        return False
    first, last = body.leaves[0], body.leaves[-1]
    if first.opens and first.partner is not None and body.leaves[1] is not first.partner:
        rest = [*body.leaves[body.leaves.index(first.partner) :], *line.leaves[end:]]
        if _fits(_Line(rest, line.indent, line.depth), columns):
            return True
    if not last.closes or last.partner is None or (last.text == "]" and not last.partner.is_display):
        return False
    if body.leaves[-2] is last.partner:
        return False
    place = body.leaves.index(last.partner)
    if any(leaf.opens for leaf in body.leaves[:place]):
        return True
    return _fits(_Line(line.leaves[: start + place + 2], line.indent, line.depth), columns)


def _parts(line: _Line, start: int, end: int, *, is_definition: bool = False) -> list[_Line]:
    """Return what stands before the brackets and ends with the first, in them, and behind them."""
    opening, closing = line.leaves[start].written(), line.leaves[end].written()
    inner, depth = line.leaves[start + 1 : end], opening.depth + 1
    if closing.above:
        raise CannotBreakError
    commas = [leaf for _, leaf in _delimiters(inner, depth) if leaf.priority == COMMA]
    if is_definition and not commas:
        inner.append(_comma(inner[-1]))
    body = _Line(inner, deeper(line.indent), depth, inside=True)
    ends = body.leaves[-1].text == ","
    several = any(leaf is not body.leaves[-1] for leaf in commas)
    body.spread = (several and (opening.is_display or ends)) or (ends and not closing.is_single)
    body.spread = body.spread or any(leaf.above for leaf in inner)
    head = _Line([*line.leaves[:start], opening], line.indent, line.depth)
    return [head, body, _Line([closing, *line.leaves[end + 1 :]], line.indent, line.depth)]


def _comma(last: Leaf) -> Leaf:
    """Return a comma to be put behind the last element, which parts nothing, with the comment behind that."""
    return Leaf(",", "", tokenize.OP, beside=last.beside)


def _apart(line: _Line, columns: int, forced: bool) -> list[_Line]:
    """Put each element, or each operand of what binds least, on a line of its own."""
    last = line.leaves[-1]
    found = line.delimiters()
    inner = [(place, leaf) for place, leaf in found if leaf is not last or leaf.text != ","]
    top = max((leaf.priority for _, leaf in inner), default=0)
    if last.text == "," and top != COMMA and _fits(line, columns):
        return [line]
    if not inner:
        raise CannotBreakError
    edges = [place + (top == COMMA) for place, leaf in inner if leaf.priority == top]
    leaves = [*line.leaves, _comma(last)] if top == COMMA and last.text != "," else line.leaves
    pieces = [leaves[a:b] for a, b in pairwise([0, *edges, len(leaves)])]
    return [_Line(piece, line.indent, line.depth, inside=True) for piece in pieces if piece]
