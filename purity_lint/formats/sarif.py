"""SARIF 2.1.0, which code scanning on GitHub and many editors read."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from purity_lint import __version__
from purity_lint.findings.diagnostics import Diagnostic
from purity_lint.formats.links import DOCS, rule_page
from purity_lint.formats.plain_json import indented
from purity_lint.formats.report import Report, help_text, relative
from purity_lint.rules.base import Rule
from purity_lint.rules.registry import all_rules, explanation
from purity_lint.source.positions import Span

_FINGERPRINT = "purityLintLineHash/v1"
"""Of the file, the rule, the text of the line, and which of such findings it is."""
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render(report: Report) -> Iterator[str]:
    """Yield one SARIF log."""
    codes = sorted({d.code for d in report.diagnostics})
    log = {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "purity-lint",
                        "version": __version__,
                        "informationUri": DOCS,
                        "rules": [_rule(all_rules()[code]) for code in codes],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": _results(report, codes),
            }
        ],
    }
    yield indented(log)


def _rule(rule: Rule) -> dict[str, Any]:
    text = explanation(rule)
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": text.split("\n", 1)[0]},
        "fullDescription": {"text": text},
        "help": {"text": text, "markdown": text},
        "helpUri": rule_page(rule.name),
    }


def _results(report: Report, codes: list[str]) -> list[dict[str, Any]]:
    """Return the findings, each with a fingerprint that stays when lines above it come and go."""
    seen: Counter[tuple[str, str, str]] = Counter()
    results = []
    for d in report.diagnostics:
        lines = report.lines(d)
        line = lines[d.span.line - 1].strip() if d.span.line <= len(lines) else ""
        key = (relative(d.path), d.code, line)
        seen[key] += 1
        text = "\0".join((*key, str(seen[key]))).encode("utf-8", "surrogateescape")
        fingerprint = {_FINGERPRINT: hashlib.sha256(text).hexdigest()[:16]}
        results.append({**_result(d, codes.index(d.code)), "partialFingerprints": fingerprint})
    return results


def _result(d: Diagnostic, rule_index: int) -> dict[str, Any]:
    uri = Path(os.path.abspath(d.path)).as_uri()
    help_line = help_text(d)
    result: dict[str, Any] = {
        "ruleId": d.code,
        "ruleIndex": rule_index,
        "level": "error",
        "message": {"text": d.message + (f"\n{help_line}" if help_line else "")},
        "locations": [_location(uri, d.span)],
    }
    if d.reasons:
        result["relatedLocations"] = [
            _location(
                uri if r.path is None else Path(os.path.abspath(r.path)).as_uri(),
                Span(r.line, r.col, r.line, r.col),
                r.text,
            )
            for r in d.reasons
        ]
    if d.fix is not None and d.fix.edits:
        replacements = [
            {"deletedRegion": _region(e.span), **({"insertedContent": {"text": e.text}} if e.text else {})}
            for e in d.fix.edits
        ]
        change = {"artifactLocation": {"uri": uri}, "replacements": replacements}
        result["fixes"] = [{"description": {"text": d.fix.message}, "artifactChanges": [change]}]
    properties: dict[str, Any] = {}
    if d.evidence is not None:
        properties["evidence"] = d.evidence.name.lower()
    if d.cell is not None:
        properties["cell"] = d.cell
    if properties:
        result["properties"] = properties
    return result


def _location(uri: str, span: Span, text: str | None = None) -> dict[str, Any]:
    place: dict[str, Any] = {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": _region(span)}}
    if text is not None:
        place["message"] = {"text": text}
    return place


def _region(span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.col + 1,
        "endLine": span.end_line,
        "endColumn": span.end_col + 1,
    }
