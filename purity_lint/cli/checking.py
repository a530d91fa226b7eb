"""Run ``check``: find, leave out what is accepted, and report."""

from __future__ import annotations

from purity_lint.cli import EXIT_CLEAN, EXIT_ERROR, say
from purity_lint.cli.options import use_color
from purity_lint.cli.output import (
    emit,
    exit_code,
    leave_out_accepted,
    lines_of,
    report_errors,
    shown_progress,
)
from purity_lint.cli.request import Request
from purity_lint.cli.selection import Run
from purity_lint.configuration.settings import Settings
from purity_lint.errors import ConfigError
from purity_lint.formats import WITH_EDITS
from purity_lint.formats.report import Report
from purity_lint.run.cache import Cache, NoCache
from purity_lint.run.check import check_project


def check_files(request: Request, settings: Settings, run: Run) -> int:
    """Look at the files and print what was found, or silence it with comments."""
    cache = NoCache() if request.no_cache or run.overrides else Cache(settings.root / settings.cache_dir)
    with shown_progress(request) as progress:
        outcome = check_project(
            run.files,
            only=run.shard,
            context=run.context,
            overrides=run.overrides,
            edits=settings.output_format in WITH_EDITS and not request.statistics,
            cache=cache,
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
        from purity_lint.run.revision import added_since, in_added

        added = added_since(request.diff_base, request.first_folder)
        report.diagnostics = in_added(report.diagnostics, added)
    if request.after_fix:
        report.after_fix = _after_fix(request, run, len(report.diagnostics))
    leave_out_accepted(report, settings)
    if request.add_noqa is not None:
        if run.overrides:
            raise ConfigError("--add-noqa writes into files, and standard input is none")
        return _add_noqa(report, request.add_noqa)
    emit(request, lines_of(request, settings, report))
    return exit_code(request, report, failed)


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
