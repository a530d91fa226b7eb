"""Every Python block of the README and the docs runs; every purity-lint session prints what it shows."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

import emberops
from purity_lint.cli import cli

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]
_BEFOREHAND = re.compile(r"^<!-- (\S+) beforehand\n(.*?)^-->", re.MULTILINE | re.DOTALL)
"""A file that the sessions of the page find, and that is not for readers."""
_AFTERWARDS = re.compile(r"^<!-- (\S+) afterwards -->\n```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
"""The file that the sessions of the page leave."""
_BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def _blocks(page: Path, language: str) -> list[tuple[str, str]]:
    return [
        (m[2].strip(), m[3]) for m in _BLOCK.finditer(page.read_text(encoding="utf-8")) if m[1] == language
    ]


def _id(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", [p for p in PAGES if _blocks(p, "python")], ids=_id)
def test_python_blocks_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page run in order in one namespace; ``# -> value`` after an expression is its repr."""
    monkeypatch.chdir(tmp_path)
    scope: dict[str, object] = {"__name__": "example"}
    with emberops.use_backend("numpy"):
        for info, code in _blocks(page, "python"):
            if 'title="' in info:  # a file that a later session reads
                Path(info.split('"')[1]).write_text(code, encoding="utf-8")
                continue
            exec(compile(code, str(page), "exec"), scope)
            for expression, shown in re.findall(r"^(\S.*?)  # -> (.*)$", code, re.MULTILINE):
                assert repr(eval(expression, scope)) == shown, expression


@pytest.mark.parametrize("page", [p for p in PAGES if _blocks(p, "console")], ids=_id)
def test_sessions_print_what_they_show(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a ``console`` block, ``$ purity-lint ...`` runs, and what follows it is its output, to the letter."""
    monkeypatch.chdir(tmp_path)
    for info, code in _blocks(page, "python"):
        if 'title="' in info:
            Path(info.split('"')[1]).write_text(code, encoding="utf-8")
    for name, text in _BEFOREHAND.findall(page.read_text(encoding="utf-8")):
        Path(name).write_text(text, encoding="utf-8")
    for _, block in _blocks(page, "console"):
        for command, expected in re.findall(
            r"^\$ purity-lint ([^\n]*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE
        ):
            result = CliRunner().invoke(cli, shlex.split(command))
            if expected.strip():
                assert result.output.rstrip() == expected.rstrip(), command
            assert result.exit_code in (0, 1), result.output
    for name, code in _AFTERWARDS.findall(page.read_text(encoding="utf-8")):
        assert Path(name).read_text(encoding="utf-8") == code


@pytest.mark.parametrize("page", PAGES, ids=_id)
def test_configuration_can_be_read(page: Path) -> None:
    for language, read in (("json", json.loads), ("toml", tomllib.loads), ("yaml", yaml.safe_load)):
        for _, block in _blocks(page, language):
            assert read(block), block
