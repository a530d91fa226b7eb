"""Continuation lines that stand right below their open bracket stay there when the bracket moves."""

from __future__ import annotations

from collections.abc import Sequence

from purity_lint.fixes.composition.compose import Replacement
from purity_lint.fixes.composition.sourcemap import SourceMap
from purity_lint.fixes.composition.trivia import realign


def settle(source: SourceMap, replacements: Sequence[Replacement]) -> list[Replacement]:
    """``replacements`` with their lines aligned where they come to stand, and those that align what follows them.

    Nothing but the indentation of lines inside brackets changes outside ``replacements``.
    """
    columns = _Columns(source)
    settled: list[Replacement] = []
    moved: dict[int, int] = {}  # bracket -> how far it has moved
    edge = 0  # where the last piece ends
    for offset, _, what in _events(source, replacements):
        if isinstance(what, Replacement):
            text = realign(what.text, columns.new_column(offset))
            settled.append(what._replace(text=text))
            columns.replaced(what, text)
            edge = what.end
        elif offset < edge:
            continue  # inside a piece, which has aligned itself
        elif what is None:
            moved[offset] = columns.shift(offset)
        elif (shift := moved.get(what, 0)) and "\t" not in source.line_indent(offset):
            indent = source.position(offset)[1]
            settled.append(Replacement(offset - indent, offset, " " * (indent + shift)))
            columns.indented(offset, shift)
    return settled


def _events(
    source: SourceMap, pieces: Sequence[Replacement]
) -> list[tuple[int, int, Replacement | int | None]]:
    """Yield what moves or may have to follow: pieces, brackets, and lines aligned with a bracket (at its offset)."""
    events: dict[tuple[int, int], Replacement | int | None] = {(piece.start, 2): piece for piece in pieces}
    touched = [source.position(end)[0] for piece in pieces for end in (piece.start, piece.end)]
    seen: set[int] = set()
    while touched:
        line = touched.pop()
        if line not in seen:
            seen.add(line)
            for start, bracket in source.aligned_with(line):
                events[bracket, 1] = None
                events[start, 0] = bracket
                touched.append(source.position(start)[0])
    return [(offset, kind, events[offset, kind]) for offset, kind in sorted(events)]


class _Columns:
    """How far what stands on the current line has moved, from left to right through a file."""

    def __init__(self, source: SourceMap) -> None:
        self.source = source
        self.line = 0
        self.moved = 0

    def shift(self, offset: int) -> int:
        """Return how far the unchanged character at ``offset`` has moved."""
        line = self.source.position(offset)[0]
        if line != self.line:
            self.line, self.moved = line, 0
        return self.moved

    def new_column(self, offset: int) -> int:
        """Return the column that it has now."""
        return self.source.position(offset)[1] + self.shift(offset)

    def indented(self, offset: int, shift: int) -> None:
        """Note that the line of ``offset`` has been moved by ``shift`` as a whole."""
        self.line, self.moved = self.source.position(offset)[0], shift

    def replaced(self, piece: Replacement, text: str) -> None:
        """``piece`` stands as ``text`` now."""
        column = self.new_column(piece.start)
        self.line, old = self.source.position(piece.end)
        new = len(text.rpartition("\n")[2]) + (0 if "\n" in text else column)
        self.moved = new - old
