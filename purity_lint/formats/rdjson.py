"""Reviewdog's diagnostic format."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from purity_lint.findings.diagnostics import Diagnostic
from purity_lint.formats.plain_json import indented
from purity_lint.formats.report import Report, help_text
from purity_lint.source.positions import Span


def render(report: Report) -> Iterator[str]:
    """Yield one JSON object."""
    result = {
        "source": {"name": "purity-lint"},
        "severity": "ERROR",
        "diagnostics": [_diagnostic(d) for d in report.diagnostics],
    }
    yield indented(result)


def _diagnostic(d: Diagnostic) -> dict[str, Any]:
    help_line = help_text(d)
    found: dict[str, Any] = {
        "message": d.message + (f" ({help_line})" if help_line else ""),
        "location": {"path": os.path.abspath(d.path), "range": _range(d.span)},
        "code": {"value": d.code},
    }
    if d.fix is not None and d.fix.edits:
        found["suggestions"] = [{"range": _range(e.span), "text": e.text} for e in d.fix.edits]
    return found


def _range(span: Span) -> dict[str, dict[str, int]]:
    return {
        "start": {"line": span.line, "column": span.col + 1},
        "end": {"line": span.end_line, "column": span.end_col + 1},
    }
