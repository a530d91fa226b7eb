"""What a run prints, where it goes, and the exit code that says how it was."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING

import click

from purity_lint.cli import EXIT_CLEAN, EXIT_ERROR, EXIT_FINDINGS, ISSUES, THIS_IS_A_BUG, report_error, say
from purity_lint.cli.progress import ShownProgress, is_wanted
from purity_lint.cli.request import Request
from purity_lint.configuration import baseline
from purity_lint.configuration.settings import Settings
from purity_lint.errors import PurityError
from purity_lint.formats import FOR_PEOPLE, renderer
from purity_lint.formats.report import Report
from purity_lint.formats.style import visible_lines
from purity_lint.formats.summary import statistics, summary
from purity_lint.run.progress import Progress

if TYPE_CHECKING:
    from purity_lint.engine.crashes import InternalError

_LINES_AT_ONCE = 500


def lines_of(request: Request, settings: Settings, report: Report) -> Iterator[str]:
    """Yield what a report says in the format that is set, with a summary where people read it."""
    name = settings.output_format
    if request.statistics:
        yield from statistics(report, as_json=name == "json")
    else:
        yield from renderer(name)(report)
    if name in FOR_PEOPLE and not request.quiet:
        yield from summary(report)
        if not request.fix:  # which has said it before it wrote anything
            from purity_lint.cli.advice import on_scope  # with tables of libraries, which take time to read

            yield from on_scope(settings, report)


def emit(request: Request, lines: Iterator[str]) -> None:
    """Print lines, or write them to the file that was named.  Raises :class:`PurityError` where that fails."""
    if request.output_file is None:
        while chunk := "".join(f"{line}\n" for line in islice(lines, _LINES_AT_ONCE)):
            sys.stdout.write(chunk)
        return
    try:
        with open(request.output_file, "w", encoding="utf-8", errors="backslashreplace") as stream:
            stream.writelines(f"{line}\n" for line in lines)
    except OSError as error:
        raise PurityError(
            f"cannot write {request.output_file}: {(error.strerror or str(error)).lower()}"
        ) from None


def emit_bytes(content: bytes) -> None:
    """Print the content of a file as it is, whatever its encoding."""
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def leave_out_accepted(report: Report, settings: Settings) -> None:
    """Take the findings that the baseline accepts out of ``report``, and say how many those are."""
    kept = baseline.filtered(report.diagnostics, settings, report.lines)
    report.accepted = len(report.diagnostics) - len(kept)
    report.diagnostics = kept


def report_errors(errors: Iterable[PurityError | InternalError], verbose: bool) -> None:
    """Say what went wrong, a line each; for a bug of ours also where to send it."""
    internal = False
    for error in errors:
        report_error(str(error))
        if not isinstance(error, PurityError) and error.trace:
            internal = True
            if verbose:
                click.echo(visible_lines(error.trace), err=True)
    if internal:
        how = "" if verbose else " and the traceback that --verbose prints"
        say(f"{THIS_IS_A_BUG}, with the code that causes it{how}, at {ISSUES}")


def exit_code(request: Request, report: Report, failed: bool) -> int:
    """Return what the process ends with; ``failed`` says that something could not be looked at."""
    if failed:
        return EXIT_ERROR
    if report.fixed and request.exit_non_zero_on_fix:
        return EXIT_FINDINGS
    return found_code(request, bool(report.diagnostics))


def found_code(request: Request, found: bool) -> int:
    """Return what a run ends with that could look at everything, and found something or nothing."""
    return EXIT_FINDINGS if found and not request.exit_zero else EXIT_CLEAN


@contextmanager
def shown_progress(request: Request) -> Iterator[Progress]:
    """Follow a run: shown to who sits at a terminal, and told in the end to who wants to hear it."""
    progress = ShownProgress() if is_wanted(request.quiet) else Progress()
    with progress:
        yield progress
    if request.verbose and progress.seconds:
        say(", ".join(f"{stage.lower()} {seconds:.2f} s" for stage, seconds in progress.seconds.items()))
