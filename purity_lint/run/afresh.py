"""Check files of which no earlier run tells everything: linked, in worker processes when that pays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.engine.crashes import InternalError, crash
from purity_lint.engine.diagnose import syntax_error
from purity_lint.errors import PurityError
from purity_lint.run.kept_results import Known
from purity_lint.run.link import Linked, link_parts, link_stages
from purity_lint.run.outcome import FileOutcome, Outcome
from purity_lint.run.parts import ALONE, Part, Parts
from purity_lint.run.progress import Progress
from purity_lint.run.read import Contents, Sources
from purity_lint.run.workers import run
from purity_lint.semantics.domain.tables import forgotten, release
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.stages import Stages
from purity_lint.source.recursion import allow_deep_recursion


class _Result(NamedTuple):
    """Message that a worker sends back."""

    outcome: FileOutcome
    fingerprint: str = ALONE
    key: str | None = None
    """Key under which to keep the outcome; ``None`` where it was kept before."""
    keys: Sequence[str] | None = None
    """Keys of what a file that nothing imports has read of the others."""
    forgotten: int = 0
    """How often something was forgotten of a value that had become too large."""


def check_afresh(
    wanted: list[Path],
    contents: Contents,
    known: Known,
    run_outcome: Outcome,
    *,
    edits: bool,
    jobs: int | None,
    progress: Progress,
) -> None:
    """Check those of ``wanted`` that no change can have reached by what is kept, the others by looking at them.

    The outcomes of files go into ``known``, what concerns no one file in particular into ``run_outcome``.
    """
    progress.begin("Reading", len(contents.digests))
    sources = Sources(contents.data, contents.settings)
    allow_deep_recursion()
    release()
    cache = known.cache
    parts = Parts(sources, contents.digests, known.extra, cache, progress, jobs)
    contents.forget_bytes()
    progress.begin("Understanding", len(contents.digests))
    linked, staged, missing = _link_unknown(parts, sources, known, wanted, jobs)
    run_outcome.error, run_outcome.forgotten = linked.error, forgotten()

    def check_and_forget(path: Path) -> _Result:
        try:
            return _result(path, linked, contents.settings[path], known, edits)
        finally:
            linked.forget(path)

    def crashed(path: Path, error: Exception) -> _Result:
        return _Result(FileOutcome(path, errors=[crash(path, "check", error)]), "")

    keys: dict[Path, Sequence[str]] = {}
    progress.begin("Checking", len(missing))
    try:
        results = run(check_and_forget, contents.largest_first(missing), jobs, failed=crashed)
        for number, result in enumerate(results, 1):
            progress.done(number)
            outcome = result.outcome
            run_outcome.forgotten += result.forgotten
            known.done[outcome.path] = outcome
            if not cache.keeps or outcome.errors or outcome.gave_up or linked.error is not None:
                continue  # to be said again by the next run
            known.add(outcome, result.fingerprint, result.key)
            if result.keys is not None:
                keys[outcome.path] = result.keys
    finally:
        known.remember()
        parts.remember(known.fingerprints)
        for stages in staged:
            stages.remember(known.fingerprints, keys)


def _link_unknown(
    parts: Parts, sources: Sources, known: Known, wanted: list[Path], jobs: int | None
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
        stages = parts.stages(part, sources, jobs) if unknown else None
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


def _result(path: Path, linked: Linked, settings: Settings, known: Known, edits: bool) -> _Result:
    """Return the outcome for a file, which is kept if nothing else was inferred of it than by an earlier run."""
    before = forgotten()
    fingerprint, key = ALONE, None
    keys: Sequence[str] | None = None
    errors: list[PurityError | InternalError] = []
    try:
        model = linked.model(path)
    except Exception as error:  # a bug of ours, whatever it is: it is told, and the other files are checked
        model = None
        errors.append(crash(path, "semantics (linking)", error))
    if known.cache.keeps:
        fingerprint = ALONE if model is None else model.fingerprint()
        keys = linked.keys(path)
        key, outcome = known.recall(path, fingerprint)
        if outcome is not None and not errors:
            return _Result(outcome, fingerprint, keys=keys)
    outcome = _check(path, linked, model, settings, edits)
    outcome.errors += errors
    return _Result(outcome, fingerprint, key, keys, forgotten() - before)


def _check(
    path: Path, linked: Linked, model: SemanticModel | None, settings: Settings, edits: bool
) -> FileOutcome:
    if path in linked.invalid:
        return FileOutcome(path, [syntax_error(linked.invalid[path])])
    checked = check(linked.sources[path], settings, model, edits=edits)
    return FileOutcome(path, checked.diagnostics, list(checked.errors), checked.gave_up)
