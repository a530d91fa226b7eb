"""``baseline``: accept what there is, so that only new findings are reported."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import click

from purity_lint.cli import EXIT_CLEAN, EXIT_ERROR, EXIT_FINDINGS, report_error, say
from purity_lint.cli.options import SettingsOptions, settings_options
from purity_lint.configuration import baseline as counts
from purity_lint.configuration.discovery import discover
from purity_lint.configuration.settings import Settings
from purity_lint.formats.report import Report
from purity_lint.run.check import check_project


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATHS]...")
@click.option(
    "--output", metavar="FILE", help=f"Where it is (default: the setting, or {counts.DEFAULT_FILE})."
)
@click.option("--grow", is_flag=True, help="Accept new findings too, instead of refusing them.")
@settings_options
def baseline(
    paths: tuple[Path, ...], output: str | None, grow: bool, settings_options: SettingsOptions
) -> None:
    """Write down today's findings, or take those that are mended off the list.

    `check` then reports only what is new. It finds the list by itself where it stands beside the configuration
    under its usual name; any other is named by the setting `baseline`, or by --baseline.

    The list only shrinks: findings that are new since the first writing are refused (exit code 1), unless
    --grow is given. Files that are not among PATHS keep the findings they have.
    """
    resolver = settings_options.resolver()
    settings = resolver.for_folder(Path.cwd())
    file = settings.root / (output or settings.baseline or counts.DEFAULT_FILE)
    tasks = discover(paths or (Path(),), resolver)
    outcome = check_project([(path, replace(s, baseline=None)) for path, s in tasks.files])
    for error in (*tasks.errors, *outcome.errors):
        report_error(str(error))
    if tasks.errors or outcome.errors:
        click.get_current_context().exit(EXIT_ERROR)
    found = counts.count(outcome.diagnostics, file.parent, Report(outcome.diagnostics).lines)
    first = not file.exists()
    old = {} if first else counts.read(file)
    update = counts.updated(_checked(old, [path for path, _ in tasks.files], file), found, grow=first or grow)
    merged = dict(sorted({**_others(old, [path for path, _ in tasks.files], file), **update.counts}.items()))
    counts.write(file, merged)
    total = counts.total(merged)
    say(f"{file}: {total} accepted finding{'' if total == 1 else 's'}")
    if first:
        say(_next_step(file, settings))
    refused = 0 if first or grow else update.added
    if refused:
        click.echo(
            f"{refused} new finding{'' if refused == 1 else 's'} not accepted; mend them, or use --grow",
            err=True,
        )
    click.get_current_context().exit(EXIT_FINDINGS if refused else EXIT_CLEAN)


def _next_step(file: Path, settings: Settings) -> str:
    """Say what makes ``check`` read a baseline that was just written."""
    if file == settings.root / (settings.baseline or counts.DEFAULT_FILE):
        return "Commit it. `purity-lint check` reports what is new from now on; run this again when some are mended."
    named = os.path.relpath(file, settings.root)
    return f"`purity-lint check --baseline {named}` reports what is new; so does the setting `baseline = {named!r}`."


def _names(paths: list[Path], file: Path) -> set[str]:
    return {Path(os.path.relpath(os.path.abspath(p), os.path.abspath(file.parent))).as_posix() for p in paths}


def _checked(old: counts.Counts, paths: list[Path], file: Path) -> counts.Counts:
    """Return the entries of files that were checked now, or that are gone."""
    names = _names(paths, file)
    return {name: rules for name, rules in old.items() if name in names or not (file.parent / name).exists()}


def _others(old: counts.Counts, paths: list[Path], file: Path) -> counts.Counts:
    checked = _checked(old, paths, file)
    return {name: rules for name, rules in old.items() if name not in checked}
