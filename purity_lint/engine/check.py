"""One file: read, infer, run rules, one finding per construct, suppress, report."""

from __future__ import annotations

import ast
import traceback
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from purity_lint.configuration.settings import Settings
from purity_lint.engine.suppression import UNUSED, Suppressions
from purity_lint.errors import InvalidSource
from purity_lint.findings.diagnostics import Diagnostic, DiagnosticFix, Evidence
from purity_lint.findings.finding import Finding
from purity_lint.fixes.vocabulary import Vocabulary
from purity_lint.fixes.withdrawal import without_needed_imports
from purity_lint.rewrites.numba import is_compiled_by_numba
from purity_lint.rules.base import Rule, RuleContext
from purity_lint.rules.libraries.numba_function import NumbaFunction
from purity_lint.rules.registry import all_rules
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import construct
from purity_lint.source.file import SourceFile
from purity_lint.source.notebook import Notebook
from purity_lint.source.positions import Span
from purity_lint.source.read import read_source
from purity_lint.source.walk import walk

Located = tuple[Rule, Finding, Span]


@dataclass(frozen=True, slots=True)
class InternalError:
    """A rule (or the analysis) that crashed on a file: a bug of the linter, which does not end the run."""

    path: Path
    where: str
    """The code of the rule, or ``semantics``."""
    line: int
    error: str
    trace: str = ""

    def __str__(self) -> str:
        return f"internal error in {self.where} at {self.path}:{self.line}: {self.error}"


@dataclass(slots=True)
class Checked:
    """What was found in one file."""

    diagnostics: list[Diagnostic] = field(default_factory=list)
    errors: list[InternalError] = field(default_factory=list)
    reported: list[tuple[Rule, Finding]] = field(default_factory=list)
    """The same as rules gave them, for :mod:`purity_lint.fixes`; PUR001 and PUR002 are not among them."""
    gave_up: list[int] = field(default_factory=list)
    """Lines of functions that are nested too deeply to be understood: what they hold counts as unknown."""


def check_file(path: Path, settings: Settings) -> Checked:
    """Check the file at ``path``, by itself.

    A file that is not Python gives one PUR001.  Raises :class:`UnreadableSource` where it cannot be read.
    """
    try:
        source = read_source(path, settings.target_version)
    except InvalidSource as error:
        return Checked([syntax_error(error)])
    return check(source, settings)


def check(
    source: SourceFile, settings: Settings, model: SemanticModel | None = None, *, edits: bool = False
) -> Checked:
    """Check a parsed source.

    ``model`` is what is known of it from its project; without, it stands alone.  With ``edits`` the fixes of the
    diagnostics say what they would change, which costs more than finding them.
    """
    errors: list[InternalError] = []
    rules = _enabled(settings)
    if model is None and rules:
        model = _understood(source, settings, errors)
    located = [] if model is None else locate(source, settings, rules, errors, model)
    suppressions = Suppressions(source)
    silent = settings.ignored_in(source.path)
    result = Checked(errors=errors, gave_up=[] if model is None else model.gave_up)
    spans: list[Span] = []
    for rule, found, span in located:
        finding = found if rule.code in settings.fixable_rules else replace(found, fix=None)
        if suppressions.suppress(rule.code, span) or rule.code in silent or not _credible(finding, settings):
            continue
        result.reported.append((rule, finding))
        spans.append(span)
    if model is not None:
        if Vocabulary.differs(settings):
            result.reported, spans = _translated(result.reported, spans, Vocabulary(settings, model))
        result.reported = without_needed_imports(result.reported, model)
    for (rule, finding), span in zip(result.reported, spans, strict=True):
        result.diagnostics.append(_diagnostic(source, rule, finding, span))
    if edits:
        result.diagnostics = _with_edits(source, settings, result)
    if suppressions and not errors and UNUSED in settings.rules and UNUSED not in silent:
        result.diagnostics += suppressions.unused(settings.rules)
    result.diagnostics = _in_cells(source, sorted(result.diagnostics, key=_order))
    return result


