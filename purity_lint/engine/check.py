"""One file: understand it, run the rules, leave out what is silenced, report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace

from purity_lint.configuration.selection import enabled_rules, fixable_rules, silent_rules
from purity_lint.configuration.settings import Settings
from purity_lint.engine.crashes import InternalError, crash
from purity_lint.engine.diagnose import diagnose, in_cell, with_edits
from purity_lint.engine.fed_calls import left_to_calls_that_stay
from purity_lint.engine.find import Located, find
from purity_lint.engine.one_library import left_to_their_library
from purity_lint.engine.optional_library import left_to_optional_libraries
from purity_lint.engine.scope import Scope
from purity_lint.engine.suppression import UNUSED, Suppressions
from purity_lint.findings.diagnostics import Applicability, Diagnostic
from purity_lint.findings.finding import Finding
from purity_lint.fixes.argument_order import in_order
from purity_lint.fixes.formulas import whole_formulas
from purity_lint.fixes.imports.withdrawal import without_needed_imports
from purity_lint.fixes.profiles.wording import Wording
from purity_lint.fixes.profiles.words import words_of
from purity_lint.records import dataclass
from purity_lint.rules.base import Item, Rule
from purity_lint.rules.registry import all_rules
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.file import SourceFile
from purity_lint.source.positions import Span

_REFUSED = "its fix would leave code that does not stand up: rewrite it by hand"
_NOT_WANTED = "`fixable` and `unfixable` in the configuration leave it to you"


@dataclass(frozen=True, slots=True)
class Reported:
    """One diagnostic of a file, and the finding that it tells of."""

    diagnostic: Diagnostic
    finding: Finding | None = None
    """``None`` for PUR001 and PUR002, which no rule finds in the tree."""


@dataclass(slots=True)
class Checked:
    """Findings in one file."""

    reported: list[Reported] = field(default_factory=list)
    """In source order."""
    errors: list[InternalError] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    """Reported findings as rules gave them, for :mod:`purity_lint.fixes`."""
    unwritable: bool = False
    """There were fixes, and none is shown, for the file cannot be written in its encoding."""
    gave_up: list[int] = field(default_factory=list)
    """Lines of functions that are nested too deeply to be understood: what they hold counts as unknown."""

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Return the diagnostics to print."""
        return [one.diagnostic for one in self.reported]

    def without_fixes(self, refused: Sequence[Finding]) -> Checked:
        """Return the same, with ``refused``, some of its findings, shown as ones that cannot be fixed."""
        unfixed = {id(finding) for finding in refused}

        def shown(one: Reported) -> Reported:
            diagnostic = one.diagnostic
            return replace(one, diagnostic=replace(diagnostic, fix=None, hint=diagnostic.hint or _REFUSED))

        return replace(
            self, reported=[shown(one) if id(one.finding) in unfixed else one for one in self.reported]
        )


def check(
    source: SourceFile, settings: Settings, model: SemanticModel | None = None, *, edits: bool = False
) -> Checked:
    """Check a parsed source.

    ``model`` is what is known of it from its project; without, it stands alone.  With ``edits`` the fixes of the
    diagnostics say what they would change, which costs more than finding them.
    """
    errors: list[InternalError] = []
    enabled = enabled_rules(settings)
    rules = [rule for code, rule in all_rules().items() if code in enabled]
    if model is None and any(rule.nodes for rule in rules):
        model = _understood(source, settings, errors)
    located = [] if model is None else find_in_scope(rules, model, settings, errors)
    suppressions = Suppressions(source)
    silent = silent_rules(settings, source.path)
    found = _heard(located, settings, suppressions, silent)
    if model is not None:
        found = [one.telling(in_order(one.finding, model)) for one in found]
        found = _worded(found, settings, model)
    wording = Wording(settings)
    pairs = [(one, diagnose(source, one, wording)) for one in found]
    if edits and source.is_reversible:
        pairs = with_edits(source, settings, pairs, errors)
    reported = [Reported(diagnostic, one.finding) for one, diagnostic in pairs]
    if suppressions and not errors and UNUSED in enabled and UNUSED not in silent:
        to_be_fixed = [one.span for one in found if _is_applied(one.finding, settings)]
        reported += map(Reported, suppressions.unused(enabled, to_be_fixed))
    unwritable = not source.is_reversible and any(one.diagnostic.fix is not None for one in reported)
    if unwritable:
        reported = [replace(one, diagnostic=_unfixable(one.diagnostic)) for one in reported]
    return Checked(
        reported=_in_cells(source, sorted(reported, key=_order)),
        errors=errors,
        unwritable=unwritable,
        items=[(one.rule, one.finding) for one in found],
        gave_up=[] if model is None else model.gave_up,
    )


