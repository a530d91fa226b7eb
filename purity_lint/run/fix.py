"""Fixing many files until nothing changes: what one file has become is evidence in the others."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from purity_lint.engine.crashes import InternalError, crash
from purity_lint.engine.diagnose import syntax_error
from purity_lint.engine.fix import FixOutcome, fix
from purity_lint.errors import PurityError, WriteError
from purity_lint.findings.diagnostics import Diagnostic
from purity_lint.records import dataclass
from purity_lint.run.link import Linked, link
from purity_lint.run.progress import Progress
from purity_lint.run.read import Contents, Task
from purity_lint.run.taken import NOT_BEFORE, AsFound
from purity_lint.run.workers import collect_if_many, run, without_collections
from purity_lint.semantics.domain.tables import release
from purity_lint.source.file import SourceFile
from purity_lint.source.read import source_from_bytes
from purity_lint.source.recursion import allow_deep_recursion
from purity_lint.source.replace import remove_litter

if TYPE_CHECKING:
    from purity_lint.fixes.promise import Promise

MAX_ROUNDS = 40
"""Types travel one file further with each round, and a fix can uncover another one in its own file; code that
alternates between two forms must end as well."""

_ROUNDS_OF_MANY = 2
"""Rounds in which many files change.  In later ones each is fixed to its end, with the others as they are: linking all
of them once more costs more than understanding a few for that alone."""

_MAX_ALONE = 8
"""How often a file is fixed so in one round, at most."""

_CHANGED = "changed"


@dataclass
class Fixed:
    """Outcome of fixing all files."""

    files: list[FixOutcome]
    remaining: list[Diagnostic]
    errors: list[PurityError | InternalError]

    @property
    def counts(self) -> Counter[str]:
        """How many findings of each rule were fixed."""
        return sum((file.fixed for file in self.files), Counter[str]())


@without_collections()
def fix_project(
    tasks: list[Task],
    *,
    write: bool,
    context: Iterable[Path] = (),
    overrides: Mapping[Path, bytes] | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Fixed:
    """Fix every file, and write the results if ``write`` says so; one that fails does not stop the others.

    The files are linked and fixed again as long as one of them changes, so that a second run finds nothing to do.
    Nothing is written before that.
    """
    contents = Contents(tasks, context, overrides or {})
    allow_deep_recursion()
    release()
    progress = progress or Progress()
    rounds = _Rounds(contents, jobs, progress)
    for number in range(1, MAX_ROUNDS + 1):
        if not rounds.next(number):
            break
        collect_if_many()  # what the round has inferred
    progress.begin("Writing")
    laid_out = _in_style(rounds, jobs)
    outcomes = [laid_out[path] for path, _ in tasks]
    if write:
        remove_litter({Path(os.path.realpath(path)).parent for path, _ in tasks})
        for outcome in outcomes:
            _write(outcome, contents)
    errors = [*([rounds.error] if rounds.error is not None else []), *(e for o in outcomes for e in o.errors)]
    return Fixed(outcomes, [d for outcome in outcomes for d in outcome.remaining], errors)


class _Result(NamedTuple):
    """Message that a worker sends back."""

    path: Path
    outcome: FixOutcome | None
    """``None``: nothing is known of the file that was not known in the round before."""
    fingerprint: str | None
    """Digest of what is known of a file that was left as it was; ``None`` for one that stands alone."""
    is_instead: bool = False
    """The outcome takes the place of what the round before made of the file, since that did not hold."""


class _Before(NamedTuple):
    """A file before its last round."""

    content: bytes
    outcome: FixOutcome | None
    promise: Promise
    """What the fixes of that round promise of the file as it is now."""


class _Rounds:
    """All files as they are after some rounds: what they hold, and what was done to each so far."""

    def __init__(self, contents: Contents, jobs: int | None, progress: Progress) -> None:
        self.contents = contents
        self.jobs = jobs
        self.progress = progress
        self.data = dict(contents.data)
        self.outcomes: dict[Path, FixOutcome] = {}
        self.error: InternalError | None = None
        self._fingerprints: dict[Path, str | None] = {}
        self._changed: set[Path] = set()
        self._found: AsFound | None = None
        """What is remembered of the files as they were found."""
        self._unchanged: dict[Path, SourceFile] = {}
        """Files as the round before has read and left them."""
        self._before: dict[Path, _Before] = {}
        """What is to be gone back to where the fixes of the last round do not hold."""
        self._careful: set[Path] = set()
        """Files of which a fix did not hold: what is fixed in them is checked at once, so that it is found."""
        self._linked: Linked | None = None
        """What the last round knew."""

    def now(self, path: Path) -> SourceFile | None:
        """Return the file as it is now, where that is parsed."""
        return self._unchanged.get(path)

    def next(self, number: int) -> bool:
        """Link the files as they are now and fix each of them once; true if one of them changed."""
        self.progress.begin(f"Understanding, round {number}")
        still = self._still_linked()
        linked = self._linked = still or self._link_anew()
        self._found = self._found or AsFound.of(linked.sources)
        self.error = linked.error

        def fix_one(path: Path) -> _Result:
            try:
                return self._fix(path, linked, number)
            finally:
                linked.put_aside(path)

        def crashed(path: Path, error: Exception) -> _Result:
            return _Result(path, FixOutcome(path, errors=[crash(path, "fix", error)]), None)

        mine = self.contents.settings.keys()
        paths = self.contents.largest_first(mine if still is None else (self._changed | still.news) & mine)
        changed: set[Path] = set()
        self.progress.begin(f"Fixing, round {number}", len(paths))
        for count, result in enumerate(run(fix_one, paths, self.jobs, failed=crashed), 1):
            self.progress.done(count)
            self._fingerprints[result.path] = result.fingerprint
            if result.outcome is not None:
                self._take(result, changed)
        self._changed = changed
        self._unchanged = {path: source for path, source in linked.sources.items() if path not in changed}
        return bool(changed)

    def _still_linked(self) -> Linked | None:
        """Return what is known if only the changed files need be understood again; ``None`` where others must be."""
        linked = self._linked
        if linked is None or linked.error is not None or not self._changed <= linked.sources.keys():
            return None
        if linked.is_dear(self._changed):
            return None
        with linked.crashes(min(self._changed)):  # linking anew then tells of it
            changed = {path: self._version(self.data[path], path, linked) for path in sorted(self._changed)}
            return linked.unnoticed(changed, self._found or NOT_BEFORE, self._named())
        return None

    def _named(self) -> Mapping[Path, set[tuple[str, int, int]]]:
        """Return the reasons in each file, by text, line and column, of what is still found in others."""
        found: defaultdict[Path, set[tuple[str, int, int]]] = defaultdict(set)
        for path, outcome in self.outcomes.items():
            for diagnostic in outcome.remaining:
                for reason in diagnostic.reasons:
                    if reason.path is not None and Path(reason.path) != path:
                        found[Path(reason.path)].add((reason.text, reason.line, reason.col))
        return found

    def _link_anew(self) -> Linked:
        if self._linked is not None:  # what was inferred of the files as they were
            self._linked.let_go()
            self._linked = None
        release()
        settings = self.contents.settings
        return link(self.data, settings, found=self._found, parsed=self._unchanged, jobs=self.jobs)

    def _fix(self, path: Path, linked: Linked, number: int) -> _Result:
        """Fix one file, unless it is as the round before left it and nothing else is known of it."""
        if path in self.contents.unreadable:
            return _Result(path, FixOutcome(path, errors=[self.contents.unreadable[path]]), None)
        if path in linked.invalid:
            return _Result(path, FixOutcome(path, [syntax_error(linked.invalid[path])]), None)
        model = linked.model(path)
        # A file that stands alone has reached its end by itself.
        if path in self.outcomes and (path not in self._changed or model is None):
            fingerprint = _fingerprint(path, linked)
            if self._fingerprints[path] == fingerprint:
                return _Result(path, None, fingerprint)
        before = self._before.get(path)
        is_last = number == MAX_ROUNDS
        outcome = fix(
            linked.sources[path],
            self.contents.settings[path],
            model,
            promised=before.promise if before is not None and not is_last else None,
            once_more=model is not None and path not in self._careful and not is_last,
        )
        is_broken = before is not None and outcome.broken
        if before is not None and is_broken:
            outcome = self._fix_anew(path, before, linked)
        if is_broken or number > _ROUNDS_OF_MANY:
            once_more = not (is_broken or is_last or path in self._careful)
            outcome = self._go_on(outcome, linked, once_more=once_more)
        done = is_broken or outcome.content is not None
        fingerprint = _CHANGED if done and model is not None else _fingerprint(path, linked)
        return _Result(path, outcome, fingerprint, is_instead=is_broken)

    def _fix_anew(self, path: Path, before: _Before, linked: Linked) -> FixOutcome:
        """Fix a file as it was before the last round, whose fixes do not hold; those that do not are found now."""
        settings = self.contents.settings[path]
        source = self._version(before.content, path, linked)
        return fix(source, settings, linked.edited(source))

    def _version(self, content: bytes, path: Path, linked: Linked) -> SourceFile:
        """Return another version of a file that is linked."""
        source = source_from_bytes(content, path, self.contents.settings[path].target_version)
        return source.after(linked.sources[path].speaks, linked.sources[path].taken)

    def _go_on(self, outcome: FixOutcome, linked: Linked, *, once_more: bool) -> FixOutcome:
        """Fix what has become of a file, with the others as they are, until nothing changes in it.

        What it has become is news for others in the next round only, which then has fewer rounds behind it.
        """
        path, settings = outcome.path, self.contents.settings[outcome.path]
        for _ in range(_MAX_ALONE):
            if outcome.content is None:
                break
            source = self._version(outcome.content, path, linked)
            then = fix(source, settings, linked.edited(source), promised=outcome.promise, once_more=once_more)
            if then.broken:  # the next round finds that as well, and goes back
                break
            outcome = joined(outcome, then)
            if then.content is None:
                break
        return outcome

    def _take(self, result: _Result, changed: set[Path]) -> None:
        """Take in what a worker made of a file, and put it down in ``changed`` where it is not what it was."""
        path, outcome = result.path, result.outcome
        assert outcome is not None
        before = self._before.pop(path, None)
        earlier = self.outcomes.get(path)
        if result.is_instead and before is not None:
            self._careful.add(path)
            self.data[path] = before.content
            earlier = before.outcome
            changed.add(path)
        if outcome.content is not None and outcome.content != self.data[path]:
            if outcome.promise is not None:
                self._before[path] = _Before(self.data[path], earlier, outcome.promise)
            self.data[path] = outcome.content
            changed.add(path)
        self.outcomes[path] = outcome if earlier is None else joined(earlier, outcome)


def _fingerprint(path: Path, linked: Linked) -> str | None:
    model = linked.models.get(path)
    return f"{model.fingerprint()} {sorted(linked.sources[path].taken)}" if model is not None else None


def joined(first: FixOutcome, then: FixOutcome) -> FixOutcome:
    """Two rounds of one file as one; the later one has seen everything that is still wrong."""
    return replace(
        then,
        fixed=first.fixed + then.fixed,
        before=first.before,
        cells_before=first.cells_before,
        content=then.content if then.content is not None else first.content,
        passes=[*first.passes, *then.passes],
    )


def _in_style(rounds: _Rounds, jobs: int | None) -> dict[Path, FixOutcome]:
    """Return the outcomes with the new files laid out as their projects lay them out."""
    outcomes, contents = rounds.outcomes, rounds.contents
    changed = [path for path, outcome in outcomes.items() if outcome.content is not None]
    if not changed:
        return dict(outcomes)
    from purity_lint.run.style import restyle
    from purity_lint.source.compare import remember

    def styled(path: Path) -> FixOutcome:
        source = rounds.now(path)
        if source is not None:
            remember(source.text, source.tree)
        return restyle.styled(outcomes[path], contents.data[path])

    def crashed(path: Path, error: Exception) -> FixOutcome:
        outcome = outcomes[path]
        return replace(outcome, errors=[*outcome.errors, crash(path, "layout", error)])

    done = run(styled, contents.largest_first(changed), jobs, failed=crashed)
    return {**outcomes, **{outcome.path: outcome for outcome in done}}


def _write(outcome: FixOutcome, contents: Contents) -> None:
    original = contents.data.get(outcome.path)
    if outcome.content is None or original is None or outcome.content == original:
        return
    from purity_lint.source.write import write_atomically

    try:
        write_atomically(outcome.path, outcome.content, expected=original)
    except WriteError as error:
        outcome.errors.append(error)
        outcome.fixed.clear()
