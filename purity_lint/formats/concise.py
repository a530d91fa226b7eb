"""One line per finding, flat or grouped by file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from purity_lint.findings.diagnostics import Diagnostic
from purity_lint.formats.report import Report, relative
from purity_lint.formats.style import Style, visible


def render(report: Report) -> Iterator[str]:
    """Yield ``path:line:col: CODE [*] message``."""
    style = Style(report.color)
    separator = style.accent(":")
    for (path, cell), group in groupby(report.diagnostics, key=lambda d: (d.path, d.cell)):
        file = visible(relative(path)) + (f":cell {cell}" if cell is not None else "")
        place = style.bold(file) + separator
        for d in group:
            at = f"{d.span.line}{separator}{d.span.col + 1}{separator}"
            yield f"{place}{at} {_text(report, d, style)}"


def render_grouped(report: Report) -> Iterator[str]:
    """Yield each file's name followed by its findings, positions aligned."""
    style = Style(report.color)
    for path, group in groupby(report.diagnostics, key=lambda d: d.path):
        members = list(group)
        places = [_place(d) for d in members]
        margin = max(map(len, places))
        yield f"{style.bold(visible(relative(path)))}:"
        for place, d in zip(places, members, strict=True):
            yield f"  {place.ljust(margin)} {_text(report, d, style)}"
        yield ""


def _place(d: Diagnostic) -> str:
    cell = f"cell {d.cell}:" if d.cell is not None else ""
    return f"{cell}{d.span.line}:{d.span.col + 1}"


def _text(report: Report, d: Diagnostic, style: Style) -> str:
    mark = style.accent("[*] ") if report.is_fixable(d) else ""
    return f"{style.code(d.code)} {mark}{visible(d.message)}"
