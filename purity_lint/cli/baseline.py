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
    """Write how many findings of each rule each file has, or lower the numbers already written.

    `check --baseline FILE` (or the setting `baseline`) then reports only what exceeds them. The numbers only
    shrink: findings that are new since the first writing are refused (exit code 1), unless --grow is given.

    Files that are not among PATHS keep the numbers they have.
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
    found = counts.count(outcome.diagnostics, file.parent)
    first = not file.exists()
    old = {} if first else counts.read(file)
    update = counts.updated(_checked(old, [path for path, _ in tasks.files], file), found, grow=first or grow)
    merged = dict(sorted({**_others(old, [path for path, _ in tasks.files], file), **update.counts}.items()))
    counts.write(file, merged)
    total = sum(sum(rules.values()) for rules in merged.values())
    say(f"{file}: {total} accepted finding{'' if total == 1 else 's'}")
    refused = 0 if first or grow else update.added
    if refused:
        click.echo(
            f"{refused} new finding{'' if refused == 1 else 's'} not accepted; mend them, or use --grow",
            err=True,
        )
    click.get_current_context().exit(EXIT_FINDINGS if refused else EXIT_CLEAN)


def _names(paths: list[Path], file: Path) -> set[str]:
    return {Path(os.path.relpath(os.path.abspath(p), os.path.abspath(file.parent))).as_posix() for p in paths}


def _checked(old: counts.Counts, paths: list[Path], file: Path) -> counts.Counts:
    """Return the entries of files that were checked now, or that are gone."""
    names = _names(paths, file)
    return {name: rules for name, rules in old.items() if name in names or not (file.parent / name).exists()}


def _others(old: counts.Counts, paths: list[Path], file: Path) -> counts.Counts:
    checked = _checked(old, paths, file)
    return {name: rules for name, rules in old.items() if name not in checked}
