"""Workflow commands, which GitHub Actions shows as annotations on the lines of a pull request."""

from __future__ import annotations

import os
from collections.abc import Iterator

from purity_lint.formats.report import Report, help_text, location
from purity_lint.formats.style import visible


def render(report: Report) -> Iterator[str]:
    """Yield one ``::error`` command per finding."""
    for d in report.diagnostics:
        span = d.span
        fields = {
            "title": f"purity-lint ({d.code})",
            "file": os.path.abspath(d.path),
            "line": span.line,
            "col": span.col + 1,
            "endLine": span.end_line,
            "endColumn": span.end_col + 1,
        }
        text = f"{location(d)}: {d.code} {visible(d.message)}"
        if help_line := help_text(d):
            text += f"\n  help: {visible(help_line)}"
        properties = ",".join(f"{name}={_property(visible(str(value)))}" for name, value in fields.items())
        yield f"::error {properties}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
