"""``report``: a project at a glance."""

from __future__ import annotations

import json
from contextlib import chdir
from pathlib import Path

import click

from purity_lint.cli import EXIT_CLEAN, EXIT_ERROR, report_error, say
from purity_lint.cli.options import SettingsOptions, settings_options
from purity_lint.errors import PurityError, WriteError
from purity_lint.source.replace import replace_file

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=".")
@click.option(
    "-o", "--output-file", type=_FILE, help="Write the report to this file.  [default: purity.html]"
)
@click.option(
    "--json", "as_json", is_flag=True, help="Report as JSON, on standard output unless a file is named."
)
@click.option("--badge", type=_FILE, help="Write a badge with the purity (SVG) to this file, too.")
@click.option("--against", metavar="REV", help="Compare with this revision of git.")
@settings_options
def report(
    folder: Path,
    output_file: Path | None,
    as_json: bool,
    badge: Path | None,
    against: str | None,
    settings_options: SettingsOptions,
) -> None:
    """Show how pure the modules of FOLDER are, what to mend first, and every finding in its code.

    The report is one page that needs no network. Purity is the share of the expressions that handle tensors in which
    nothing is found.
    """
    from purity_lint.report.against import survey_at
    from purity_lint.report.badge import badge as drawn
    from purity_lint.report.badge import percent
    from purity_lint.report.document import document
    from purity_lint.report.page import page
    from purity_lint.report.survey import survey
    from purity_lint.run.workers import without_collections

    if not folder.is_dir():
        raise PurityError(f"{folder} is not a folder")
    resolver = settings_options.resolver()
    with chdir(folder), without_collections():
        before = survey_at(against, resolver) if against is not None else None
        found = survey(Path(), resolver)
    data = document(found, folder.resolve().name, against, before)
    text = f"{json.dumps(data, indent=2)}\n" if as_json else page(data)
    if as_json and output_file is None:
        click.echo(text, nl=False)
    else:
        _write(output_file or Path("purity.html"), text)
    if badge is not None:
        _write(badge, drawn(found.purity.share))
    for error in found.errors:
        report_error(error)
    findings = len(found.diagnostics)
    say(f"Purity {percent(found.purity.share)}: {findings} finding{'' if findings == 1 else 's'}.")
    click.get_current_context().exit(EXIT_ERROR if found.errors else EXIT_CLEAN)


def _write(path: Path, text: str) -> None:
    try:
        replace_file(path, text.encode("utf-8", "backslashreplace"))
    except WriteError as error:
        raise PurityError(f"nothing was written: {error}") from None
