"""Default format: each finding with the code around it."""

from __future__ import annotations

from collections.abc import Iterator

from purity_lint.findings.diagnostics import Diagnostic
from purity_lint.formats.report import Report, help_text, location
from purity_lint.formats.style import Style, visible, width

CONTEXT = 2
"""Lines of code shown before and after a finding."""
WIDE = 500
"""A line is shown up to here, and a finding further to the right by its position alone."""
_LONG = 12
"""A finding that covers more lines than this is shown by its first and last lines."""


def render(report: Report) -> Iterator[str]:
    """Yield each finding, of several lines: a headline, a code frame and a help line."""
    style = Style(report.color)
    for diagnostic in report.diagnostics:
        mark = " [*]" if report.is_fixable(diagnostic) else ""
        shown = [
            f"{style.code(diagnostic.code)}{style.accent(mark)} {style.bold(visible(diagnostic.message))}"
        ]
        shown += _frame(diagnostic, report.lines(diagnostic), style)
        if text := help_text(diagnostic):
            shown.append(f"{style.accent('help')}: {style.bold(visible(text))}")
        shown.append("")
        yield "\n".join(shown)


def _frame(diagnostic: Diagnostic, lines: list[str], style: Style) -> Iterator[str]:
    span = diagnostic.span
    margin = len(str(span.end_line))
    if (
        span.end_line > len(lines) or max(span.col, span.end_col) > WIDE
    ):  # changed since it was checked, or endless
        yield f"{' ' * margin}{style.gutter('-->')} {location(diagnostic)}"
        return
    first = max(span.line - CONTEXT, 1)
    last = min(span.end_line + CONTEXT, len(lines))
    while first < span.line and not lines[first - 1].strip():
        first += 1
    while last > span.end_line and not lines[last - 1].strip():
        last -= 1
    margin = len(str(last))
    yield f"{' ' * margin}{style.gutter('-->')} {location(diagnostic)}"
    bar = style.gutter("|")
    yield f"{' ' * margin} {bar}"
    several = span.end_line > span.line
    for number in range(first, last + 1):
        if several and _hidden(number, span.line, span.end_line):
            if number == span.line + _LONG // 2:
                yield style.gutter("...") + " " * max(margin - 2, 0) + f" {style.code('|')}"
            continue
        line = lines[number - 1]
        text = visible(line if len(line) <= WIDE else line[:WIDE] + "…")
        rail = ""
        if several:
            rail = "/ " if number == span.line else "| " if span.line < number <= span.end_line else "  "
            rail = style.code(rail)
        yield f"{style.gutter(str(number).rjust(margin))} {bar} {rail}{text}".rstrip()
        if number == span.end_line:
            yield f"{' ' * margin} {bar} {style.code(_carets(diagnostic, lines))}"
    yield f"{' ' * margin} {bar}"


def _hidden(number: int, start: int, end: int) -> bool:
    return end - start >= _LONG and start + _LONG // 2 <= number <= end - _LONG // 2


def _carets(diagnostic: Diagnostic, lines: list[str]) -> str:
    span = diagnostic.span
    text = lines[span.end_line - 1]
    if span.end_line > span.line:
        return "|" + "_" * max(width(text[: span.end_col]), 1) + "^"
    before = width(text[: span.col])
    return " " * before + "^" * max(width(text[: span.end_col]) - before, 1)
