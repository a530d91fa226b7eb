"""Pylint's text format, which Jenkins, Bamboo and many editors read."""

from __future__ import annotations

from collections.abc import Iterator

from purity_lint.formats.report import Report, relative
from purity_lint.formats.style import visible


def render(report: Report) -> Iterator[str]:
    """Yield ``path:line: [code] message`` for each finding; columns have no place in this format."""
    for d in report.diagnostics:
        yield f"{visible(relative(d.path))}:{d.span.line}: [{d.code}] {visible(d.message)}"
