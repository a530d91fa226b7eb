"""``why``: the evidence behind a finding."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from purity_lint.cli import EXIT_CLEAN, EXIT_ERROR
from purity_lint.cli.options import SettingsOptions, settings_options
from purity_lint.configuration.settings import Settings
from purity_lint.engine.why import explain
from purity_lint.errors import PurityError
from purity_lint.formats.plain_json import indented
from purity_lint.formats.report import relative
from purity_lint.formats.style import visible
from purity_lint.run.context import context_of
from purity_lint.run.link import link
from purity_lint.run.read import Contents
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.file import SourceFile

_PLACE = re.compile(r"^(?P<path>.+?):(?P<line>\d{1,9})(?::(?P<col>\d{1,9}))?$")
_LONG = 60


@click.command()
@click.argument("place", metavar="FILE:LINE[:COL]")
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", help="How to print it.")
@click.option("--fix", "with_fixes", is_flag=True, help="Say as well what each fix takes for granted.")
@settings_options
def why(place: str, output_format: str, with_fixes: bool, settings_options: SettingsOptions) -> None:
    """Say what purity-lint knows of the expressions at a place, and from where.

    With COL (from 1, as in findings) it is the innermost expression there; without, those on the line. With --fix
    follows what has to hold for each fix there to be safe, and whether it is known to hold.
    """
    match = _PLACE.match(place)
    if match is None:
        raise click.UsageError(f"expected FILE:LINE or FILE:LINE:COL, got `{place}`")
    path, line = Path(match["path"]), int(match["line"])
    col = int(match["col"]) - 1 if match["col"] else None
    resolver = settings_options.resolver()
    settings = resolver.for_file(path)
    source, model = _understand(path, settings, context_of([path], [], resolver))
    if not 1 <= line <= len(source.lines):
        raise PurityError(f"{path} has {len(source.lines)} lines; there is no line {line}")
    known, flagged = explain(source, model, settings, line, col, with_fixes=with_fixes)
    if output_format == "json":
        click.echo(indented({"expressions": known, "findings": flagged}))
    else:
        _print(path, known, flagged)
    click.get_current_context().exit(EXIT_CLEAN if known else EXIT_ERROR)


def _understand(path: Path, settings: Settings, context: list[Path]) -> tuple[SourceFile, SemanticModel]:
    """Read a file and what is known of it, as ``check`` would."""
    from purity_lint.semantics import analyze

    contents = Contents([(path, settings)], context, {})
    if path in contents.unreadable:
        raise contents.unreadable[path]
    linked = link(contents.data, contents.settings)
    if path in linked.invalid:
        raise linked.invalid[path]
    source = linked.sources[path]
    return source, linked.known_of(path) or analyze(source, settings.ops_module)


def _print(path: Path, known: list[dict[str, Any]], flagged: list[dict[str, Any]]) -> None:
    if not known:
        click.echo("There is no expression here.", err=True)
    for item in known:
        text = " ".join(item["expression"].split())
        text = text if len(text) <= _LONG else text[: _LONG - 3] + "..."
        evidence = f", {item['evidence']}" if item["evidence"] else ""
        click.echo(
            visible(
                f"{relative(path)}:{item['line']}:{item['column']}: `{text}` is {item['description']}{evidence}"
            )
        )
        for reason in item["reasons"]:
            place = f"{reason['filename']}:{reason['row']}:{reason['column']}"
            click.echo(visible(f"    {reason['message']} ({place})"))
    for finding in flagged:
        place = f"{relative(path)}:{finding['line']}:{finding['column']}"
        click.echo(visible(f"{place}: {finding['code']} {finding['message']}"))
        if "fix" in finding:
            _print_fix(finding["fix"], finding["help"])


def _print_fix(fix: dict[str, Any] | None, way_out: str | None) -> None:
    if fix is None:
        click.echo(visible(f"    no fix: {way_out or 'no rewrite is known that does the same everywhere'}"))
        return
    click.echo(visible(f"    {fix['applicability']} fix: {fix['message']}"))
    for one in fix["assumes"]:
        click.echo(visible(f"        {one['assumption']}: {one['holds']}"))
