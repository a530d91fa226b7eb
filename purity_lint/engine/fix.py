"""Applying fixes to files: compose, check again, and write without losing anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from purity_lint.configuration.selection import fixable_rules
from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import Checked, check
from purity_lint.engine.crashes import InternalError
from purity_lint.engine.suppression import UNUSED, dead_comment_edits
from purity_lint.errors import FixRolledBack, PurityError, WriteError
from purity_lint.findings.diagnostics import Diagnostic
from purity_lint.records import dataclass
from purity_lint.rules.base import Item
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.edits import apply_edits
from purity_lint.source.file import SourceFile
from purity_lint.source.parse import parse
from purity_lint.source.write import rendered

_COMMENT_ROUNDS = 3
"""Removing a comment can leave another one without a purpose, once."""

if TYPE_CHECKING:
    from purity_lint.fixes import FixResult
    from purity_lint.fixes.composition.compose import Replacement
    from purity_lint.fixes.promise import Promise


@dataclass(slots=True)
class FixOutcome:
    """Outcome of fixing one file."""

    path: Path
    remaining: list[Diagnostic] = field(default_factory=list)
    fixed: Counter[str] = field(default_factory=Counter)
    before: str = ""
    after: str = ""
    """Text of the file; for a notebook, the code of its cells in one."""
    cells_before: Mapping[int, str] = field(default_factory=dict)
    cells_after: Mapping[int, str] = field(default_factory=dict)
    """Code of each cell of a notebook, as it stands there."""
    content: bytes | None = None
    """New content of the file; ``None`` when nothing changed."""
    errors: list[InternalError | PurityError] = field(default_factory=list)
    passes: list[tuple[Replacement, ...]] = field(default_factory=list)
    """Replacements of each pass over the code, in the offsets of the text that the pass before left."""
    promise: Promise | None = None
    """What the next look at the file must not find, where nobody has looked yet."""
    broken: bool = False
    """The look has found that what was promised of the file as it is does not hold; nothing was done."""


def fix(
    source: SourceFile,
    settings: Settings,
    model: SemanticModel | None = None,
    *,
    promised: Promise | None = None,
    once_more: bool = False,
) -> FixOutcome:
    """Fix a source, without writing anything.

    ``model`` is what is known of it from its project.  It tells nothing of the fixed text, so that a source with a
    model is fixed once: what was uncovered is for the next round of :mod:`purity_lint.run.fix`, which links anew.
    If it will be looked at ``once_more`` after a change, that look is the check of the fixed text: the outcome holds
    a promise, to be given back as ``promised``.
    """
    checked = check(source, settings, model)
    if promised is not None and _is_broken(promised, source, checked, settings):
        return FixOutcome(source.path, broken=True)
    outcome = FixOutcome(source.path, checked.diagnostics, before=source.text, after=source.text)
    outcome.errors += checked.errors
    notebook = source.notebook
    if notebook is not None:
        outcome.cells_before = outcome.cells_after = notebook.cells_in(source.text)
    if checked.unwritable:
        outcome.errors.append(
            WriteError(
                f"cannot write {source.path}: {source.encoding} has other bytes for what it holds; save it as UTF-8"
            )
        )
        return outcome
    if once_more and notebook is None and _fix_for_now(source, checked, settings, outcome):
        return outcome
    text, checked = _fix_code(source, checked, settings, outcome, once=model is not None)
    text, checked = _fix_comments(source, text, checked, settings, outcome)
    outcome.after = text
    if notebook is not None:
        outcome.cells_after = notebook.cells_in(text)
    if text != source.text:
        outcome.remaining = checked.diagnostics
        outcome.content = rendered(text, source)
    return outcome


def apply_fixes(
    source: SourceFile, checked: Checked, settings: Settings, *, once: bool = False
) -> tuple[FixResult, Checked]:
    """Apply the fixes of ``checked``, the findings of ``source``, and take back those that do not stand up.

    What is found in the text that comes out is given as well, and fixed in its turn unless ``once`` is enough.
    """
    from purity_lint.fixes import fix_source

    known = {source.text: checked}

    def recheck(candidate: SourceFile) -> list[Item]:
        if candidate is not source:
            known[candidate.text] = check(candidate, settings)
        return known[candidate.text].items

    result = fix_source(
        source, checked.items, settings, unsafe=settings.unsafe_fixes, recheck=recheck, once=once
    )
    return result, known[result.text]


def _is_broken(promised: Promise, source: SourceFile, checked: Checked, settings: Settings) -> bool:
    """Return True where what fixes left is found in a file, as its project sees it and by itself.

    Its project knows more of a file than it says itself: what only that uncovers is no fault of a fix.
    """
    return not promised.holds(checked.items) and not promised.holds(check(source, settings).items)


def _fix_for_now(source: SourceFile, checked: Checked, settings: Settings, outcome: FixOutcome) -> bool:
    """Fix what can be fixed, to be checked later; False where that changes nothing."""
    if checked.errors or all(finding.fix is None for _, finding in checked.items):
        return False
    from purity_lint.fixes import fix_source
    from purity_lint.fixes.promise import Promise

    result = fix_source(source, checked.items, settings, unsafe=settings.unsafe_fixes, once=True)
    if result.last is None:
        return False
    outcome.after, outcome.content = result.text, rendered(result.text, source)
    outcome.promise = Promise.of(result.last, checked.items)
    _note(result, outcome)
    return True


def _note(result: FixResult, outcome: FixOutcome) -> None:
    """Put down what was fixed, and what could not be."""
    outcome.fixed.update(rule.code for rule, _ in result.applied)
    outcome.passes = result.passes
    for finding, reason in result.rolled_back:
        outcome.errors.append(FixRolledBack(outcome.path, getattr(finding.node, "lineno", 1), reason))


def _fix_code(
    source: SourceFile, checked: Checked, settings: Settings, outcome: FixOutcome, *, once: bool
) -> tuple[str, Checked]:
    """Return the fixed text, and what is found in it."""
    if checked.errors or all(finding.fix is None for _, finding in checked.items):
        return source.text, checked
    result, checked = apply_fixes(source, checked, settings, once=once)
    _note(result, outcome)
    return result.text, checked.without_fixes(result.refused)


def _fix_comments(
    source: SourceFile, text: str, checked: Checked, settings: Settings, outcome: FixOutcome
) -> tuple[str, Checked]:
    """Remove the suppression comments that the fixed text, in which ``checked`` is found, no longer needs."""
    if source.notebook is not None and text != source.text:
        checked = check(reparsed(text, source), settings)  # for the places of its cells
    fixable = UNUSED in fixable_rules(settings)
    for _ in range(_COMMENT_ROUNDS):
        edits = dead_comment_edits(checked.diagnostics) if fixable else []
        if not edits or source.notebook is not None:
            break
        outcome.fixed[UNUSED] += len(edits)
        text = apply_edits(text, edits)
        checked = check(reparsed(text, source), settings)
    return text, checked


def reparsed(text: str, original: SourceFile) -> SourceFile:
    """``original`` with another text."""
    tree = parse(text, original.path, notebook=original.notebook is not None)
    notebook = original.notebook.moved(text) if original.notebook is not None else None
    return replace(original, text=text, tree=tree, notebook=notebook)
