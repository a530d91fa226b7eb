"""Check many files: those whose results are kept and still hold are not even read, the others are checked afresh."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from purity_lint.run.cache.facts import Cache, NoCache
from purity_lint.run.kept_results import Known
from purity_lint.run.outcome import Outcome
from purity_lint.run.progress import Progress
from purity_lint.run.read import Contents, Task
from purity_lint.run.workers import without_collections
from purity_lint.trace import recorded


def check_project(
    tasks: list[Task],
    *,
    context: Iterable[Path] = (),
    overrides: Mapping[Path, bytes] | None = None,
    edits: bool = False,
    cache: Cache | NoCache | None = None,
    jobs: int | None = None,
) -> Outcome:
    """Check every file; one that fails does not stop the others.

    ``context`` are files that are read for what they tell about the others, and not checked.  ``overrides`` holds
    the content of files that is not (yet) on disk.  ``edits`` asks for what each fix would change.
    """
    cache = cache or NoCache()
    return check_contents(Contents(tasks, context, overrides or {}, cache), cache, edits=edits, jobs=jobs)


@without_collections()
def check_contents(
    contents: Contents,
    cache: Cache | NoCache,
    *,
    only: Collection[Path] | None = None,
    edits: bool = False,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Outcome:
    """Check the files that ``contents`` holds and has settings for, as :func:`check_project` does.

    ``only`` are those of the files whose findings are wanted, if not all are: the others count as if they were.
    """
    extra = f"{recorded.digest(contents.settings.values())} {edits=}"
    known = Known(cache, contents, extra)
    among = None if only is None else set(only)
    wanted = [path for path in contents.settings if among is None or path in among]
    missing = known.unchanged(wanted)
    outcome = Outcome()
    if missing:
        from purity_lint.run.afresh import check_afresh

        progress = progress or Progress()
        check_afresh(missing, contents, known, outcome, edits=edits, jobs=jobs, progress=progress)
    outcome.files = [known.done[path] for path in wanted]
    return outcome