def _translated(
    reported: list[tuple[Rule, Finding]], spans: list[Span], vocabulary: Vocabulary
) -> tuple[list[tuple[Rule, Finding]], list[Span]]:
    """The findings that there are in another vocabulary, and where they stand."""
    kept = [
        ((rule, translated), span)
        for (rule, finding), span in zip(reported, spans, strict=True)
        if (translated := vocabulary.translated(finding)) is not None
    ]
    return [found for found, _ in kept], [span for _, span in kept]


def check_source(
    source: SourceFile, settings: Settings, rules: Iterable[Rule] | None = None
) -> list[Diagnostic]:
    """The diagnostics of ``source``, from ``rules`` alone where they are given.

    A rule that crashes raises here; :func:`check` collects crashes instead.
    """
    if rules is not None:
        codes = tuple(rule.code for rule in rules)
        settings = replace(settings, select=codes, ignore=(), extend_select=(), extend_ignore=())
    result = check(source, settings)
    if result.errors:
        raise RuntimeError(f"{result.errors[0]}\n{result.errors[0].trace}")
    return result.diagnostics


def findings(
    source: SourceFile,
    settings: Settings,
    rules: Mapping[str, Rule] | None = None,
    model: SemanticModel | None = None,
) -> list[tuple[Rule, Finding]]:
    """The raw findings of ``source``, one per construct, before comments and settings silence any."""
    errors: list[InternalError] = []
    chosen = _enabled(settings) if rules is None else list(rules.values())
    located = locate(source, settings, chosen, errors, model)
    if errors:
        raise RuntimeError(f"{errors[0]}\n{errors[0].trace}")
    return [(rule, finding) for rule, finding, _ in located]


def locate(
    source: SourceFile,
    settings: Settings,
    rules: Iterable[Rule],
    errors: list[InternalError],
    model: SemanticModel | None = None,
) -> list[Located]:
    """Run ``rules`` over ``source``: findings with their spans, in source order, one per construct."""
    table = _dispatch(rules)
    if not table:
        return []
    if model is None:
        model = _understood(source, settings, errors)
    if model is None:
        return []
    context = RuleContext(model, settings)
    found: list[Located] = []
    for node in walk(source.tree):
        for rule in table.get(type(node), ()):
            try:
                found.extend(
                    (rule, _fixable(rule, finding, model), _span(source, finding))
                    for finding in rule.check(node, context)
                )
            except Exception as error:
                line = getattr(node, "lineno", 1)
                errors.append(_internal(source, rule.code, error, line))
    found.sort(key=lambda item: item[2])
    return _most_specific(found, settings.confidence)


def _fixable(rule: Rule, finding: Finding, model: SemanticModel) -> Finding:
    """Without its fix where code works on one library's memory: in a subclass of its tensors, or under Numba."""
    if finding.fix is None:
        return finding
    if model.extends_tensor(finding.node):
        return replace(finding, fix=None, hint="a subclass of one library's tensors: hold a tensor instead")
    if is_compiled_by_numba(finding.node, model) and rule.code != NumbaFunction.code:
        return replace(finding, fix=None, hint="Numba compiles this, and knows NumPy's functions alone")
    return finding


def syntax_error(error: InvalidSource) -> Diagnostic:
    """PUR001 for a file that could be read but is not Python."""
    rule = all_rules()["PUR001"]
    span = Span(error.line, error.col, error.line, error.col)
    return Diagnostic(
        error.path, rule.code, rule.name, error.reason, span, cell=error.cell, noqa_line=error.line
    )


def _understood(source: SourceFile, settings: Settings, errors: list[InternalError]) -> SemanticModel | None:
    try:
        return _analyze(source, settings)
    except Exception as error:
        errors.append(_internal(source, "semantics", error, 1))
        return None


def _analyze(source: SourceFile, settings: Settings) -> SemanticModel:
    from purity_lint.semantics import analyze

    return analyze(source, settings=settings)


def _enabled(settings: Settings) -> list[Rule]:
    return [rule for code, rule in all_rules().items() if code in settings.rules]


