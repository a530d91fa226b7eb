"""Default format: each finding with the code around it."""

from __future__ import annotations

from collections.abc import Iterator

from purity_lint.formats.report import Report, help_text, place
from purity_lint.formats.style import Style, visible, width
from purity_lint.source.positions import Span

CONTEXT = 2
"""Lines of code shown before and after a finding."""
WIDE = 500
"""A line is shown up to here, and a finding further to the right by its position alone."""
_LONG = 12
"""A finding that covers more lines than this is shown by its first and last lines."""


def render(report: Report) -> Iterator[str]:
    """Yield each finding, of several lines: a headline, a code frame and a help line."""
    style = Style(report.color)
    page = None
    help_mark = style.accent("help")
    for diagnostic in report.diagnostics:
        lines = report.lines(diagnostic)
        if page is None or page.lines is not lines:
            page = _Page(place(diagnostic), lines, style)
        mark = style.accent(" [*]") if report.is_fixable(diagnostic) else ""
        shown = [f"{style.code(diagnostic.code)}{mark} {style.bold(visible(diagnostic.message))}"]
        page.draw(diagnostic.span, shown)
        if text := help_text(diagnostic):
            shown.append(f"{help_mark}: {style.bold(visible(text))}")
        shown.append("")
        yield "\n".join(shown)


class _Page:
    """One file (or notebook cell) as it is shown; of its lines, most stand around several findings."""

    def __init__(self, name: str, lines: list[str], style: Style) -> None:
        self.lines = lines
        self._name = name
        self._style = style
        self._arrow, self._bar = style.gutter("-->"), style.gutter("|")
        self._drawn: dict[tuple[int, int, str], str] = {}
        """By number, margin and rail."""

    def draw(self, span: Span, shown: list[str]) -> None:
        """Add the frame of a finding to ``shown``."""
        lines, bar, style = self.lines, self._bar, self._style
        start, end = span.line, span.end_line
        where = f"{self._arrow} {self._name}:{start}:{span.col + 1}"
        if end > len(lines) or max(span.col, span.end_col) > WIDE:  # changed since it was checked, or endless
            shown.append(" " * len(str(end)) + where)
            return
        first = max(start - CONTEXT, 1)
        last = min(end + CONTEXT, len(lines))
        while first < start and not lines[first - 1].strip():
            first += 1
        while last > end and not lines[last - 1].strip():
            last -= 1
        margin = len(str(last))
        edge = f"{' ' * margin} {bar}"
        shown += (" " * margin + where, edge)
        several = end > start
        for number in range(first, last + 1):
            rail = ""
            if several:
                if _hidden(number, start, end):
                    if number == start + _LONG // 2:
                        dots = style.gutter("...") + " " * max(margin - 2, 0)
                        shown.append(f"{dots} {style.code('|')}")
                    continue
                rail = "/ " if number == start else "| " if start < number <= end else "  "
            shown.append(self._drawn.get((number, margin, rail)) or self._line(number, margin, rail))
            if number == end:
                shown.append(f"{edge} {style.code(_carets(span, lines[end - 1]))}")
        shown.append(edge)

    def _line(self, number: int, margin: int, rail: str) -> str:
        line = self.lines[number - 1]
        text = visible(line if len(line) <= WIDE else line[:WIDE] + "…")
        gutter = self._style.gutter(str(number).rjust(margin))
        drawn = f"{gutter} {self._bar} {self._style.code(rail)}{text}".rstrip()
        self._drawn[number, margin, rail] = drawn
        return drawn


def _hidden(number: int, start: int, end: int) -> bool:
    return end - start >= _LONG and start + _LONG // 2 <= number <= end - _LONG // 2


def _carets(span: Span, line: str) -> str:
    end = width(line[: span.end_col])
    if span.end_line > span.line:
        return "|" + "_" * max(end, 1) + "^"
    before = width(line[: span.col])
    return " " * before + "^" * max(end - before, 1)
