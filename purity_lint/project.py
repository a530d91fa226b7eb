"""Many files: checked in worker processes when that pays, from the cache when nothing changed."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from purity_lint.cache import Cache, NoCache
from purity_lint.diagnostics import Diagnostic
from purity_lint.engine import InternalError, check_file
from purity_lint.errors import PurityError, UnreadableSource
from purity_lint.settings import Settings

T = TypeVar("T")
R = TypeVar("R")
Task = tuple[Path, Settings]
Progress = Callable[[int, int], None]

_FILES_PER_WORKER = 24
"""Fewer files than this are checked sooner than another process has started."""
_RECURSION_LIMIT = 20_000
"""``a + b + ... + z`` nests as deep as it is long; the parser itself stops at some thousands."""


@dataclass(slots=True)
class FileOutcome:
    """What happened to one file."""

    path: Path
    diagnostics: list[Diagnostic] = field(default_factory=list)
    errors: list[InternalError] = field(default_factory=list)
    unreadable: UnreadableSource | None = None


@dataclass
class Outcome:
    """What happened to all of them, in the order in which they were given."""

    files: list[FileOutcome] = field(default_factory=list)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Every finding."""
        return [d for file in self.files for d in file.diagnostics]

    @property
    def errors(self) -> list[PurityError | InternalError]:
        """Everything that makes the run end with exit code 2."""
        found: list[PurityError | InternalError] = []
        for file in self.files:
            found += [file.unreadable] if file.unreadable else []
            found += file.errors
        return found


def check_project(
    tasks: list[Task],
    *,
    cache: Cache | NoCache | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Outcome:
    """Check every file; one that fails does not stop the others."""
    cache = cache or NoCache()
    outcomes: dict[Path, FileOutcome] = {}
    missing: list[Task] = []
    keys: dict[Path, str] = {}
    for path, settings in tasks:
        key = cache.key(path, settings)
        known = cache.get(path, key)
        if known is not None:
            outcomes[path] = FileOutcome(path, known)
        else:
            missing.append((path, settings))
            if key is not None:
                keys[path] = key
    for outcome in _progressing(run(check_one, missing, jobs), len(tasks), len(outcomes), progress):
        outcomes[outcome.path] = outcome
        if not outcome.errors and outcome.unreadable is None and outcome.path in keys:
            cache.put(outcome.path, keys[outcome.path], outcome.diagnostics)
    return Outcome([outcomes[path] for path, _ in tasks])


def check_one(task: Task) -> FileOutcome:
    """Check one file, in whatever process this is."""
    path, settings = task
    try:
        checked = check_file(path, settings)
    except UnreadableSource as error:
        return FileOutcome(path, unreadable=error)
    return FileOutcome(path, checked.diagnostics, checked.errors)


def run(function: Callable[[T], R], tasks: list[T], jobs: int | None = None) -> Iterator[R]:
    """``function`` of every task, in order; in several processes when there are enough tasks."""
    prepare_process()
    workers = min(jobs or available_cpus(), len(tasks) // _FILES_PER_WORKER + 1)
    if workers <= 1:
        yield from map(function, tasks)
        return
    chunk = max(1, min(16, len(tasks) // (workers * 4)))
    with ProcessPoolExecutor(workers, mp_context=_context(), initializer=prepare_process) as pool:
        try:
            yield from pool.map(function, tasks, chunksize=chunk)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def available_cpus() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def prepare_process() -> None:
    """Settings of the interpreter that checking needs."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), _RECURSION_LIMIT))


def _context() -> multiprocessing.context.BaseContext:
    """Fork where that is safe (Linux, no other threads) because it is fast; spawn elsewhere."""
    can_fork = sys.platform == "linux" and threading.active_count() == 1
    return multiprocessing.get_context("fork" if can_fork else "spawn")


def _progressing(results: Iterable[R], total: int, done: int, progress: Progress | None) -> Iterator[R]:
    for number, result in enumerate(results, done + 1):
        if progress is not None:
            progress(number, total)
        yield result
