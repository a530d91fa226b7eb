"""Diagnostics of a file as plain JSON data and back, for the cache.

What many findings of a file share, their reasons and fixes, is written once, and a finding refers to it by number.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from purity_lint.findings.diagnostics import Applicability, Diagnostic, DiagnosticFix, Evidence, Reason
from purity_lint.source.edits import TextEdit
from purity_lint.source.positions import Span

_SPAN = (int, int, int, int)
_EVIDENCE = {int(evidence): evidence for evidence in Evidence}
_NONE = type(None)
_SHAPES = frozenset(
    (str, str, str, list, evidence, list, int, hint, cell, int, construct, operator)
    for evidence in (int, _NONE)
    for hint in (str, _NONE)
    for cell in (int, _NONE)
    for construct in (str, _NONE)
    for operator in (str, _NONE)
)
"""Types of what is written of a finding: told from foreign data by one look-up, since there may be many thousands."""


def to_data(diagnostics: Iterable[Diagnostic]) -> list[Any]:
    """Return the diagnostics as JSON data, without their path: an entry belongs to one file."""
    reasons: dict[Reason, int] = {}
    fixes: dict[DiagnosticFix, int] = {}
    found = [
        [
            d.code,
            d.name,
            d.message,
            _from_span(d.span),
            d.evidence and int(d.evidence),
            [reasons.setdefault(r, len(reasons)) for r in d.reasons],
            -1 if d.fix is None else fixes.setdefault(d.fix, len(fixes)),
            d.hint,
            d.cell,
            d.noqa_line,
            d.construct,
            d.operator,
        ]
        for d in diagnostics
    ]
    return [[[r.text, r.line, r.col, r.path] for r in reasons], list(map(_from_fix, fixes)), found]


def from_data(data: list[Any], path: Path) -> list[Diagnostic]:
    """Return the diagnostics that :func:`to_data` wrote.

    Raises :class:`ValueError`, :class:`TypeError` or :class:`LookupError` for data that it did not write.
    """
    given_reasons, given_fixes, found = data
    reasons = [_to_reason(*item) for item in given_reasons]
    fixes = [_to_fix(*item) for item in given_fixes]
    out = []
    for item in found:
        if tuple(map(type, item)) not in _SHAPES or tuple(map(type, item[3])) != _SPAN:
            raise ValueError("not a finding")
        code, name, message, span, evidence, why, fix, hint, cell, line, construct, operator = item
        out.append(
            Diagnostic(
                path,
                code,
                name,
                message,
                Span(*span),
                None if evidence is None else _EVIDENCE[evidence],
                tuple([reasons[number] for number in why]),
                None if fix < 0 else fixes[fix],
                hint,
                cell,
                line,
                construct,
                operator,
            )
        )
    return out


def _to_reason(text: object, line: object, col: object, path: object) -> Reason:
    match text, line, col, path:
        case str(), int(), int(), str() | None:
            return Reason(text, line, col, path)
    raise ValueError("not a reason")


def _from_span(span: Span) -> list[int]:
    return [span.line, span.col, span.end_line, span.end_col]


def _to_span(data: list[int]) -> Span:
    line, col, end_line, end_col = data
    return Span(int(line), int(col), int(end_line), int(end_col))


def _from_fix(fix: DiagnosticFix) -> list[Any]:
    return [fix.applicability.value, fix.message, [[_from_span(e.span), e.text] for e in fix.edits]]


def _to_fix(applicability: str, message: str, edits: list[Any]) -> DiagnosticFix:
    read = tuple(TextEdit(_to_span(span), _text(text)) for span, text in edits)
    return DiagnosticFix(Applicability(applicability), _text(message), read)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"expected text, got {type(value).__name__}")
    return value
