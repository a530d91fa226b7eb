"""Answers to requests about the files of one project."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from purity_lint.configuration import baseline
from purity_lint.configuration.files import SettingsResolver, from_table
from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import Checked, Reported, check
from purity_lint.engine.diagnose import syntax_error
from purity_lint.engine.silence import NEVER, silencing
from purity_lint.engine.suppression import dead_comment_edits
from purity_lint.engine.why import Explained, explain
from purity_lint.errors import InvalidSource, PurityError
from purity_lint.findings.diagnostics import Diagnostic
from purity_lint.fixes.preview import Previews
from purity_lint.formats.report import Report
from purity_lint.run.resident import ResidentProject, Understood
from purity_lint.server.messages import Answer, Check, Explain, Failed, Fix, IsStale, Offer, Offered, Request
from purity_lint.source.decode import text_of
from purity_lint.source.edits import TextEdit, apply_edits
from purity_lint.source.file import SourceFile
from purity_lint.source.write import rendered


class Service:
    """What is known of the project in the current folder.

    ``table`` are settings that count for more than the configuration.  Raises :class:`PurityError` for settings that
    cannot be used.
    """

    def __init__(self, table: Mapping[str, Any]) -> None:
        self._table = table
        self._project = ResidentProject(Path(), self._resolver())

    def answer(self, request: Request) -> Answer:
        """Return the answer; :class:`Failed` for what goes wrong, since the next request may go well."""
        try:
            return self._answer(request)
        except PurityError as error:
            return Failed(str(error))
        except Exception as error:
            return Failed(f"internal error: {type(error).__name__}: {error}")

    def _answer(self, request: Request) -> Answer:
        if isinstance(request, IsStale):
            return self._project.is_stale(self._resolver())
        if not self._project.holds(request.path):
            return None
        try:
            understood = self._project.understand(request.path, request.data)
        except InvalidSource as error:
            return [syntax_error(error)] if isinstance(request, Check) else None
        match request:
            case Check():
                return _kept(
                    check(understood.source, understood.settings, understood.model), understood, request
                )
            case Explain():
                return _explained(understood, request)
            case Offer():
                return _offers(understood, request)
            case Fix():
                return self._project.fixed(request.path, request.data).content

    def _resolver(self) -> SettingsResolver:
        def override(found: Settings) -> Settings:
            return from_table(self._table, found, "settings of the editor") if self._table else found

        return SettingsResolver(override)


def _kept(checked: Checked, understood: Understood, request: Check | Offer) -> list[Diagnostic]:
    """Return the findings that no baseline accepts."""
    found = checked.diagnostics
    texts = {understood.source.path: text_of(request.data)} if found else {}
    return baseline.filtered(found, understood.settings, Report(found, texts=texts).lines)


def _explained(understood: Understood, request: Explain) -> Explained:
    from purity_lint.semantics import analyze

    source, settings = understood.source, understood.settings
    model = understood.model or analyze(source, settings.ops_module)
    line = request.line + _first_line(source, request.cell) - 1
    return explain(source, model, settings, line, request.col)


def _offers(understood: Understood, request: Offer) -> list[Offered]:
    checked = check(understood.source, understood.settings, understood.model)
    kept = _kept(checked, understood, request)
    wanted = [one for one in checked.reported if one.diagnostic in kept and _touches(one.diagnostic, request)]
    if not wanted:
        return []
    previews = Previews(understood.source, understood.settings)
    return [_offered(one, understood.source, previews) for one in wanted]


def _touches(diagnostic: Diagnostic, request: Offer) -> bool:
    span = diagnostic.span
    return diagnostic.cell == request.cell and span.line <= request.last and request.first <= span.end_line


def _offered(one: Reported, source: SourceFile, previews: Previews) -> Offered:
    diagnostic = one.diagnostic
    edits: tuple[TextEdit, ...] = ()
    if one.finding is not None and diagnostic.fix is not None:
        edits = previews.edits(one.finding)
    elif source.notebook is None:
        edits = tuple(dead_comment_edits([diagnostic]))
    silent: list[TextEdit] = []
    if diagnostic.code not in NEVER:
        line = diagnostic.noqa_line + _first_line(source, diagnostic.cell) - 1
        silent = silencing(source, [replace(diagnostic, noqa_line=line)])
    return Offered(diagnostic, _changed(source, edits), _changed(source, silent))


def _changed(source: SourceFile, edits: tuple[TextEdit, ...] | list[TextEdit]) -> bytes | None:
    """Return the content of the file with ``edits``; nothing where there are none, or it could not be written back."""
    if not edits or not source.is_reversible:
        return None
    return rendered(apply_edits(source.text, edits), source)


def _first_line(source: SourceFile, cell: int | None) -> int:
    """Return where a cell begins in the text of a notebook; a file begins on its first line."""
    if cell is None or source.notebook is None:
        return 1
    return next((c.first_line for c in source.notebook.cells if c.number == cell), 1)
