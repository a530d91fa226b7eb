"""``why``: the evidence behind a finding."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from purity_lint.cli import EXIT_CLEAN, EXIT_ERROR
from purity_lint.cli.options import SettingsOptions, settings_options
from purity_lint.configuration.selection import enabled_rules
from purity_lint.configuration.settings import Settings
from purity_lint.engine.crashes import InternalError
from purity_lint.engine.find import find
from purity_lint.errors import PurityError
from purity_lint.findings.diagnostics import Reason
from purity_lint.findings.finding import Finding
from purity_lint.fixes.wording import Wording
from purity_lint.formats.plain_json import dumps
from purity_lint.formats.report import relative
from purity_lint.formats.style import visible
from purity_lint.rules.registry import all_rules
from purity_lint.run.context import context_of
from purity_lint.run.link import link
from purity_lint.run.read import Contents
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value
from purity_lint.source.file import SourceFile
from purity_lint.source.positions import Span
from purity_lint.source.walk import walk

_PLACE = re.compile(r"^(?P<path>.+?):(?P<line>\d{1,9})(?::(?P<col>\d{1,9}))?$")
_WORTH_SAYING = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.BinOp, ast.UnaryOp, ast.Compare)
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
    known = [_as_data(source, node, model) for node in _expressions(source, line, col)]
    enabled = enabled_rules(settings)
    rules = [rule for code, rule in all_rules().items() if code in enabled]
    errors: list[InternalError] = []
    wording = Wording(settings)
    flagged = [
        {
            "code": rule.code,
            "name": rule.name,
            "message": wording.message(finding),
            "help": wording.hint(finding.hint),
            "line": span.line,
            "column": span.col + 1,
            **({"fix": _fix_as_data(finding)} if with_fixes else {}),
        }
        for rule, finding, span in find(rules, model, settings, errors)
        if _covers(span, line, col)
    ]
    if errors:
        raise PurityError(str(errors[0]))
    if output_format == "json":
        click.echo(dumps({"expressions": known, "findings": flagged}, indent=2))
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
    return source, linked.models.get(path) or analyze(source, settings.ops_module)


def _expressions(source: SourceFile, line: int, col: int | None) -> Iterator[ast.expr]:
    """Yield the expressions at a place, in source order; with a column only the innermost one."""
    found = [
        node
        for node in walk(source.tree)
        if isinstance(node, ast.expr) and _covers(source.span(node), line, col)
    ]
    if col is not None:
        if found:
            yield min(found, key=lambda node: _size(source.span(node)))
        return
    seen: set[str] = set()
    for node in sorted(found, key=lambda n: (source.span(n).col, _size(source.span(n)))):
        text = source.segment(node)
        if isinstance(node, _WORTH_SAYING) and source.span(node).line == line and text not in seen:
            seen.add(text)
            yield node


def _covers(span: Span, line: int, col: int | None) -> bool:
    if col is None:
        return span.line <= line <= span.end_line
    return (span.line, span.col) <= (line, col) < (span.end_line, span.end_col)


def _size(span: Span) -> tuple[int, int]:
    return span.end_line - span.line, span.end_col - span.col


def _as_data(source: SourceFile, node: ast.expr, model: SemanticModel) -> dict[str, Any]:
    value = model.value(node)
    span = source.span(node)
    return {
        "expression": source.segment(node),
        "line": span.line,
        "column": span.col + 1,
        "kind": value.kind.value,
        "description": _describe(value),
        "evidence": value.evidence.name.lower() if value.kind is not Kind.UNKNOWN else None,
        "qualified_name": model.qualified_name(node),
        "reasons": [_reason(source, reason) for reason in value.reasons],
    }


def _fix_as_data(finding: Finding) -> dict[str, Any] | None:
    """Return what fixing would do, how far that may be trusted, and on what it stands."""
    fix = finding.fix
    if fix is None:
        return None
    assumes = [{"assumption": str(one.assumption), "holds": one.holds.value} for one in fix.assumes]
    return {"message": fix.message, "applicability": fix.applicability.value, "assumes": assumes}


def _reason(source: SourceFile, reason: Reason) -> dict[str, Any]:
    path = source.path if reason.path is None else Path(reason.path)
    return {"message": reason.text, "filename": relative(path), "row": reason.line, "column": reason.col + 1}


def _describe(value: Value) -> str:
    """``a tensor (numpy, float32, rank 2)`` and the like."""
    if value.kind is Kind.UNKNOWN:
        return "not known"
    facts = [fact for fact in (value.backend, value.dtype, value.name) if fact]
    if value.rank is not None:
        facts.append(f"rank {value.rank}")
    article = "an" if value.kind.value[0] in "aeiou" else "a"
    noun = value.kind.value if value.kind in {Kind.NONE, Kind.OTHER} else f"{article} {value.kind.value}"
    paths = " on some paths" if value.maybe else ""
    return noun + (f" ({', '.join(facts)})" if facts else "") + paths


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
        click.echo(visible(f"    no fix: {way_out or 'no rewrite is known to do the same'}"))
        return
    click.echo(visible(f"    {fix['applicability']} fix: {fix['message']}"))
    for one in fix["assumes"]:
        click.echo(visible(f"        {one['assumption']}: {one['holds']}"))