def find_in_scope(
    rules: Sequence[Rule], model: SemanticModel, settings: Settings, errors: list[InternalError]
) -> list[Located]:
    """Return what the rules find that is the business of the profile, whatever comments and settings silence."""
    scope = Scope(settings, model)
    found = find(rules, model, settings, errors)
    found = [one for one in found if scope.holds(one.rule.code, one.finding)]
    found = left_to_their_library(found, model)
    if settings.profile != "emberops":
        return found
    return left_to_calls_that_stay(left_to_optional_libraries(found, model), model)


def _understood(source: SourceFile, settings: Settings, errors: list[InternalError]) -> SemanticModel | None:
    from purity_lint.semantics import analyze

    try:
        return analyze(source, settings.ops_module)
    except Exception as error:
        errors.append(crash(source.path, "semantics", error))
        return None


def _heard(
    located: list[Located], settings: Settings, suppressions: Suppressions, silent: frozenset[str]
) -> list[Located]:
    """Return the findings that no comment and no setting silences, with the fixes that settings allow."""
    fixable = fixable_rules(settings)
    found = []
    for one in located:
        suppressed = suppressions.suppress(one.rule.code, one.span)
        if suppressed or one.rule.code in silent or not _is_credible(one.finding, settings):
            continue
        found.append(one if one.rule.code in fixable else one.telling(_unwanted(one.finding)))
    return found


def _unwanted(finding: Finding) -> Finding:
    """Return a finding that the settings do not let be fixed."""
    return finding if finding.fix is None else replace(finding, fix=None, hint=finding.hint or _NOT_WANTED)


def _is_credible(finding: Finding, settings: Settings) -> bool:
    return finding.evidence is None or finding.evidence >= settings.confidence


def _is_applied(finding: Finding, settings: Settings) -> bool:
    """Return True where ``fix`` would rewrite what was found."""
    if finding.fix is None:
        return False
    how = finding.fix.applicability
    return how is Applicability.SAFE or (settings.unsafe_fixes and how is Applicability.UNSAFE)


def _worded(found: list[Located], settings: Settings, model: SemanticModel) -> list[Located]:
    """Return the findings with fixes in the configured vocabulary, and of imports with those that can go."""
    words = words_of(settings, model)
    if words is not None:
        translated = ((one, words.translated(one.finding)) for one in found)
        found = [one.telling(finding) for one, finding in translated if finding is not None]
        whole = words.whole([one.finding for one in found])
        found = [one.telling(finding) for one, finding in zip(found, whole, strict=True)]
    formulas = whole_formulas([one.finding for one in found], model)
    found = [one.telling(finding) for one, finding in zip(found, formulas, strict=True)]
    items = without_needed_imports([(one.rule, one.finding) for one in found], model)
    return [one.telling(finding) for one, (_, finding) in zip(found, items, strict=True)]


def _unfixable(diagnostic: Diagnostic) -> Diagnostic:
    """``diagnostic`` of a file that ``fix`` leaves as it is."""
    if diagnostic.fix is None:
        return diagnostic
    hint = "its encoding would write the file with other bytes: save it as UTF-8"
    return replace(diagnostic, fix=None, hint=diagnostic.hint or hint)


def _order(one: Reported) -> tuple[Span, str]:
    return one.diagnostic.span, one.diagnostic.code


def _in_cells(source: SourceFile, reported: list[Reported]) -> list[Reported]:
    notebook = source.notebook
    if notebook is None or not notebook.cells:
        return reported
    return [replace(one, diagnostic=in_cell(notebook, one.diagnostic)) for one in reported]
