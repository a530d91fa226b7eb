"""Fixing one file: choose, compose, plan imports, check, take back what does not hold."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import field, replace

from purity_lint.configuration.settings import Settings
from purity_lint.findings.finding import Finding
from purity_lint.fixes.attempt import Attempt, Attempts, RejectedError
from purity_lint.fixes.bisect import affordable_checks, largest_passing
from purity_lint.fixes.composition.compose import Replacement
from purity_lint.fixes.composition.layout import Extent
from purity_lint.fixes.composition.sourcemap import SourceMap
from purity_lint.fixes.composition.templates import NoPlaceError
from purity_lint.fixes.recheck import Recheck
from purity_lint.fixes.select import is_applicable, select
from purity_lint.records import dataclass
from purity_lint.rules.base import Item
from purity_lint.source.edits import TextEdit
from purity_lint.source.file import SourceFile
from purity_lint.source.recursion import deep_recursion

_MAX_PASSES = 40
"""A fix can uncover another one, statement after statement."""
UNTRIED = "it is among those that do not stand up, or was not tried alone: too many in this file do not"
RecheckFunction = Callable[[SourceFile], Sequence[Item]]


@dataclass(slots=True)
class FixResult:
    """Outcome of fixing a file."""

    text: str
    """New text, with ``\\n`` line ends."""
    applied: list[Item] = field(default_factory=list)
    """Findings that are fixed."""
    rolled_back: list[tuple[Finding, str]] = field(default_factory=list)
    """Fixes that did not stand up to the checks, and why."""
    skipped: list[tuple[Finding, str]] = field(default_factory=list)
    """Fixes that had no place beside others or cannot be written where they stand, and imports that are still needed;
    nothing is wrong with them."""
    refused: list[Finding] = field(default_factory=list)
    """Findings of the new text, as ``recheck`` gives them, that were rolled back or skipped."""
    passes: list[tuple[Replacement, ...]] = field(default_factory=list)
    """Replacements of each pass, in the offsets of the text that the pass before left."""
    last: Attempt | None = None
    """The pass that made the new text, if one did."""


def fix_source(
    source: SourceFile,
    findings: Sequence[Item],
    settings: Settings,
    *,
    unsafe: bool,
    recheck: RecheckFunction | None = None,
    once: bool = False,
) -> FixResult:
    """Apply the fixes of ``findings``, all in one pass, and check the result.

    ``recheck`` gives the findings of a source; with it, a fix that does not make its finding go away, or that brings a
    new one, is taken back, and passes go on until another run would change nothing, or end after the first if they
    are to be made ``once``.
    """
    result = FixResult(source.text)
    texts = {source.text}
    recheck = _remembering(recheck) if recheck is not None else None
    with deep_recursion():
        for _ in range(_MAX_PASSES):
            items = [item for item in findings if is_applicable(item[1], unsafe=unsafe)]
            if not items:
                result.rolled_back, result.skipped, result.refused = [], [], []
                break
            attempt, rolled_back, skipped = _fix_once(source, items, settings, recheck)
            result.rolled_back, result.skipped = rolled_back, skipped
            refused = {id(finding) for finding, _ in (*rolled_back, *skipped)}
            before = [item for item in items if id(item[1]) in refused]
            result.refused = [finding for _, finding in before]
            if attempt.text == source.text:
                break
            result.text, result.last = attempt.text, attempt
            result.applied += attempt.applied
            result.passes.append(attempt.replacements)
            if recheck is None or attempt.text in texts:  # it alternates between two forms
                break
            texts.add(attempt.text)
            source = replace(source, text=attempt.text, tree=attempt.tree)
            findings = recheck(source)
            result.refused = _still_there(before, findings, attempt)
            if once:
                break
    return result


def _still_there(before: Sequence[Item], after: Sequence[Item], attempt: Attempt) -> list[Finding]:
    """Return the findings of the new text that are those of ``before``: of the same rule, on the same node.

    Imports are planned apart from other edits, so that those of the two trees are compared by what they say.
    """
    nodes = {(rule.code, id(finding.node)) for rule, finding in before}
    imports = {
        (rule.code, ast.dump(finding.node))
        for rule, finding in before
        if isinstance(finding.node, ast.Import | ast.ImportFrom)
    }
    return [
        finding
        for rule, finding in after
        if (rule.code, id(attempt.origins.get(finding.node))) in nodes
        or (imports and (rule.code, ast.dump(finding.node)) in imports)
    ]


def _remembering(recheck: RecheckFunction) -> RecheckFunction:
    """``recheck`` that analyses no tree twice: what one pass has made is where the next one starts."""
    known: dict[ast.Module, Sequence[Item]] = {}

    def remembered(source: SourceFile) -> Sequence[Item]:
        if source.tree not in known:
            known[source.tree] = recheck(source)
        return known[source.tree]

    return remembered


def fix_edits(source: SourceFile, item: Item, settings: Settings) -> tuple[TextEdit, ...]:
    """Return the edits of one finding alone, imports included, for editors and json; none if it cannot be fixed."""
    places = SourceMap(source)
    if item[1].fix is None:
        return ()
    with deep_recursion():
        chosen, _ = select(places, [item])
        try:
            attempt = Attempts(places, settings).make(chosen)
        except RejectedError:
            return ()
    return tuple(TextEdit(places.span(Extent(start, end)), text) for start, end, text in attempt.replacements)


def _fix_once(
    source: SourceFile, items: Sequence[Item], settings: Settings, recheck: RecheckFunction | None
) -> tuple[Attempt, list[tuple[Finding, str]], list[tuple[Finding, str]]]:
    places = SourceMap(source)
    accepted, skipped = select(places, items)
    attempts = Attempts(places, settings)
    check = Recheck(source, recheck) if recheck is not None and accepted else None
    reasons: dict[int, str] = {}
    tries = affordable_checks(len(source.text))
    made: list[int] = []

    def passes(some: list[Item]) -> bool:
        made.append(len(some))
        try:
            attempt = attempts.make(some)
            if check is not None:
                check(attempt)
        except RejectedError as rejected:
            reasons.update((id(finding), str(rejected)) for _, finding in some)
            return False
        return True

    standing, broken = attempts.sound(accepted)
    rolled_back = [(finding, str(e)) for finding, e in broken if not isinstance(e, NoPlaceError)]
    skipped += [(finding, str(e)) for finding, e in broken if isinstance(e, NoPlaceError)]
    if check is not None:
        standing, faulty = _without_culprits(standing, attempts, check, tries)
        rolled_back += faulty
    kept, dropped = largest_passing(standing, passes, tries)
    if len(made) >= tries:
        reasons.update((id(finding), UNTRIED) for _, finding in dropped)
    rolled_back += [(finding, reasons[id(finding)]) for _, finding in dropped]
    attempt = attempts.make(kept)
    return attempt, rolled_back, [*skipped, *attempt.declined]


def _without_culprits(
    items: list[Item], attempts: Attempts, check: Recheck, tries: int
) -> tuple[list[Item], list[tuple[Finding, str]]]:
    """Drop the fixes that are known to be at fault, until none is, or ``tries`` are used up."""
    faulty: list[tuple[Finding, str]] = []
    for _ in range(tries if items else 0):
        try:
            check(attempts.make(items))
        except RejectedError as rejected:
            if not rejected.culprits:
                break
            at_fault = {id(finding) for finding, _ in rejected.culprits}
            faulty += rejected.culprits
            items = [item for item in items if id(item[1]) not in at_fault]
        else:
            break
    return items, faulty
