"""Comments and line breaks of an expression that is rewritten: they stay beside the operand that they follow.

``a  # rows`` / ``+ b`` becomes ``ops.add(a,  # rows`` / ``b)``: what stood around the operator moves behind the comma.
"""

from __future__ import annotations

import tokenize
from collections.abc import Mapping, Sequence
from dataclasses import replace

import libcst as cst

from purity_lint.fixes.composition.layout import Extent
from purity_lint.fixes.composition.sourcemap import SourceMap
from purity_lint.fixes.composition.templates import UnfixableError, end_line, hole_of
from purity_lint.records import dataclass
from purity_lint.source.tokens import tokens_in

ALIGN = "\f"
"""Stands behind the indentation of a line that is to be aligned with its open bracket, until :func:`realign`."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Text between two operands that is not code."""

    trailing: str | None
    """Comment on the line of the operand before."""
    own_lines: tuple[tuple[str, str], ...]
    """Comments on lines of their own, with the indentation of the line."""
    breaks: bool
    """True where the line breaks here."""
    opens: bool
    """It breaks right behind an opening bracket."""
    closes: bool
    """It breaks right before a closing bracket."""
    indent: str
    """Indentation of the line after the break."""
    has_comma: bool = False
    """A comma ends the arguments, as formatters put it where each stands on a line of its own."""

    @property
    def has_comments(self) -> bool:
        """True if something would be lost."""
        return self.trailing is not None or bool(self.own_lines)


def read_gap(source: SourceMap, start: int, end: int) -> Gap:
    """Return the gap between two offsets of the source."""
    text = source.text[start:end]
    comments = source.comments_in(start, end)
    own_lines = [(source.line_indent(c.start), source.text[c.start : c.end]) for c in comments]
    trailing = None
    if comments and "\n" not in source.text[start : comments[0].start]:
        trailing = own_lines.pop(0)[1]
    plain = _without(text, [Extent(c.start - start, c.end - start) for c in comments])
    first, _, _ = plain.partition("\n")
    *before, last = plain.split("\n")
    return Gap(
        trailing=trailing,
        own_lines=tuple(own_lines),
        breaks="\n" in plain,
        opens="\n" in plain and first.rstrip(" \t\f\\").endswith(("(", "[", "{")),
        closes=bool(before) and last.strip().startswith((")", "]", "}")),
        indent=source.line_indent(end) if "\n" in plain else "",
        has_comma="," in plain,
    )


def _without(text: str, stretches: Sequence[Extent]) -> str:
    for start, end in reversed(stretches):
        text = text[:start] + text[end:]
    return text


class Gaps:
    """Gaps of one rewritten expression: before, between and behind its operands."""

    def __init__(self, source: SourceMap, whole: Extent, operands: Mapping[str, Extent]) -> None:
        inside = {n: e for n, e in operands.items() if whole.start <= e.start and e.end <= whole.end}
        order = sorted(inside, key=lambda n: (inside[n].start, -inside[n].end))
        self.names: list[str] = []
        edge = whole.start
        starts: list[int] = []
        for name in order:
            if inside[name].start < edge:
                continue  # an operand within another one, or the same one again
            starts.append(edge)
            self.names.append(name)
            edge = inside[name].end
        ends = [inside[n].start for n in self.names]
        self.between = [read_gap(source, s, e) for s, e in zip(starts, ends, strict=True)]
        self.last = read_gap(source, edge, whole.end)
        self.hugs = "\n" in source.text[inside[self.names[-1]].start : edge] if self.names else False
        """True where the last operand has several lines, which stay only if it starts behind the others."""

    @property
    def hold_comments(self) -> bool:
        """True if something would be lost."""
        return any(gap.has_comments for gap in (*self.between, self.last))

    @property
    def matter(self) -> bool:
        """True if there is anything to keep."""
        gaps = (*self.between, self.last)
        commented = self.hold_comments
        closed = any(gap.closes for gap in self.between[1:])
        return commented or (any(gap.breaks for gap in gaps) and not (closed and self.hugs))

    def into(self, template: cst.CSTNode) -> cst.CSTNode:
        """``template`` with the gaps around the arguments of its outermost call."""
        call = _first_call(template)
        if call is None:
            if self.hold_comments:
                raise UnfixableError("a comment inside has no place in the new code")
            return template
        return template.deep_replace(call, self._spread(call))

    def _spread(self, call: cst.Call) -> cst.Call:
        args = list(call.args)
        place = {name: i for i, arg in enumerate(args) for name in _holes_in(arg)}
        behind: dict[int, list[Gap]] = {}
        before: list[Gap] = []
        for i, gap in enumerate(self.between):
            previous = place.get(self.names[i - 1]) if i else None
            following = place.get(self.names[i])
            if previous is None:
                if gap.has_comments or (gap.opens and following == 0):
                    before.append(gap)
            elif gap.has_comments or (gap.breaks and following == previous + 1):
                kept = gap
                if gap.closes and before and following == len(args) - 1:  # `x[` and lines, then `] = value`
                    behind[len(args) - 1] = [replace(gap, trailing=None, own_lines=())]
                    kept = replace(gap, indent=before[-1].indent)
                elif gap.closes and not gap.has_comments:
                    continue
                behind.setdefault(previous, []).append(kept)
                if gap.opens and not before and previous == 0:  # `x.sum(` and then a line break
                    before.append(replace(gap, trailing=None, own_lines=()))
        last = self._before_new_ones(args, place, behind)
        if last.has_comments or last.closes:
            behind.setdefault(len(args) - 1, []).append(last)
        if before or (not args and behind):
            call = call.with_changes(whitespace_before_args=_space([*before, *behind.pop(-1, [])]))
        for i, gaps in behind.items():
            space = _space(gaps)
            if i == len(args) - 1:
                each = i > 0 and all(n in behind for n in range(i))
                args[i] = end_line(args[i], space, comma=self.last.has_comma or each)
            else:
                args[i] = args[i].with_changes(comma=cst.Comma(whitespace_after=space))
        return call.with_changes(args=args)

    def _before_new_ones(
        self, args: Sequence[cst.Arg], place: Mapping[str, int], behind: dict[int, list[Gap]]
    ) -> Gap:
        """Give arguments that nothing fills lines of their own, if each has one; return the gap behind them all."""
        lines = [gap for gap in self.between if gap.breaks]
        filled = max(place.values(), default=len(args))
        if not (self.last.closes and self.last.has_comma and lines and filled < len(args) - 1):
            return self.last
        plain = replace(lines[-1], trailing=None, own_lines=())
        behind.setdefault(filled, []).append(replace(plain, trailing=self.last.trailing))
        for i in range(filled + 1, len(args) - 1):
            behind.setdefault(i, []).append(plain)
        return replace(self.last, trailing=None)


