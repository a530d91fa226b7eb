"""Applying fixes to files: compose, check again, and write without losing anything."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path

from purity_lint.diagnostics import Diagnostic
from purity_lint.engine import Checked, InternalError, check, syntax_error
from purity_lint.errors import FixRolledBack, InvalidSource, PurityError, UnreadableSource
from purity_lint.rules.base import Finding, Rule
from purity_lint.settings import Settings
from purity_lint.source.edits import apply_edits
from purity_lint.source.file import SourceFile
from purity_lint.source.read import parse, read_bytes, source_from_bytes
from purity_lint.source.write import rendered, write_atomically
from purity_lint.suppression import dead_comment_edits

FixTask = tuple[Path, Settings, bool]
_COMMENT_ROUNDS = 3
"""Removing a comment can leave another one without a purpose, once."""


@dataclass(slots=True)
class FixOutcome:
    """What fixing did to one file."""

    path: Path
    remaining: list[Diagnostic] = field(default_factory=list)
    fixed: Counter[str] = field(default_factory=Counter)
    before: str = ""
    after: str = ""
    """The text as it is shown in a diff: for a notebook, the code of its cells."""
    content: bytes | None = None
    """The new content of the file; ``None`` when nothing changed."""
    errors: list[InternalError | PurityError] = field(default_factory=list)


def fix_and_write(task: FixTask) -> FixOutcome:
    """Fix one file on disk.  ``task`` ends with whether to write, or only to say what would change."""
    path, settings, write = task
    try:
        data = read_bytes(path)
    except UnreadableSource as error:
        return FixOutcome(path, errors=[error])
    outcome = fix_bytes(data, path, settings)
    if write and outcome.content is not None:
        try:
            write_atomically(path, outcome.content, expected=data)
        except PurityError as error:
            outcome.errors.append(error)
            outcome.fixed.clear()
    return outcome


def fix_bytes(data: bytes, path: Path, settings: Settings) -> FixOutcome:
    """Fix the content of a file.  What is not Python gives one PUR001 and stays as it is."""
    try:
        source = source_from_bytes(data, path, settings.target_version)
    except InvalidSource as error:
        return FixOutcome(path, [syntax_error(error)])
    checked = check(source, settings)
    outcome = FixOutcome(path, checked.diagnostics, before=source.text, after=source.text)
    outcome.errors += checked.errors
    text = _fix_code(source, checked, settings, outcome)
    text, checked = _fix_comments(source, text, checked, settings, outcome)
    outcome.after = text
    if text != source.text:
        outcome.remaining = checked.diagnostics
        outcome.content = rendered(text, source)
    return outcome


def _fix_code(source: SourceFile, checked: Checked, settings: Settings, outcome: FixOutcome) -> str:
    if checked.errors or all(finding.fix is None for _, finding in checked.reported):
        return source.text
    from purity_lint.fixes import fix_source

    def recheck(candidate: SourceFile) -> list[tuple[Rule, Finding]]:
        return checked.reported if candidate is source else check(candidate, settings).reported

    result = fix_source(source, checked.reported, settings, unsafe=settings.unsafe_fixes, recheck=recheck)
    outcome.fixed.update(rule.code for rule, _ in result.applied)
    for finding, reason in result.rolled_back:
        outcome.errors.append(FixRolledBack(source.path, getattr(finding.node, "lineno", 1), reason))
    return result.text


def _fix_comments(
    source: SourceFile, text: str, checked: Checked, settings: Settings, outcome: FixOutcome
) -> tuple[str, Checked]:
    """Check the fixed text, and remove the suppression comments that it no longer needs."""
    if text != source.text:
        checked = check(reparsed(text, source), settings)
    for _ in range(_COMMENT_ROUNDS):
        edits = dead_comment_edits(checked.diagnostics) if "PUR002" in settings.fixable_rules else []
        if not edits or source.notebook is not None:
            break
        outcome.fixed["PUR002"] += len(edits)
        text = apply_edits(text, edits)
        checked = check(reparsed(text, source), settings)
    return text, checked


def reparsed(text: str, original: SourceFile) -> SourceFile:
    """``original`` with another text."""
    tree = parse(text, original.path, notebook=original.notebook is not None)
    notebook = original.notebook.moved(text) if original.notebook is not None else None
    return replace(original, text=text, tree=tree, notebook=notebook)
