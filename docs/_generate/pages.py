"""mkdocs hook: the rule pages and the pages of operations, written from the code that they describe."""

from __future__ import annotations

import dataclasses
import inspect
import json
from collections.abc import Iterator
from pathlib import Path

import commands
import operations
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from emberops.catalogue import GROUPS
from purity_lint.configuration.keys import describe
from purity_lint.configuration.settings import DEFAULT_EXCLUDE, Settings
from purity_lint.findings.diagnostics import Evidence
from purity_lint.rules.base import Rule
from purity_lint.rules.registry import all_rules, families


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages to those that people wrote."""
    for path, text in _pages():
        files.append(File.generated(config, path, content=text))
    return files


def _pages() -> Iterator[tuple[str, str]]:
    yield "index.md", _home_page()
    yield "reference/rules.md", _rule_index()
    for rule in all_rules().values():
        yield f"reference/rules/{rule.name}.md", _rule_page(rule)
    yield "reference/configuration.md", _configuration_page()
    yield "reference/commands.md", commands.page()
    yield "reference/operations.md", operations.index()
    for group in GROUPS:
        yield f"reference/operations/{group}.md", operations.page(group)


def _home_page() -> str:
    """The README, which names the pages from the root of the repository."""
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    return readme.replace("](docs/", "](")


def _rule_index() -> str:
    lines = ["# Rules", ""]
    for digit, title in families().items():
        family = [r for r in all_rules().values() if r.code[3] == digit]
        if family:
            lines += [f"## {title}", "", "| code | name | flags | default |", "|---|---|---|---|"]
            lines += [
                f"| {r.code} | [{r.name}](rules/{r.name}.md) | {_summary(r)} | {'on' if r.default else 'off'} |"
                for r in family
            ]
            lines.append("")
    return "\n".join(lines)


def _summary(thing: object) -> str:
    return (inspect.getdoc(thing) or "").partition("\n")[0].rstrip(".")


def _rule_page(rule: Rule) -> str:
    _, _, body = (inspect.getdoc(type(rule)) or "").partition("\n")
    lines = [
        f"# {rule.name} ({rule.code})",
        "",
        _summary(type(rule)) + ".",
        body.strip(),
        "",
        "## More examples",
        "",
    ]
    lines += ["Flagged:", ""]
    for example in rule.INVALID:
        lines += ["```python", example.code.rstrip(), "```", ""]
        if example.fixed is not None:
            lines += ["becomes", "", "```python", example.fixed.rstrip(), "```", ""]
    lines += ["Not flagged:", ""]
    for code in rule.VALID:
        lines += ["```python", code.rstrip(), "```", ""]
    return "\n".join(lines)


def _configuration_page() -> str:
    lines = [
        "# Configuration",
        "",
        "In `purity-lint.toml`, or in `pyproject.toml` under `[tool.purity-lint]`; the file nearest to a source "
        'file counts, and `extend = "../other.toml"` builds on another. An unknown key is an error. '
        "`purity-lint config` prints what is in force.",
        "",
        "| key | meaning | default |",
        "|---|---|---|",
    ]
    for entry in dataclasses.fields(Settings):
        if entry.name == "root":
            continue
        value = getattr(Settings(), entry.name)
        shown = "see below" if entry.name == "exclude" else _toml(value)
        lines.append(f"| `{entry.name.replace('_', '-')}` | {describe(entry.name)} | {shown} |")
    lines += [
        "",
        "`exclude` leaves out " + ", ".join(f"`{name}`" for name in DEFAULT_EXCLUDE) + " by default.",
        "",
    ]
    return "\n".join(lines)


def _toml(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, Evidence):
        return f'`"{value.name.lower()}"`'
    return f"`{json.dumps(list(value) if isinstance(value, tuple) else value)}`"
