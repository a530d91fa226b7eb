"""Diagnostics as plain JSON data and back, for the cache."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from purity_lint.findings.diagnostics import Applicability, Diagnostic, DiagnosticFix, Evidence, Reason
from purity_lint.source.edits import TextEdit
from purity_lint.source.positions import Span


def to_data(d: Diagnostic) -> dict[str, Any]:
    """``d`` as JSON data, without its path: an entry belongs to one file."""
    return {
        "code": d.code,
        "name": d.name,
        "message": d.message,
        "span": _from_span(d.span),
        "evidence": d.evidence and int(d.evidence),
        "reasons": [[r.text, r.line, r.col, r.path] for r in d.reasons],
        "fix": d.fix and _from_fix(d.fix),
        "hint": d.hint,
        "cell": d.cell,
        "noqa_line": d.noqa_line,
        "construct": d.construct,
        "operator": d.operator,
    }


def from_data(data: dict[str, Any], path: Path) -> Diagnostic:
    """Return the diagnostic that :func:`to_data` wrote.

    Raises :class:`ValueError`, :class:`TypeError` or :class:`KeyError` for data that it did not write.
    """
    return Diagnostic(
        path=path,
        code=_text(data["code"]),
        name=_text(data["name"]),
        message=_text(data["message"]),
        span=_to_span(data["span"]),
        evidence=None if data["evidence"] is None else Evidence(data["evidence"]),
        reasons=tuple(
            Reason(_text(t), int(line), int(col), p and _text(p)) for t, line, col, p in data["reasons"]
        ),
        fix=None if data["fix"] is None else _to_fix(data["fix"]),
        hint=data["hint"] and _text(data["hint"]),
        cell=None if data["cell"] is None else int(data["cell"]),
        noqa_line=int(data["noqa_line"]),
        construct=data["construct"] and _text(data["construct"]),
        operator=data["operator"] and _text(data["operator"]),
    )


def _from_span(span: Span) -> list[int]:
    return [span.line, span.col, span.end_line, span.end_col]


def _to_span(data: list[int]) -> Span:
    line, col, end_line, end_col = data
    return Span(int(line), int(col), int(end_line), int(end_col))


def _from_fix(fix: DiagnosticFix) -> dict[str, Any]:
    return {
        "applicability": fix.applicability.value,
        "message": fix.message,
        "edits": [[_from_span(e.span), e.text] for e in fix.edits],
    }


def _to_fix(data: dict[str, Any]) -> DiagnosticFix:
    edits = tuple(TextEdit(_to_span(span), _text(text)) for span, text in data["edits"])
    return DiagnosticFix(Applicability(data["applicability"]), _text(data["message"]), edits)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"expected text, got {type(value).__name__}")
    return value
