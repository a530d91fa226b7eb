"""Run ``fix``: write files, show what that would change, or keep what a command passes with."""

from __future__ import annotations

from collections import Counter

import click

from purity_lint.cli import EXIT_CLEAN, EXIT_ERROR, EXIT_FINDINGS, say, warn
from purity_lint.cli.advice import advise, before_fixing
from purity_lint.cli.diffs import diffs
from purity_lint.cli.options import use_color
from purity_lint.cli.output import (
    emit,
    emit_bytes,
    exit_code,
    leave_out_accepted,
    lines_of,
    report_errors,
    shown_progress,
)
from purity_lint.cli.request import Request
from purity_lint.cli.selection import Run, decoded_texts
from purity_lint.configuration.settings import Settings
from purity_lint.errors import ConfigError
from purity_lint.formats.report import Report
from purity_lint.run.fix import Fixed, fix_project
from purity_lint.run.verification.verify import fix_verified
from purity_lint.run.workers import without_collections


@without_collections()
def fix_files(request: Request, settings: Settings, run: Run) -> int:
    """Fix files, or show what that would change; standard input is fixed to standard output."""
    write = not request.diff and not run.overrides
    advice = [] if request.quiet else list(before_fixing(settings, run.wanted))
    fixed = fixed_files(request, run, write=write)
    report_errors(fixed.errors, request.verbose)
    if fixed.counts:
        for line in advice:
            warn(line)
    failed = run.failed or bool(fixed.errors)
    color = use_color(request.color, request.output_file is not None)
    if request.diff:
        emit(request, diffs(fixed.files, color))
        changed = sum(outcome.content is not None for outcome in fixed.files)
        _say_what_would_be_fixed(request, fixed.counts, changed)
        return EXIT_ERROR if failed else EXIT_FINDINGS if changed and not request.exit_zero else EXIT_CLEAN
    texts = run.texts()
    if run.overrides:
        color = request.color == "always"
        content = fixed.files[0].content or next(iter(run.overrides.values()))
        texts = decoded_texts({fixed.files[0].path: content})
        emit_bytes(content)
    report = Report(fixed.remaining, color, settings.unsafe_fixes, fixed.counts, texts, failed)
    if request.fix_only:
        code = _say_what_was_fixed(request, report)
    else:
        leave_out_accepted(report, settings)
        if run.overrides:
            for line in lines_of(request, settings, report):
                click.echo(line, err=True)
        else:
            emit(request, lines_of(request, settings, report))
        code = exit_code(request, report, failed)
    if write and not request.quiet:
        written = (outcome.path for outcome in fixed.files if outcome.content is not None)
        advise(written, (*(path for path, _ in run.files), *run.context))
    return code


def fixed_files(request: Request, run: Run, *, write: bool) -> Fixed:
    """Fix what a run is about, in memory alone unless ``write``, while its progress is shown."""
    with shown_progress(request) as progress:
        return fix_project(
            run.files,
            write=write,
            context=run.context,
            overrides=run.overrides,
            jobs=request.jobs,
            progress=progress,
        )


def fix_verified_files(request: Request, settings: Settings, run: Run, command: str) -> int:
    """Fix files as far as ``command`` passes with them."""
    if request.diff or run.overrides:
        raise ConfigError(
            "--verify fixes files and runs a command on them: it goes neither with --diff nor with `-`"
        )
    done = fix_verified(run.files, command, context=run.context, jobs=request.jobs)
    report_errors(done.errors, request.verbose)
    for rolled_back in done.rolled_back:
        warn(str(rolled_back))
    failed = run.failed or bool(done.errors)
    color = use_color(request.color, request.output_file is not None)
    report = Report(done.remaining, color, settings.unsafe_fixes, done.counts, failed=failed)
    if request.fix_only:
        return _say_what_was_fixed(request, report)
    leave_out_accepted(report, settings)
    emit(request, lines_of(request, settings, report))
    return exit_code(request, report, failed)


def _say_what_was_fixed(request: Request, report: Report) -> int:
    """Report fixes alone; what is left is neither printed nor counted in the exit code."""
    count = report.fixed.total()
    if count and not request.quiet:
        say(f"Fixed {count} error{'' if count == 1 else 's'}.")
    if report.failed:
        return EXIT_ERROR
    return EXIT_FINDINGS if count and request.exit_non_zero_on_fix else EXIT_CLEAN


def _say_what_would_be_fixed(request: Request, fixed: Counter[str], files: int) -> None:
    if request.quiet:
        return
    count = sum(fixed.values())
    click.echo(
        f"Would fix {count} error{'' if count == 1 else 's'} in {files} file{'' if files == 1 else 's'}."
        if files
        else "Nothing to fix.",
        err=True,
    )
