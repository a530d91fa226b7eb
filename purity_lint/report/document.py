"""A report as data (JSON): what the page shows, for other programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from purity_lint import __version__
from purity_lint.findings.diagnostics import Applicability, Diagnostic
from purity_lint.formats.links import rule_page
from purity_lint.formats.report import Report, help_text
from purity_lint.formats.style import visible
from purity_lint.report.survey import Module, Survey, unlocked
from purity_lint.rules.registry import all_rules, explanation

VERSION = 1
MAX_FRAMES = 20_000
"""Findings that are shown with their code; a page with more would open in no browser."""
_AROUND = 2
_LONGEST_LINE = 300


def document(
    found: Survey, name: str, revision: str | None = None, before: Survey | None = None
) -> dict[str, Any]:
    """Return everything that is known of a project called ``name``.

    ``before`` is the same project at ``revision``.
    """
    whole = found.purity
    return {
        "version": VERSION,
        "tool": f"purity-lint {__version__}",
        "name": name,
        "purity": whole.share,
        "expressions": whole.expressions,
        "impure": whole.impure,
        "fixable": sum(module.fixable for module in found.modules.values()),
        "modules": [_module(module, before) for module in found.modules.values()],
        "order": [
            {"path": path.as_posix(), "makes_pure": [other.as_posix() for other in pure]}
            for path, pure in unlocked(found)
        ],
        "rules": list(_rules(found)),
        "findings": list(_findings(found)),
        "errors": [visible(error) for error in found.errors],
        "against": None if before is None else _against(found, revision or "", before),
    }


def _module(module: Module, before: Survey | None) -> dict[str, Any]:
    then = before.modules.get(module.path) if before is not None else None
    return {
        "path": visible(module.path.as_posix()),
        "purity": module.purity.share,
        "expressions": module.purity.expressions,
        "impure": module.purity.impure,
        "findings": len(module.diagnostics),
        "fixable": module.fixable,
        "imports": sorted(visible(path.as_posix()) for path in module.imports),
        "before": None if then is None else {"purity": then.purity.share, "findings": len(then.diagnostics)},
    }


def _rules(found: Survey) -> Iterator[dict[str, Any]]:
    counts = Counter(d.code for d in found.diagnostics)
    how = Counter((d.code, d.fix.applicability) for d in found.diagnostics if d.fix is not None)
    for code, number in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        rule = all_rules()[code]
        yield {
            "code": code,
            "name": rule.name,
            "summary": explanation(rule).partition("\n")[0],
            "url": rule_page(rule.name),
            "count": number,
            "safe": how[code, Applicability.SAFE],
            "unsafe": how[code, Applicability.UNSAFE],
        }


def _findings(found: Survey) -> Iterator[dict[str, Any]]:
    texts = {module.path: module.text for module in found.modules.values()}
    source = Report([], texts=texts)
    for number, d in enumerate(found.diagnostics):
        yield {
            "path": visible(d.path.as_posix()),
            "cell": d.cell,
            "line": d.span.line,
            "column": d.span.col + 1,
            "code": d.code,
            "message": visible(d.message),
            "help": visible(help_text(d) or ""),
            "fix": d.fix.applicability.value if d.fix is not None else None,
            "frame": _frame(d, source.lines(d)) if number < MAX_FRAMES else [],
        }


def _frame(d: Diagnostic, lines: list[str]) -> list[dict[str, Any]]:
    """Return the lines around a finding, each with the columns that it covers there."""
    span = d.span
    frame = []
    for number in range(
        max(1, span.line - _AROUND), min(len(lines), span.end_line + _AROUND, span.line + 9) + 1
    ):
        text = lines[number - 1][:_LONGEST_LINE]
        first = span.col if number == span.line else 0
        last = span.end_col if number == span.end_line else len(text)
        marked = [first, last] if span.line <= number <= span.end_line else None
        frame.append({"line": number, "text": text, "marked": marked})
    return frame


def _against(found: Survey, revision: str, before: Survey) -> dict[str, Any]:
    now, then = found.by_line(), before.by_line()
    return {
        "revision": revision,
        "purity": before.purity.share,
        "findings": len(before.diagnostics),
        "added": (now - then).total(),
        "removed": (then - now).total(),
    }
