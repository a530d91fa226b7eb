"""``trace``: run a command and remember what was a tensor."""

from __future__ import annotations

from pathlib import Path

import click

from purity_lint.cli import say
from purity_lint.configuration.files import SettingsResolver
from purity_lint.formats.report import relative
from purity_lint.trace.command import run


@click.command(context_settings={"allow_interspersed_args": False})
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED, metavar="-- COMMAND...")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Where the record goes."
)
@click.option(
    "--source",
    "--root",
    "roots",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folders whose modules are recorded (default: the project).",
)
@click.option("--append", is_flag=True, help="Add to the record instead of replacing it.")
def trace(command: tuple[str, ...], output: Path | None, roots: tuple[Path, ...], append: bool) -> None:
    """Run COMMAND and record which expressions are tensors while it runs; `check` then takes that as evidence.

    `purity-lint trace -- pytest` is the usual way. The exit code is the command's own.
    """
    settings = SettingsResolver().for_folder(Path.cwd())
    target = output or settings.root / settings.trace
    status, recorded = run(command, roots=roots or (settings.root,), output=target, append=append)
    sites = sum(len(record.sites) for record in recorded.files.values())
    files = len(recorded.files)
    say(f"{relative(target)}: {sites} expression{_s(sites)} in {files} file{_s(files)}")
    click.get_current_context().exit(status)


def _s(count: int) -> str:
    return "" if count == 1 else "s"
