"""``rule``: what a rule is about."""

from __future__ import annotations

import json
from typing import Any

import click

from purity_lint.cli.options import use_color
from purity_lint.formats.style import Style
from purity_lint.rules.base import Rule
from purity_lint.rules.registry import all_rules, expand, explanation


@click.command()
@click.argument("selector", required=False, metavar="[CODE]")
@click.option("--all", "every", is_flag=True, help="Every rule; so does no CODE at all.")
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", help="How to print it.")
def rule(selector: str | None, every: bool, output_format: str) -> None:
    """Explain the rule CODE (a code or a name); list those that a prefix such as `PUR2` stands for, or all."""
    if selector is not None and every:
        raise click.UsageError(
            "give the code of one rule, e.g. `purity-lint rule PUR201`, or --all; not both"
        )
    rules = all_rules()
    chosen = [rules[code] for code in sorted(expand(selector or "ALL"))]
    single = selector is not None and len(chosen) == 1
    if output_format == "json":
        described = [as_json(one) for one in chosen]
        click.echo(json.dumps(described[0] if single else described, indent=2, ensure_ascii=False))
    elif not single:
        _table(chosen)
    else:
        click.echo(page(chosen[0]))


def page(one: Rule) -> str:
    """Return the page of a rule in Markdown."""
    off = (
        "" if one.default else "\n\nThis rule is off by default; `--extend-select` or `--select ALL` runs it."
    )
    fix = "\n\nFix is available for some or all of its findings." if has_fix(one) else ""
    return f"# {one.name} ({one.code})\n\n{explanation(one)}{off}{fix}"


def has_fix(one: Rule) -> bool:
    """True if the rule rewrites anything, judged by its own examples."""
    return any(example.fixed is not None for example in one.INVALID)


def as_json(one: Rule) -> dict[str, Any]:
    """A rule as data."""
    text = explanation(one)
    return {
        "code": one.code,
        "name": one.name,
        "summary": text.split("\n", 1)[0],
        "fix": has_fix(one),
        "default": one.default,
        "explanation": text,
        "invalid": [example.code for example in one.INVALID],
        "valid": list(one.VALID),
    }


def _table(rules: list[Rule]) -> None:
    style = Style(use_color("auto", to_file=False))
    margin = max((len(one.name) for one in rules), default=0)
    for one in rules:
        marks = ("fix" if has_fix(one) else "   ") + ("" if one.default else " off")
        summary = explanation(one).split("\n", 1)[0]
        click.echo(
            f"{style.code(one.code)}  {one.name.ljust(margin)}  {style.accent(marks.ljust(7))}  {summary}"
        )
