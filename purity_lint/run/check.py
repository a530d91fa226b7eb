"""Check many files: read and linked, in worker processes when that pays, from the cache where nothing changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.engine.crashes import InternalError, crash
from purity_lint.engine.diagnose import syntax_error
from purity_lint.errors import PurityError
from purity_lint.findings.diagnostics import Diagnostic
from purity_lint.run.cache import Cache, NoCache
from purity_lint.run.link import Linked, link_parts, link_stages
from purity_lint.run.parts import ALONE, Part, Parts
from purity_lint.run.read import Contents, Sources, Task
from purity_lint.run.workers import Progress, run, without_collections
from purity_lint.source.recursion import allow_deep_recursion
from purity_lint.trace import recorded

if TYPE_CHECKING:
    from purity_lint.semantics.stages import Stages

R = TypeVar("R")


@dataclass(slots=True)
class FileOutcome:
    """Outcome of checking one file."""

    path: Path
    diagnostics: list[Diagnostic] = field(default_factory=list)
    errors: list[PurityError | InternalError] = field(default_factory=list)
    gave_up: list[int] = field(default_factory=list)
    """Lines of functions that are nested too deeply to be understood."""


@dataclass
class Outcome:
    """Outcomes of all of them, in the order in which they were given."""

    files: list[FileOutcome] = field(default_factory=list)
    error: InternalError | None = None
    """Something that went wrong with no one file in particular."""

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Every finding."""
        return [d for file in self.files for d in file.diagnostics]

    @property
    def errors(self) -> list[PurityError | InternalError]:
        """Everything that makes the run end with exit code 2."""
        found: list[PurityError | InternalError] = [self.error] if self.error is not None else []
        return found + [error for file in self.files for error in file.errors]


class _Known:
    """Outcomes that earlier runs have left, by what was inferred of each file."""

    def __init__(self, cache: NoCache, contents: Contents, extra: str) -> None:
        self._cache = cache
        self._contents = contents
        self._extra = extra
        self.done = {path: FileOutcome(path, errors=[error]) for path, error in contents.unreadable.items()}
        self.fingerprints: dict[Path, str] = {}

    def recall(self, path: Path, fingerprint: str) -> tuple[str, FileOutcome | None]:
        """Return the outcome for a file of which this was inferred, and where it is kept."""
        data, settings = self._contents.data[path], self._contents.settings[path]
        key = self._cache.key(path, data, settings, f"{fingerprint} {self._extra}")
        found = self._cache.get(path, key)
        return key, None if found is None else FileOutcome(path, found)

    def without(self, paths: Iterable[Path], fingerprint_of: Callable[[Path], str | None]) -> list[Path]:
        """Those of ``paths`` that are not done when all is recalled whose fingerprint is known."""
        for path in paths if self._cache.keeps else ():
            fingerprint = fingerprint_of(path)
            outcome = self.recall(path, fingerprint)[1] if fingerprint is not None else None
            if fingerprint is not None and outcome is not None:
                self.done[path] = outcome
                self.fingerprints[path] = fingerprint
        return [path for path in paths if path not in self.done]


class _Result(NamedTuple):
    """Message that a worker sends back."""

    outcome: FileOutcome
    fingerprint: str = ALONE
    key: str | None = None
    """Key under which to keep the outcome; ``None`` where it was kept before."""


@without_collections()
def check_project(
    tasks: list[Task],
    *,
    context: Iterable[Path] = (),
    overrides: Mapping[Path, bytes] | None = None,
    edits: bool = False,
    cache: Cache | NoCache | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Outcome:
    """Check every file; one that fails does not stop the others.

    ``context`` are files that are read for what they tell about the others, and not checked.  ``overrides`` holds
    the content of files that is not (yet) on disk.  ``edits`` asks for what each fix would change.
    """
    cache = cache or NoCache()
    contents = Contents(tasks, context, overrides or {})
    sources = Sources(contents.data, contents.settings)
    extra = f"{recorded.digest(contents.settings.values())} {edits=}"
    allow_deep_recursion()
    parts = Parts(sources, extra, cache)
    known = _Known(cache, contents, extra)
    done = known.done
    linked, staged, missing = _link_unknown(parts, sources, known)

    def check_one(path: Path) -> _Result:
        if not cache.keeps:
            return _Result(_check(path, linked, contents.settings[path], edits))
        model = linked.models.get(path)
        fingerprint = ALONE if model is None else model.fingerprint()
        key, outcome = known.recall(path, fingerprint)
        if outcome is not None:
            return _Result(outcome, fingerprint)
        return _Result(_check(path, linked, contents.settings[path], edits), fingerprint, key)

    def crashed(path: Path, error: Exception) -> _Result:
        return _Result(FileOutcome(path, errors=[crash(path, "check", error)]), "")

    order = {path: number for number, (path, _) in enumerate(tasks)}
    results = run(check_one, sorted(missing, key=order.__getitem__), jobs, failed=crashed)
    for result in _counted(results, len(done), len(tasks), progress):
        outcome = result.outcome
        done[outcome.path] = outcome
        if not cache.keeps or outcome.errors or outcome.gave_up or linked.error is not None:
            continue  # to be said again by the next run
        known.fingerprints[outcome.path] = result.fingerprint
        if result.key is not None:
            cache.put(outcome.path, result.key, outcome.diagnostics)
    parts.remember(known.fingerprints)
    for stages in staged:
        stages.remember(known.fingerprints)
    return Outcome([done[path] for path, _ in tasks], linked.error)


def _link_unknown(parts: Parts, sources: Sources, known: _Known) -> tuple[Linked, list[Stages], list[Path]]:
    """Infer what the files handle that are not known from an earlier run.

    Returns what was inferred, the stages in which that was done, and the files that are to be checked.
    """
    linked = Linked()
    missing: list[Path] = []
    staged: list[tuple[Stages, list[Path]]] = []
    others: list[Part] = []
    for part in parts.parts:
        wanted = [path for path in part.paths if path in sources.settings]
        wanted = known.without(wanted, partial(parts.fingerprint, part))
        stages = parts.stages(part, sources) if wanted else None
        if stages is not None:
            with linked.crashes(part.paths[0]):
                wanted = known.without(wanted, stages.fingerprint)
            staged.append((stages, wanted))
        elif wanted:
            others.append(part)
        missing += wanted
    linked.add(link_parts(sources, [part.paths for part in others]))
    link_stages(sources, staged, linked)
    return linked, [stages for stages, _ in staged], missing


def _check(path: Path, linked: Linked, settings: Settings, edits: bool) -> FileOutcome:
    if path in linked.invalid:
        return FileOutcome(path, [syntax_error(linked.invalid[path])])
    checked = check(linked.sources[path], settings, linked.models.get(path), edits=edits)
    return FileOutcome(path, checked.diagnostics, list(checked.errors), checked.gave_up)


def _counted(results: Iterator[R], done: int, total: int, progress: Progress | None) -> Iterator[R]:
    for number, result in enumerate(results, done + 1):
        if progress is not None:
            progress(number, total)
        yield result
