"""``fix --verify COMMAND``: fix files in rounds, and keep what the user's own command passes with.

How a set of fixes is tried under the command is a matter of :mod:`purity_lint.run.verification.trials`.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.engine.crashes import InternalError
from purity_lint.engine.fix import apply_fixes
from purity_lint.errors import PurityError
from purity_lint.findings.diagnostics import Diagnostic
from purity_lint.findings.finding import Finding
from purity_lint.records import dataclass
from purity_lint.rules.base import Item
from purity_lint.run.check import check_project
from purity_lint.run.fix import MAX_ROUNDS
from purity_lint.run.link import link
from purity_lint.run.read import Contents, Task
from purity_lint.run.style.restyle import in_style
from purity_lint.source.file import SourceFile
from purity_lint.source.recursion import allow_deep_recursion
from purity_lint.source.write import rendered, write_atomically

if TYPE_CHECKING:
    from purity_lint.run.verification.trials import Change


@dataclass(frozen=True)
class RolledBack:
    """A fix under which the command fails."""

    path: Path
    line: int
    code: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: the fix of {self.code} was rolled back: the command fails with it"


@dataclass
class VerifiedFix:
    """Fixes that stand after the command has judged."""

    counts: Counter[str]
    rolled_back: list[RolledBack]
    remaining: list[Diagnostic]
    errors: list[PurityError | InternalError]
    runs: int


def fix_verified(
    tasks: list[Task], command: str, *, context: Iterable[Path] = (), jobs: int | None = None
) -> VerifiedFix:
    """Fix every file, run ``command``, and take back what makes it fail; go on until nothing more can be fixed.

    Raises :class:`purity_lint.run.verification.trials.VerifyError` where it fails before anything is fixed.
    """
    context = list(context)
    verification = _Verification(tasks, context, command)
    allow_deep_recursion()
    for _ in range(MAX_ROUNDS):
        if not verification.go_on():
            break
    verification.restyle()
    done = verification.done
    done.remaining = check_project(tasks, context=context, jobs=jobs).diagnostics
    return done


class _Verification:
    """One run of ``--verify``: the files as the command has passed with them, and what it has not passed with."""

    def __init__(self, tasks: list[Task], context: list[Path], command: str) -> None:
        self.tasks = tasks
        self.context = context
        self.command = command
        self.done = VerifiedFix(Counter(), [], [], [], 0)
        self.originals: dict[Path, bytes] = {}
        self.texts: dict[Path, str] = {}
        self.refused: set[tuple[Path, str, str]] = set()
        """Findings whose fixes were rolled back, by file, its rule and the code that it is about."""

    def go_on(self) -> bool:
        """Fix what is found now; true if a fix of it stands."""
        from purity_lint.run.verification.trials import verify

        first = not self.done.runs
        changes = self._changes()
        if not first and not any(change.fixes for change in changes):
            return False
        verified = verify(changes, self.command, passes=not first)
        self.done.runs += verified.runs
        self.done.counts.update(rule.code for items in verified.kept.values() for rule, _ in items)
        for path, items in sorted(verified.rolled_back.items()):
            for rule, finding in items:
                self.refused.add((path, rule.code, _code(self.texts[path], finding)))
                line = getattr(finding.node, "lineno", 1)
                self.done.rolled_back.append(RolledBack(path, line, rule.code))
        return bool(verified.kept)

    def restyle(self) -> None:
        """Format what was fixed as the project does."""
        for path, original in self.originals.items():
            content = path.read_bytes()
            if content != original:
                styled = in_style(path, content, original)
                if styled != content:
                    write_atomically(path, styled, expected=content)

    def _changes(self) -> list[Change[Item]]:
        from purity_lint.run.verification.trials import Change

        contents = Contents(self.tasks, self.context, {})
        linked = link(contents.data, contents.settings)
        errors: list[PurityError | InternalError] = [*contents.unreadable.values()]
        changes: list[Change[Item]] = []
        for path, settings in self.tasks:
            source = linked.sources.get(path)
            if source is None:
                continue
            checked = check(source, settings, linked.known_of(path))
            errors += checked.errors
            if checked.errors:
                continue
            self.texts[path] = source.text
            self.originals.setdefault(path, contents.data[path])
            checked.items = [item for item in checked.items if not self._is_refused(path, source, item)]
            result, _ = apply_fixes(source, checked, settings, once=True)
            changes.append(Change(path, contents.data[path], result.applied, _renderer(source, settings)))
        self.done.errors = errors + ([linked.error] if linked.error is not None else [])
        return changes

    def _is_refused(self, path: Path, source: SourceFile, item: Item) -> bool:
        rule, finding = item
        return bool(self.refused) and (path, rule.code, _code(source.text, finding)) in self.refused


def _code(text: str, finding: Finding) -> str:
    return ast.get_source_segment(text, finding.node) or ""


def _renderer(source: SourceFile, settings: Settings) -> Callable[[Sequence[Item]], bytes]:
    def render(some: Sequence[Item]) -> bytes:
        from purity_lint.fixes import fix_source

        text = fix_source(source, list(some), settings, unsafe=settings.unsafe_fixes).text
        return rendered(text, source)

    return render
