"""``check`` and ``fix``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from purity_lint.cli.options import SettingsOptions, output_options, settings_options
from purity_lint.cli.running import Request, execute

_PATHS = click.argument(
    "paths", nargs=-1, type=click.Path(path_type=Path, allow_dash=True), metavar="[PATHS]..."
)
_RUN_OPTIONS = (
    click.option("--diff", is_flag=True, help="Print the changes that fixes would make; write nothing."),
    click.option(
        "--unsafe-fixes/--no-unsafe-fixes", default=None, help="Also fix where the meaning might change."
    ),
    click.option(
        "--verify",
        metavar="COMMAND",
        help="Fix, run this shell command, and take back the fixes that make it fail.",
    ),
    click.option("--exit-zero", is_flag=True, help="Exit with 0 even when there are findings."),
    click.option("--exit-non-zero-on-fix", is_flag=True, help="Exit with 1 when a file was changed."),
    click.option(
        "--stdin-filename", type=click.Path(path_type=Path), help="The name to use for standard input."
    ),
    click.option("--fix-only", is_flag=True, help="Fix, and neither report nor fail for what is left."),
    click.option("--baseline", metavar="FILE", help="Hide the findings that this baseline accepts."),
    click.option("--no-baseline", is_flag=True, help="Hide nothing, though there is a baseline."),
    click.option(
        "-n",
        "--no-cache",
        is_flag=True,
        envvar="PURITY_LINT_NO_CACHE",
        help="Neither read nor write the cache.",
    ),
    click.option("--cache-dir", metavar="DIR", envvar="PURITY_LINT_CACHE_DIR", help="Where the cache is."),
    click.option("-j", "--jobs", type=click.IntRange(min=1), help="Worker processes (default: one per CPU)."),
    click.option("--show-files", is_flag=True, help="List the files that would be checked."),
    click.option("-w", "--watch", is_flag=True, help="Check again whenever a file changes."),
)


def _run_options(function: Any) -> Any:
    for option in reversed(_RUN_OPTIONS):
        function = option(function)
    return function


@click.command()
@_PATHS
@click.option("--fix/--no-fix", default=False, help="Rewrite what can be rewritten safely.")
@_run_options
@settings_options
@output_options
def check(paths: tuple[Path, ...], fix: bool, settings_options: SettingsOptions, **options: Any) -> None:
    """Report what ties code to one array library.

    PATHS are files, folders and notebooks (default: the current folder); `-` reads standard input.

    Exit codes: 0 no findings, 1 findings, 2 error (a path that does not exist, a wrong option, a bug).
    """
    _run(paths, settings_options, fix=fix, **options)


@click.command()
@_PATHS
@_run_options
@settings_options
@output_options
def fix(paths: tuple[Path, ...], settings_options: SettingsOptions, **options: Any) -> None:
    """Rewrite what can be rewritten safely, and report the rest: the same as `check --fix`."""
    _run(paths, settings_options, fix=True, **options)


def _run(paths: tuple[Path, ...], settings_options: SettingsOptions, **options: Any) -> None:
    if options["verify"] is not None or options["fix_only"]:
        options["fix"] = True
    if options["no_baseline"] and options["baseline"]:
        raise click.UsageError("--no-baseline and --baseline FILE contradict each other")
    request = Request(paths=paths, settings_options=settings_options, **options)
    if request.watch:
        from purity_lint.cli.watch import watch

        watch(request)
    click.get_current_context().exit(execute(request))
