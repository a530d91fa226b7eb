"""Many files: read and linked, checked or fixed in worker processes when that pays, cached when nothing changed."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from purity_lint import recorded
from purity_lint.cache import Cache, NoCache
from purity_lint.diagnostics import Diagnostic
from purity_lint.engine import InternalError, check, syntax_error
from purity_lint.errors import PurityError, UnreadableSource, WriteError
from purity_lint.fixing import FixOutcome, fix
from purity_lint.linking import Linked, link
from purity_lint.settings import Settings
from purity_lint.source.read import read_bytes
from purity_lint.workers import prepare_process, run

R = TypeVar("R")
Task = tuple[Path, Settings]
Progress = Callable[[int, int], None]


@dataclass(slots=True)
class FileOutcome:
    """What happened to one file."""

    path: Path
    diagnostics: list[Diagnostic] = field(default_factory=list)
    errors: list[PurityError | InternalError] = field(default_factory=list)


@dataclass
class Outcome:
    """What happened to all of them, in the order in which they were given."""

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


@dataclass
class Fixed:
    """What fixing did to all files."""

    files: list[FixOutcome]
    remaining: list[Diagnostic]
    errors: list[PurityError | InternalError]

    @property
    def counts(self) -> Counter[str]:
        """How many findings of each rule were fixed."""
        return sum((file.fixed for file in self.files), Counter[str]())


class Contents:
    """The bytes of the files of a run, read once, so that what is fixed is what was analysed."""

    def __init__(
        self, tasks: Iterable[Task], context: Iterable[Path], overrides: Mapping[Path, bytes]
    ) -> None:
        self.settings = dict(tasks)
        self.data: dict[Path, bytes] = {}
        self.unreadable: dict[Path, UnreadableSource] = {}
        for path in (*self.settings, *context):
            try:
                self.data[path] = overrides[path] if path in overrides else read_bytes(path)
            except UnreadableSource as error:
                if path in self.settings:
                    self.unreadable[path] = error

    def digest(self) -> str:
        """A hash of everything that is linked: any change may change what is known of any file."""
        digest = hashlib.sha256()
        for path in sorted(self.data):
            digest.update(f"{path}\0".encode("utf-8", "surrogateescape"))
            digest.update(hashlib.sha256(self.data[path]).digest())
        return digest.hexdigest()


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
    dependencies = f"{contents.digest()} {recorded.digest(contents.settings.values())} {edits=}"
    keys: dict[Path, str] = {}
    done: dict[Path, FileOutcome] = {}
    for path, settings in tasks:
        if path in contents.unreadable:
            done[path] = FileOutcome(path, errors=[contents.unreadable[path]])
            continue
        keys[path] = cache.key(path, contents.data[path], settings, dependencies)
        known = cache.get(path, keys[path])
        if known is not None:
            done[path] = FileOutcome(path, known)
    missing = [path for path, _ in tasks if path not in done]
    error = None
    if missing:
        prepare_process()
        linked = link(contents.data, contents.settings)
        error = linked.error

        def check_one(path: Path) -> FileOutcome:
            return _check(path, linked, contents.settings[path], edits)

        for outcome in _counted(run(check_one, missing, jobs), len(done), len(tasks), progress):
            done[outcome.path] = outcome
            if not outcome.errors and error is None:
                cache.put(outcome.path, keys[outcome.path], outcome.diagnostics)
    return Outcome([done[path] for path, _ in tasks], error)


def fix_project(
    tasks: list[Task],
    *,
    write: bool,
    context: Iterable[Path] = (),
    overrides: Mapping[Path, bytes] | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Fixed:
    """Fix every file, and write the result if ``write`` says so; one that fails does not stop the others."""
    contents = Contents(tasks, context, overrides or {})
    prepare_process()
    linked = link(contents.data, contents.settings)

    def fix_one(path: Path) -> FixOutcome:
        return _fix(path, linked, contents, write)

    paths = [path for path, _ in tasks]
    outcomes = list(_counted(run(fix_one, paths, jobs), 0, len(paths), progress))
    errors = [linked.error] if linked.error is not None else []
    found: list[PurityError | InternalError] = [*errors, *(e for o in outcomes for e in o.errors)]
    remaining = [d for outcome in outcomes for d in outcome.remaining]
    if write and any(outcome.content is not None for outcome in outcomes):
        # What one file became is evidence in others: ask again, of all of them together.
        after = check_project(tasks, context=context, jobs=jobs)
        remaining = after.diagnostics
        found += after.errors
    return Fixed(outcomes, remaining, found)


def _check(path: Path, linked: Linked, settings: Settings, edits: bool) -> FileOutcome:
    if path in linked.invalid:
        return FileOutcome(path, [syntax_error(linked.invalid[path])])
    checked = check(linked.sources[path], settings, linked.models.get(path), edits=edits)
    return FileOutcome(path, checked.diagnostics, list(checked.errors))


def _fix(path: Path, linked: Linked, contents: Contents, write: bool) -> FixOutcome:
    if path in contents.unreadable:
        return FixOutcome(path, errors=[contents.unreadable[path]])
    if path in linked.invalid:
        return FixOutcome(path, [syntax_error(linked.invalid[path])])
    outcome = fix(linked.sources[path], contents.settings[path], linked.models.get(path))
    if write and outcome.content is not None:
        from purity_lint.source.write import write_atomically

        try:
            write_atomically(path, outcome.content, expected=contents.data[path])
        except WriteError as error:
            outcome.errors.append(error)
            outcome.fixed.clear()
    return outcome


def _counted(results: Iterator[R], done: int, total: int, progress: Progress | None) -> Iterator[R]:
    for number, result in enumerate(results, done + 1):
        if progress is not None:
            progress(number, total)
        yield result
