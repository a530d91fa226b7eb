"""``fix --verify COMMAND``: keep the fixes under which the user's own command still passes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from purity_lint.diagnostics import Diagnostic
from purity_lint.engine import InternalError, check
from purity_lint.errors import PurityError
from purity_lint.fixing import apply_fixes
from purity_lint.linking import link
from purity_lint.project import Contents, Task, check_project
from purity_lint.rules.base import Finding, Rule
from purity_lint.settings import Settings
from purity_lint.source.file import SourceFile
from purity_lint.source.write import rendered
from purity_lint.workers import prepare_process

Item = tuple[Rule, Finding]


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
    """What stands after the command has judged."""

    counts: Counter[str]
    rolled_back: list[RolledBack]
    remaining: list[Diagnostic]
    errors: list[PurityError | InternalError]
    runs: int


def fix_verified(
    tasks: list[Task], command: str, *, context: Iterable[Path] = (), jobs: int | None = None
) -> VerifiedFix:
    """Fix every file, run ``command``, and take back what makes it fail.

    Raises :class:`purity_lint.fixes.verify.VerifyError` where it fails before anything is fixed.
    """
    from purity_lint.fixes.verify import Change, verify

    context = list(context)
    contents = Contents(tasks, context, {})
    prepare_process()
    linked = link(contents.data, contents.settings)
    errors: list[PurityError | InternalError] = [*contents.unreadable.values()]
    errors += [linked.error] if linked.error is not None else []
    changes: list[Change[Item]] = []
    for path, settings in tasks:
        source = linked.sources.get(path)
        if source is None:
            continue
        checked = check(source, settings, linked.models.get(path))
        errors += checked.errors
        if checked.errors:
            continue
        result, _ = apply_fixes(source, checked, settings)
        ours = {id(finding) for _, finding in checked.reported}
        fixes = [item for item in result.applied if id(item[1]) in ours]
        changes.append(Change(path, contents.data[path], fixes, _renderer(source, settings)))
    verified = verify(changes, command)
    counts = Counter(rule.code for items in verified.kept.values() for rule, _ in items)
    rolled_back = [
        RolledBack(path, getattr(finding.node, "lineno", 1), rule.code)
        for path, items in sorted(verified.rolled_back.items())
        for rule, finding in items
    ]
    after = check_project(tasks, context=context, jobs=jobs)
    return VerifiedFix(counts, rolled_back, after.diagnostics, errors, verified.runs)


def _renderer(source: SourceFile, settings: Settings) -> Callable[[Sequence[Item]], bytes]:
    def render(some: Sequence[Item]) -> bytes:
        from purity_lint.fixes import fix_source

        text = fix_source(source, list(some), settings, unsafe=settings.unsafe_fixes).text
        return rendered(text, source)

    return render
