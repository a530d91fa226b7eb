"""ruff's json schema with ``evidence`` and ``reasons``, and the same as one object per line.

Lines additionally carry the position flat, with 0-based columns, and the construct that was flagged.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from purity_lint.findings.diagnostics import Diagnostic, DiagnosticFix
from purity_lint.formats.links import rule_page
from purity_lint.formats.plain_json import dumps, indented
from purity_lint.formats.report import Report, relative
from purity_lint.source.positions import Span


def render(report: Report) -> Iterator[str]:
    """Yield one JSON array."""
    if not report.diagnostics:
        yield "[]"
        return
    last = len(report.diagnostics) - 1
    yield "["
    for number, d in enumerate(report.diagnostics):
        yield f"  {indented(as_json(d), '  ')}{',' if number < last else ''}"
    yield "]"


def render_lines(report: Report) -> Iterator[str]:
    """Yield one JSON object per finding."""
    for d in report.diagnostics:
        flat = {
            "file": relative(d.path),
            "line": d.span.line,
            "col": d.span.col,
            "end_line": d.span.end_line,
            "end_col": d.span.end_col,
            "rule": d.code,
            "kind": d.construct,
            "op": d.operator,
        }
        yield dumps({**as_json(d), **flat})


def as_json(d: Diagnostic) -> dict[str, Any]:
    """One finding in ruff's schema; columns count from 1."""
    start, end = ends(d.span)
    return {
        "cell": d.cell,
        "code": d.code,
        "end_location": end,
        "evidence": d.evidence.name.lower() if d.evidence is not None else None,
        "filename": os.path.abspath(d.path),
        "fix": fix_as_json(d.fix),
        "location": start,
        "message": d.message,
        "name": d.name,
        "noqa_row": d.noqa_line,
        "reasons": [
            {
                "column": r.col + 1,
                "filename": r.path and os.path.abspath(r.path),
                "message": r.text,
                "row": r.line,
            }
            for r in d.reasons
        ],
        "severity": "error",
        "url": rule_page(d.name),
    }


def fix_as_json(fix: DiagnosticFix | None) -> dict[str, Any] | None:
    """A fix in ruff's schema."""
    if fix is None:
        return None
    edits = []
    for edit in fix.edits:
        start, end = ends(edit.span)
        edits.append({"content": edit.text, "end_location": end, "location": start})
    return {"applicability": fix.applicability.value, "edits": edits, "message": fix.message}


def ends(span: Span) -> tuple[dict[str, int], dict[str, int]]:
    """Start and end as ``{"column", "row"}``, both from 1."""
    return {"column": span.col + 1, "row": span.line}, {"column": span.end_col + 1, "row": span.end_line}
