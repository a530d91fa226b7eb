"""Findings and explanations as the protocol has them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp

from purity_lint.engine.why import Explained
from purity_lint.findings.diagnostics import Diagnostic, Reason
from purity_lint.formats.links import rule_page
from purity_lint.formats.report import help_text
from purity_lint.server.documents import Document, uri_of
from purity_lint.source.positions import Span

SOURCE = "purity-lint"
_UNUSED_COMMENT = "PUR002"
_NOT_PYTHON = "PUR001"


def by_part(document: Document, found: Iterable[Diagnostic], folder: Path) -> dict[str, list[lsp.Diagnostic]]:
    """Return the findings of a document by its parts; a part without any has an empty list, which clears it."""
    parts: dict[str, list[lsp.Diagnostic]] = defaultdict(list, {part.uri: [] for part in document.parts})
    for diagnostic in found:
        shown = diagnostic_of(document, diagnostic, folder)
        parts[document.part(diagnostic.cell).uri].append(shown)
    return parts


def diagnostic_of(document: Document, diagnostic: Diagnostic, folder: Path) -> lsp.Diagnostic:
    """Return a finding as the client shows it, with a link to the page of its rule."""
    help_line = help_text(diagnostic)
    severity = (
        lsp.DiagnosticSeverity.Error if diagnostic.code == _NOT_PYTHON else lsp.DiagnosticSeverity.Warning
    )
    return lsp.Diagnostic(
        document.range(diagnostic.cell, diagnostic.span),
        diagnostic.message + (f"\n{help_line}" if help_line else ""),
        severity=severity,
        code=diagnostic.code,
        code_description=lsp.CodeDescription(rule_page(diagnostic.name)),
        source=SOURCE,
        tags=[lsp.DiagnosticTag.Unnecessary] if diagnostic.code == _UNUSED_COMMENT else None,
        related_information=list(_related(document, diagnostic, folder)) or None,
    )


def _related(
    document: Document, diagnostic: Diagnostic, folder: Path
) -> Iterator[lsp.DiagnosticRelatedInformation]:
    for reason in diagnostic.reasons:
        where = _location(document, reason, folder)
        if where is not None:
            yield lsp.DiagnosticRelatedInformation(where, reason.text)


def _location(document: Document, reason: Reason, folder: Path) -> lsp.Location | None:
    span = Span(reason.line, reason.col, reason.line, reason.col)
    if reason.path is not None and folder / reason.path != document.path:
        at = lsp.Position(reason.line - 1, reason.col)
        return lsp.Location(uri_of(folder / reason.path), lsp.Range(at, at))
    if document.is_notebook:  # reasons count the lines of all cells together
        return None
    return lsp.Location(document.uri, document.range(None, span))


def hover_of(explained: Explained) -> str | None:
    """Return in Markdown what is known at a place; nothing where nothing is."""
    lines: list[str] = []
    for expression in explained.expressions:
        lines += _expression(expression)
    for finding in explained.findings:
        page = rule_page(finding["name"])
        help_line = f" {finding['help']}" if finding["help"] else ""
        lines += ["", f"[{finding['code']}]({page}): {finding['message']}.{help_line}"]
    return "\n".join(lines).strip() or None


def _expression(known: dict[str, Any]) -> Iterator[str]:
    if known["evidence"] is None:
        return
    text = " ".join(known["expression"].split())
    yield ""
    yield f"{_code(text)} is {known['description']}, {known['evidence']}"
    yield ""
    for reason in known["reasons"]:
        yield f"- {reason['message']} ({reason['filename']}:{reason['row']}:{reason['column']})"


def _code(text: str) -> str:
    """Return ``text`` as code in Markdown, whatever it holds."""
    fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    pad = " " if "`" in text else ""
    return f"{fence}{pad}{text}{pad}{fence}"
