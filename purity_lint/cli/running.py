"""Run ``check`` and ``fix`` once their options are known."""

from __future__ import annotations

import os
import time
from pathlib import Path

import click

from purity_lint.cli import EXIT_CLEAN, EXIT_ERROR, say, warn
from purity_lint.cli.checking import check_files
from purity_lint.cli.request import Request
from purity_lint.cli.selection import find, from_stdin
from purity_lint.configuration.settings import Settings
from purity_lint.formats.style import visible
from purity_lint.run.verification.journal import repair
from purity_lint.trace.recorded import stale_files


def execute(request: Request) -> int:
    """Run ``check`` or ``fix``; the exit code."""
    started = time.perf_counter()
    resolver = request.resolver()
    run = from_stdin(request, resolver) if request.reads_stdin else find(request, resolver)
    settings = run.files[0][1] if run.overrides else resolver.for_folder(Path.cwd())
    if request.show_files:
        for path in run.wanted:
            click.echo(visible(os.path.abspath(path)))
        return EXIT_ERROR if run.failed else EXIT_CLEAN
    if not run.files and not run.failed and not request.reads_stdin and not request.quiet:
        warn("No Python files found under the given path(s)")
    _repair()
    _warn_of_stale_records(request, settings)
    if request.verify is not None:
        from purity_lint.cli.fixing import fix_verified_files

        code = fix_verified_files(request, settings, run, request.verify)
    elif request.fix or request.diff:
        from purity_lint.cli.fixing import fix_files

        code = fix_files(request, settings, run)
    else:
        code = check_files(request, settings, run)
    if request.verbose:
        seconds = time.perf_counter() - started
        more = len(run.context) + len(run.files) - len(run.wanted)
        also = f" and {more} more for what they tell" if more else ""
        say(f"{len(run.wanted)} files{also} in {seconds:.2f} s; settings from {settings.root}")
    return code


def _repair() -> None:
    """Undo what a run that was killed has left unverified."""
    repaired = repair(Path.cwd())
    if repaired.restored:
        count = len(repaired.restored)
        warn(
            f"an earlier `fix --verify` was killed; {count} file{'' if count == 1 else 's'} with unverified fixes "
            f"put back, {repaired.restored[0]} first"
        )
    for path in repaired.left:
        warn(
            f"an earlier `fix --verify` was killed; {path} has changed since, and was left: look through its fixes"
        )
    for error in repaired.unwritable:
        warn(f"an earlier `fix --verify` left a fix that was not verified, which cannot be put back: {error}")


def _warn_of_stale_records(request: Request, settings: Settings) -> None:
    stale = [] if request.quiet else stale_files(settings)
    if stale:
        more = f" and {len(stale) - 1} more" if len(stale) > 1 else ""
        warn(f"{stale[0]}{more} changed since `purity-lint trace` ran; what it recorded there is not used")
