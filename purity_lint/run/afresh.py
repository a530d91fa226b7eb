"""Check files of which no earlier run tells everything: linked, in worker processes when that pays."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.engine.crashes import InternalError, crash
from purity_lint.engine.diagnose import syntax_error
from purity_lint.run.known import Known
from purity_lint.run.link import Linked, link_parts, link_stages
from purity_lint.run.outcome import FileOutcome, Progress
from purity_lint.run.parts import ALONE, Part, Parts
from purity_lint.run.read import Contents, Sources
from purity_lint.run.workers import run
from purity_lint.semantics.stages import Stages
from purity_lint.source.recursion import allow_deep_recursion

R = TypeVar("R")


class _Result(NamedTuple):
    """Message that a worker sends back."""

    outcome: FileOutcome
    fingerprint: str = ALONE
    key: str | None = None
    """Key under which to keep the outcome; ``None`` where it was kept before."""


def check_afresh(
    wanted: list[Path],
    contents: Contents,
    known: Known,
    *,
    edits: bool,
    jobs: int | None,
    progress: Progress | None,
) -> InternalError | None:
    """Check those of ``wanted`` that no change can have reached by what is kept, the others by looking at them.

    Everything goes into ``known``.  Returns a crash that concerns no one file in particular.
    """
    sources = Sources(contents.data, contents.settings)
    allow_deep_recursion()
    cache = known.cache
    parts = Parts(sources, contents.digests, known.extra, cache)
    linked, staged, missing = _link_unknown(parts, sources, known, wanted)

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

    order = {path: number for number, path in enumerate(contents.settings)}
    results = run(check_one, sorted(missing, key=order.__getitem__), jobs, failed=crashed)
    try:
        for result in _counted(results, len(known.done), len(order), progress):
            outcome = result.outcome
            known.done[outcome.path] = outcome
            if not cache.keeps or outcome.errors or outcome.gave_up or linked.error is not None:
                continue  # to be said again by the next run
            known.add(outcome, result.fingerprint, result.key)
    finally:
        known.remember()
        parts.remember(known.fingerprints)
        for stages in staged:
            stages.remember(known.fingerprints)
    return linked.error


def _link_unknown(
    parts: Parts, sources: Sources, known: Known, wanted: list[Path]
) -> tuple[Linked, list[Stages], list[Path]]:
    """Infer what the files handle that are not known from an earlier run.

    Returns what was inferred, the stages in which that was done, and the files that are to be checked.
    """
    linked = Linked()
    missing: list[Path] = []
    staged: list[tuple[Stages, list[Path]]] = []
    others: list[Part] = []
    among = set(wanted)
    for part in parts.parts:
        unknown = known.without(
            [path for path in part.paths if path in among], partial(parts.fingerprint, part)
        )
        stages = parts.stages(part, sources) if unknown else None
        if stages is not None:
            with linked.crashes(part.paths[0]):
                unknown = known.without(unknown, stages.fingerprint)
            staged.append((stages, unknown))
        elif unknown:
            others.append(part)
        missing += unknown
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
