"""``check`` and ``fix``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from purity_lint.cli.options import SettingsOptions, output_options, settings_options
from purity_lint.cli.request import Request
from purity_lint.cli.running import execute
from purity_lint.run.shard import Shard

_PATHS = click.argument(
    "paths", nargs=-1, type=click.Path(path_type=Path, allow_dash=True), metavar="[PATHS]..."
)


def _shard(_ctx: click.Context, _param: click.Parameter, value: str | None) -> Shard | None:
    if value is None:
        return None
    number, slash, count = value.partition("/")
    if not (slash and number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count)):
        raise click.BadParameter(f"expected I/N such as 1/4, got `{value}`")
    return Shard(int(number), int(count))


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
    click.option(
        "--diff-base",
        metavar="REV",
        help="Report only lines that are not in this revision of git, or where the branch left it.",
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
    click.option(
        "--shard",
        metavar="I/N",
        callback=_shard,
        help="Report one of N parts of the files, so that N machines share a run; check only.",
    ),
    click.option("--show-files", is_flag=True, help="List the files that would be checked."),
    click.option("-w", "--watch", is_flag=True, help="Check again whenever a file changes."),
)


def _run_options(function: Any) -> Any:
    for option in reversed(_RUN_OPTIONS):
        function = option(function)
    return function


class _OptionalReason(click.Command):
    """Takes ``--add-noqa`` and ``--add-noqa=REASON``: click knows options with a value and options without."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Turn the second spelling into an option of its own."""
        told = [
            arg.replace("--add-noqa=", "--noqa-reason=", 1) if arg.startswith("--add-noqa=") else arg
            for arg in args
        ]
        return super().parse_args(ctx, told)


@click.command(cls=_OptionalReason)
@_PATHS
@click.option("--fix/--no-fix", default=False, help="Rewrite what can be rewritten safely.")
@click.option(
    "--add-noqa",
    is_flag=True,
    help="Silence every finding with a comment where it stands; `--add-noqa=REASON` says why.",
)
@click.option("--noqa-reason", hidden=True)
@click.option(
    "--after-fix",
    is_flag=True,
    help="Also say how many findings `fix` would mend, leave, and bring to light.",
)
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
    reason = options.pop("noqa_reason", None)
    options["add_noqa"] = reason or "" if options.get("add_noqa") or reason is not None else None
    options.setdefault("after_fix", False)
    _refuse_contradictions(options)
    request = Request(paths=paths, settings_options=settings_options, **options)
    if request.watch:
        from purity_lint.cli.watch import watch

        watch(request)
    click.get_current_context().exit(execute(request))


def _refuse_contradictions(options: dict[str, Any]) -> None:
    fixes = options["fix"] or options["diff"]
    if options["no_baseline"] and options["baseline"]:
        raise click.UsageError("--no-baseline and --baseline FILE contradict each other")
    if options["add_noqa"] is not None and fixes:
        raise click.UsageError("--add-noqa silences findings and --fix mends them: run one after the other")
    if options["after_fix"] and (fixes or options["shard"] is not None or options["diff_base"] is not None):
        raise click.UsageError(
            "--after-fix says what a fix of whole projects would do: it goes with check alone"
        )
    if options["shard"] is not None and fixes:
        raise click.UsageError("--shard goes with check alone: what is fixed in one file shows in others")
    if options["diff_base"] is not None and fixes:
        raise click.UsageError("--diff-base is about what is reported; fixes are of whole files")
