"""Run ``check``: find, leave out what is accepted, and report."""

from __future__ import annotations

import os

from purity_lint.cli import EXIT_CLEAN, EXIT_ERROR, say
from purity_lint.cli.options import use_color
from purity_lint.cli.output import (
    emit,
    exit_code,
    found_code,
    leave_out_accepted,
    lines_of,
    report_errors,
    shown_progress,
)
from purity_lint.cli.request import Request
from purity_lint.cli.selection import Run
from purity_lint.configuration import baseline
from purity_lint.configuration.settings import Settings
from purity_lint.errors import ConfigError
from purity_lint.formats import FOR_PEOPLE, WITH_EDITS
from purity_lint.formats.report import Report
from purity_lint.run.cache.facts import Cache, NoCache
from purity_lint.run.check import check_contents
from purity_lint.run.kept_output import Told
from purity_lint.run.read import Contents


def check_files(request: Request, settings: Settings, run: Run) -> int:
    """Look at the files and print what was found, or silence it with comments."""
    cache = NoCache() if request.no_cache or run.overrides else Cache(settings.root / settings.cache_dir)
    contents = Contents(run.files, run.context, run.overrides, cache)
    told = _told(request, settings, run, cache, contents)
    before = told.recall() if told is not None else None
    if before is not None:
        emit(request, iter([before.text.removesuffix("\n")] if before.text else []))
        return found_code(request, before.found)
    with shown_progress(request) as progress:
        outcome = check_contents(
            contents,
            cache,
            only=run.shard,
            edits=settings.output_format in WITH_EDITS and not request.statistics,
            jobs=request.jobs,
            progress=progress,
        )
    report_errors(outcome.errors, request.verbose)
    if request.verbose:
        for file in outcome.files:
            for line in file.gave_up:
                say(f"gave up: {file.path}:{line} is nested too deeply; what it holds is not known")
        if outcome.forgotten:
            say(
                f"gave up: {outcome.forgotten} times a value became too large, and something of it was forgotten"
            )
    failed = run.failed or bool(outcome.errors)
    report = Report(
        outcome.diagnostics,
        color=use_color(request.color, request.output_file is not None),
        unsafe_fixes=settings.unsafe_fixes,
        texts=run.texts(),
        failed=failed,
    )
    if request.diff_base is not None:
        from purity_lint.run.revisions.added_lines import added_since, in_added

        added = added_since(request.diff_base, request.first_folder)
        report.diagnostics = in_added(report.diagnostics, added)
    if request.after_fix:
        report.after_fix = _after_fix(request, run, len(report.diagnostics))
    leave_out_accepted(report, settings)
    if request.add_noqa is not None:
        if run.overrides:
            raise ConfigError("--add-noqa writes into files, and standard input is none")
        return _add_noqa(report, request.add_noqa)
    lines, found = lines_of(request, settings, report), bool(report.diagnostics)
    emit(request, lines if told is None or failed else told.remembering(lines, found=found))
    return exit_code(request, report, failed)


def _told(
    request: Request, settings: Settings, run: Run, cache: Cache | NoCache, contents: Contents
) -> Told | None:
    """Return what was told of these files by a run like this one; ``None`` where that depends on more than them."""
    asks_more = (
        request.verbose or request.after_fix or request.diff_base is not None or request.add_noqa is not None
    )
    if asks_more or run.failed or not cache.keeps or settings.output_format not in FOR_PEOPLE:
        return None
    color = use_color(request.color, request.output_file is not None)
    asked = request.statistics, request.quiet, color, os.getcwd(), run.shard
    return Told(cache, contents, settings, (asked, baseline.digest(settings)))


def _after_fix(request: Request, run: Run, found: int) -> tuple[int, int, int]:
    """How many findings a fix would mend, how many leave, and how many of both are not among those found now."""
    from purity_lint.cli.fixing import fixed_files

    fixed = fixed_files(request, run, write=False)
    mended, remaining = fixed.counts.total(), len(fixed.remaining)
    return mended, remaining, max(0, mended + remaining - found)


def _add_noqa(report: Report, reason: str) -> int:
    from purity_lint.run.silence import silence

    done = silence(report.diagnostics, reason)
    report_errors(done.errors, verbose=False)
    say(f"Silenced {done.count} error{'' if done.count == 1 else 's'} with comments.")
    return EXIT_ERROR if done.errors or report.failed else EXIT_CLEAN