def _dispatch(rules: Iterable[Rule]) -> dict[type[ast.AST], list[Rule]]:
    table: dict[type[ast.AST], list[Rule]] = {}
    for rule in rules:
        for kind in rule.nodes:
            table.setdefault(kind, []).append(rule)
    return table


def _internal(source: SourceFile, where: str, error: Exception, line: int) -> InternalError:
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return InternalError(source.path, where, line, text, traceback.format_exc())


def _span(source: SourceFile, finding: Finding) -> Span:
    if isinstance(finding.node, ast.Module):
        return Span(1, 0, 1, 0)
    return source.span(finding.node)


def _most_specific(found: list[Located], confidence: Evidence) -> list[Located]:
    """Of several rules that flag one construct keep the most specific one.

    A finding that will be reported beats one that is too uncertain to be; then the rule's ``priority``
    decides, then the higher code.  A finding also speaks for the nodes that it ``covers``.
    """

    def rank(item: Located) -> tuple[bool, int, str]:
        rule, finding, _ = item
        return finding.evidence is None or finding.evidence >= confidence, rule.priority, rule.code

    best: dict[object, tuple[bool, int, str]] = {}
    for item in found:
        for key in (item[2], *map(id, item[1].covers)):
            best[key] = max(best.get(key, rank(item)), rank(item))
    return [
        item
        for item in found
        if rank(item) >= best[item[2]] and rank(item) >= best.get(id(item[1].node), rank(item))
    ]


def _credible(finding: Finding, settings: Settings) -> bool:
    return finding.evidence is None or finding.evidence >= settings.confidence


def _diagnostic(source: SourceFile, rule: Rule, finding: Finding, span: Span) -> Diagnostic:
    kind, operator = construct(finding.node)
    fix = None
    if finding.fix is not None:
        fix = DiagnosticFix(finding.fix.applicability, finding.fix.message)
    return Diagnostic(
        path=source.path,
        code=rule.code,
        name=rule.name,
        message=finding.message,
        span=span,
        evidence=finding.evidence,
        reasons=finding.reasons,
        fix=fix,
        hint=finding.hint,
        noqa_line=_noqa_line(finding.node, span),
        construct=kind,
        operator=operator,
    )


def _with_edits(source: SourceFile, settings: Settings, result: Checked) -> list[Diagnostic]:
    """The diagnostics with what their fixes would change."""
    if all(finding.fix is None for _, finding in result.reported):
        return result.diagnostics
    from purity_lint.fixes.preview import Previews

    previews = Previews(source, settings)
    shown = []
    for d, (rule, finding) in zip(result.diagnostics, result.reported, strict=True):
        if d.fix is None:
            shown.append(d)
            continue
        try:
            fix = replace(d.fix, edits=previews.edits(finding))
        except Exception as error:
            result.errors.append(_internal(source, f"the fix of {rule.code}", error, d.span.line))
            fix = d.fix
        shown.append(replace(d, fix=fix))
    return shown


def _noqa_line(node: ast.AST, span: Span) -> int:
    """Where a suppression for this finding goes: its last line, or the first of a statement with a body."""
    return span.line if hasattr(node, "body") and isinstance(node.body, list) else span.end_line


def _order(diagnostic: Diagnostic) -> tuple[Span, str]:
    return diagnostic.span, diagnostic.code


def _in_cells(source: SourceFile, diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Positions as a reader of the notebook counts them: cell by cell."""
    notebook = source.notebook
    if notebook is None or not notebook.cells:
        return diagnostics
    moved = []
    for d in diagnostics:
        cell, line = notebook.locate(d.span.line)
        shift = line - d.span.line
        fix = d.fix and replace(
            d.fix, edits=tuple(replace(e, span=_in_cell(notebook, e.span)) for e in d.fix.edits)
        )
        span = _in_cell(notebook, d.span)
        moved.append(replace(d, cell=cell, span=span, noqa_line=d.noqa_line + shift, fix=fix))
    return moved


def _in_cell(notebook: Notebook, span: Span) -> Span:
    _, line = notebook.locate(span.line)
    return replace(span, line=line, end_line=span.end_line + line - span.line)
