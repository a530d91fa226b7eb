"""The tables of the pages for those who come from elsewhere: every call of ours in them runs in a block of its page."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

PAGES = sorted((Path(__file__).parents[2] / "docs" / "coming-from").glob("[!i]*.md"))
_ROW = re.compile(r"^\|(.*)\|(.*)\|$", re.MULTILINE)
_SNIPPET = re.compile(r"`([^`]+)`")
_BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
_NOT_OURS = ("Guidelines",)
"""Sections whose tables show findings, not calls."""


def _shown(page: str) -> list[str]:
    """What stands in the last column of the tables, as far as it calls, indexes or binds something."""
    sections = [s for s in page.split("\n## ") if not s.startswith(_NOT_OURS)]
    snippets = [s for part in sections for row in _ROW.findall(part) for s in _SNIPPET.findall(row[1])]
    return [s for s in snippets if any(c in s for c in "([ ") and _parsed(s) is not None]


def _parsed(snippet: str) -> ast.stmt | None:
    try:
        return ast.parse(snippet).body[0]
    except SyntaxError:
        return None  # a command, a fragment of one


def _dumped(node: ast.AST) -> str:
    return ast.dump(node.value if isinstance(node, ast.Expr) else node)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_what_tables_show_runs_in_the_page(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    run = {_dumped(node) for block in _BLOCK.findall(text) for node in ast.walk(ast.parse(block))}
    shown = {snippet: _parsed(snippet) for snippet in _shown(text)}
    assert len(shown) >= 8
    assert [snippet for snippet, node in shown.items() if node is not None and _dumped(node) not in run] == []
