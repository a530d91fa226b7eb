"""Every ``a + b`` of a sample of CPython's own library becomes a call; nothing else may change."""

from __future__ import annotations

import ast
import io
import random
import sysconfig
import tokenize
from collections import Counter
from pathlib import Path

import pytest
from operator_fixes import Operators, findings, parsed

from purity_lint.configuration.settings import Settings
from purity_lint.fixes import fix_source

LIBRARY = Path(sysconfig.get_paths()["stdlib"])
FOLDERS = (
    "",
    "asyncio",
    "email",
    "json",
    "logging",
    "importlib",
    "collections",
    "concurrent/futures",
    "test",
)
SAMPLE = 150


def sample() -> list[Path]:
    """The same files in every run."""
    files = sorted(path for folder in FOLDERS for path in (LIBRARY / folder).glob("*.py"))
    return random.Random(0).sample(files, min(SAMPLE, len(files)))


def comments(text: str) -> Counter[str]:
    """The comments of a file."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return Counter(token.string for token in tokens if token.type == tokenize.COMMENT)


class _Undo(ast.NodeTransformer):
    """``ops.add(a, b)`` -> ``a + b``."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="the_ops"), attr="add"), args=[left, right]):
                return ast.BinOp(left, ast.Add(), right)
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        return None if any(alias.asname == "the_ops" for alias in node.names) else node


def unchanged_lines(text: str, tree: ast.Module) -> list[str]:
    """The lines that hold no part of an addition, nor of parentheses around one."""
    lines = text.split("\n")
    touched: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            first, last = node.lineno - 1, node.end_lineno or node.lineno
            while lines[first - 1].rstrip().endswith("("):
                first -= 1
            while lines[last].lstrip().startswith(")"):
                last += 1
            touched.update(range(first, last))
    return [line for number, line in enumerate(lines) if number not in touched]


def unindented(lines: list[str]) -> Counter[str]:
    """Lines, without the indentation that a line inside brackets gets from its bracket."""
    return Counter(line.lstrip(" ") for line in lines)


@pytest.mark.parametrize("path", sample(), ids=lambda path: str(path.relative_to(LIBRARY)))
def test_additions_become_calls(path: Path) -> None:
    with tokenize.open(path) as file:
        text = file.read()
    source = parsed(text, str(path))
    rule = Operators((ast.Add,))
    rule.nodes = (ast.BinOp,)
    items = findings(source, rule)
    result = fix_source(
        source, items, Settings(ops_alias="the_ops"), unsafe=False, recheck=lambda s: findings(s, rule)
    )
    assert not result.rolled_back
    for finding, reason in result.skipped:
        assert "f-string" in reason or "pattern" in reason, (ast.unparse(finding.node), reason)
    assert len(result.applied) + len(result.skipped) == len(items)
    if not result.applied:
        assert result.text == text
        return
    assert comments(result.text) == comments(text)
    if not result.rolled_back:
        assert ast.dump(_Undo().visit(ast.parse(result.text))) == ast.dump(source.tree)
    new_lines = result.text.split("\n")
    assert not unindented(unchanged_lines(text, source.tree)) - unindented(new_lines)
    starts = {node.lineno for node in ast.walk(source.tree) if isinstance(node, ast.stmt)}
    kept = unchanged_lines(
        "\n".join(w if n in starts else "" for n, w in enumerate(text.split("\n"), 1)), source.tree
    )
    assert not Counter(filter(None, kept)) - Counter(new_lines)
    again = parsed(result.text, str(path))
    assert (
        fix_source(again, findings(again, rule), Settings(ops_alias="the_ops"), unsafe=False).text
        == result.text
    )
