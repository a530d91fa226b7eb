"""Check many files: those whose results are kept and still hold are not even read, the others are checked afresh."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from purity_lint.run.cache import Cache, NoCache
from purity_lint.run.known import Known
from purity_lint.run.outcome import Outcome, Progress
from purity_lint.run.read import Contents, Task
from purity_lint.run.workers import without_collections
from purity_lint.trace import recorded


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
    contents = Contents(tasks, context, overrides or {}, cache)
    extra = f"{recorded.digest(contents.settings.values())} {edits=}"
    known = Known(cache, contents, extra)
    missing = known.unchanged(path for path, _ in tasks)
    error = None
    if missing:
        from purity_lint.run.afresh import check_afresh

        error = check_afresh(missing, contents, known, edits=edits, jobs=jobs, progress=progress)
    return Outcome([known.done[path] for path, _ in tasks], error)