def _first_call(node: cst.CSTNode) -> cst.Call | None:
    layer: list[cst.CSTNode] = [node]
    while layer:
        for item in layer:
            if isinstance(item, cst.Call):
                return item
        layer = [child for item in layer for child in item.children]
    return None


def _holes_in(node: cst.CSTNode) -> list[str]:
    name = hole_of(node)
    return [name] if name is not None else [n for child in node.children for n in _holes_in(child)]


def _space(gaps: Sequence[Gap]) -> cst.ParenthesizedWhitespace:
    """White space with the line break and all comments of ``gaps``."""
    comments: list[tuple[str, str]] = []
    for gap in gaps:
        comments += [(gap.indent, gap.trailing)] if gap.trailing is not None else []
        comments += gap.own_lines
    first = comments.pop(0)[1] if gaps[0].trailing is not None else None
    return cst.ParenthesizedWhitespace(
        first_line=cst.TrailingWhitespace(
            whitespace=cst.SimpleWhitespace("  " if first else ""),
            comment=cst.Comment(first) if first else None,
        ),
        empty_lines=[
            cst.EmptyLine(
                indent=False, whitespace=cst.SimpleWhitespace(indent + ALIGN), comment=cst.Comment(text)
            )
            for indent, text in comments
        ],
        indent=False,
        last_line=cst.SimpleWhitespace(gaps[-1].indent + ALIGN),
    )


def realign(text: str, column: int) -> str:
    """Move the marked lines of an expression to their brackets; ``column`` is where its first line starts."""
    if ALIGN not in text:
        return text
    wrapped = f"({text}\n)"
    lines = wrapped.split("\n")
    shifts = {0: column - 1}  # line -> how far what stands on it has moved
    brackets: list[int | None] = []  # the column behind each bracket, None where the line ends there
    opened: tuple[int, int] | None = None
    row = 0
    for token in tokens_in(wrapped):
        if token.type in (tokenize.NL, tokenize.NEWLINE, tokenize.ENDMARKER):
            continue
        line, col = token.start[0] - 1, token.start[1]
        if opened is not None:
            hangs = line > opened[0] or token.type == tokenize.COMMENT
            brackets[-1] = None if hangs or len(brackets) == 1 else opened[1]
            opened = None
        if line > row and lines[line][:col].endswith(ALIGN):
            old = lines[line][: col - 1]
            target = brackets[-1] if brackets else None
            new = " " * target if target is not None and "\t" not in old else old
            lines[line] = new + lines[line][col:]
            shifts[line] = len(new) - col
        row = token.end[0] - 1
        if token.type == tokenize.OP and token.string in "([{":
            brackets.append(None)
            opened = (line, col + shifts.get(line, 0) + 1)
        elif token.type == tokenize.OP and token.string in ")]}":
            brackets.pop()
    return "\n".join(lines)[1:-2]
