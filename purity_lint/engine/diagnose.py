"""Diagnostics of findings: where they stand for a reader, and what their fixes would change."""

from __future__ import annotations

import ast
from dataclasses import replace

from purity_lint.configuration.settings import Settings
from purity_lint.engine.crashes import InternalError, crash
from purity_lint.engine.find import Located
from purity_lint.errors import InvalidSource
from purity_lint.findings.diagnostics import Diagnostic, DiagnosticFix
from purity_lint.fixes.profiles.wording import Wording
from purity_lint.rules.registry import all_rules
from purity_lint.source.constructs import construct
from purity_lint.source.file import SourceFile
from purity_lint.source.notebook import Notebook
from purity_lint.source.positions import Span

_NO_FIX = "no rewrite is known that does the same everywhere: decide by hand what is meant"


def diagnose(source: SourceFile, found: Located, wording: Wording) -> Diagnostic:
    """Return the record of one finding that every output format prints."""
    rule, finding, span = found
    kind, operator = construct(finding.node)
    fix = None
    if finding.fix is not None:
        fix = DiagnosticFix(finding.fix.applicability, wording.title(finding.fix))
    return Diagnostic(
        path=source.path,
        code=rule.code,
        name=rule.name,
        message=wording.message(finding),
        span=span,
        evidence=finding.evidence,
        reasons=finding.reasons,
        fix=fix,
        hint=wording.hint(finding.hint) or (_NO_FIX if fix is None else None),
        noqa_line=_noqa_line(finding.node, span),
        construct=kind,
        operator=operator,
    )


def syntax_error(error: InvalidSource) -> Diagnostic:
    """PUR001 for a file that could be read but is not Python."""
    rule = all_rules()["PUR001"]
    span = Span(error.line, error.col, error.line, error.col)
    return Diagnostic(
        error.path, rule.code, rule.name, error.reason, span, cell=error.cell, noqa_line=error.line
    )


def with_edits(
    source: SourceFile,
    settings: Settings,
    pairs: list[tuple[Located, Diagnostic]],
    errors: list[InternalError],
) -> list[tuple[Located, Diagnostic]]:
    """``pairs`` whose diagnostics say what their fixes would change; a crash of one is put down in ``errors``."""
    if all(diagnostic.fix is None for _, diagnostic in pairs):
        return pairs
    from purity_lint.fixes.preview import Previews

    previews = Previews(source, settings)
    shown = []
    for found, diagnostic in pairs:
        fix = diagnostic.fix
        if fix is not None:
            try:
                fix = replace(fix, edits=previews.edits(found.finding))
            except Exception as error:
                errors.append(
                    crash(source.path, f"the fix of {diagnostic.code}", error, diagnostic.span.line)
                )
        shown.append((found, replace(diagnostic, fix=fix)))
    return shown


def in_cell(notebook: Notebook, diagnostic: Diagnostic) -> Diagnostic:
    """``diagnostic`` with positions as a reader of the notebook counts them: cell by cell."""
    cell, line = notebook.locate(diagnostic.span.line)
    fix = diagnostic.fix
    if fix is not None:
        fix = replace(
            fix, edits=tuple(replace(edit, span=_span_in_cell(notebook, edit.span)) for edit in fix.edits)
        )
    return replace(
        diagnostic,
        cell=cell,
        span=_span_in_cell(notebook, diagnostic.span),
        noqa_line=diagnostic.noqa_line + line - diagnostic.span.line,
        fix=fix,
    )


def in_text(notebook: Notebook, diagnostic: Diagnostic) -> Diagnostic:
    """``diagnostic`` of a notebook with its place in the text of all cells, where its fix is not known any more."""
    first = next((cell.first_line for cell in notebook.cells if cell.number == diagnostic.cell), 1)
    span, below = diagnostic.span, first - 1
    return replace(
        diagnostic,
        cell=None,
        span=span._replace(line=span.line + below, end_line=span.end_line + below),
        noqa_line=diagnostic.noqa_line + below,
        fix=None if diagnostic.fix is None else replace(diagnostic.fix, edits=()),
    )


def _span_in_cell(notebook: Notebook, span: Span) -> Span:
    _, line = notebook.locate(span.line)
    return span._replace(line=line, end_line=span.end_line + line - span.line)


def _noqa_line(node: ast.AST, span: Span) -> int:
    """Return where a suppression for this finding goes: its last line, or the first of a statement with a body."""
    return span.line if hasattr(node, "body") and isinstance(node.body, list) else span.end_line
