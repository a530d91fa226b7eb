"""Facts about libraries stand in ``purity_lint/knowledge``: nobody else spells a name of one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import purity_lint

PACKAGE = Path(purity_lint.__file__).parent
LIBRARIES = ("numpy", "torch", "jax", "mlx", "cupy", "tensorflow", "scipy", "pandas", "sklearn")
NAMED = re.compile(rf"(?<![\w-])(?:{'|'.join(LIBRARIES)})(?![\w-])")
EXAMPLES = frozenset({"Invalid", "in_function", "plain"})
"""What the examples of rules are made with."""

ALLOWED = {
    "trace/bootstrap/purity_trace_recorder.py": (
        "it is copied into the traced process, where purity_lint cannot be imported"
    ),
    "configuration/presets.py": "presets are the configurations of projects, and these have names",
    "rewrites/calls/special_forms/table.py": "it assigns functions of purity_lint to names, and says no more",
    "semantics/evaluation/higher_order.py": "it assigns functions of purity_lint to names, and says nothing about them",
}
"""File -> why it may spell library names."""
MESSAGES = {"this comes from pandas"}
"""Sentences for people."""


def spelled(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the strings of ``tree`` that name a library, docstrings, examples and keys apart."""
    left_out = {id(node) for holder in ast.walk(tree) for node in _left_out(holder)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in left_out:
            found = NAMED.search(node.value)
            if found and node.value not in MESSAGES:
                yield node.lineno, node.value


def _left_out(holder: ast.AST) -> Iterator[ast.AST]:
    match holder:
        case ast.Expr(value=ast.Constant() as docstring):
            yield docstring
        case ast.Call(func=ast.Name(id=name)) if name in EXAMPLES:
            yield from ast.walk(holder)
        case _:
            yield from (node for node in _asked(holder) if _is_key(node))


def _asked(holder: ast.AST) -> list[ast.expr]:
    """Return the places where a library's key says which library is meant, and nothing about it."""
    match holder:
        case ast.Compare(left=left, comparators=comparators):
            return [left, *comparators]
        case ast.Call(args=args, keywords=keywords):
            return [*args, *(keyword.value for keyword in keywords)]
        case ast.Subscript(slice=index):
            return [index]
        case ast.IfExp(body=body, orelse=orelse):
            return [body, orelse]
        case ast.Return(value=ast.expr() as value) | ast.MatchValue(value=value):
            return [value]
    return []


def _is_key(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value in LIBRARIES


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("MAKERS = {'numpy.asarray', 'list'}", ["numpy.asarray"]),
        ("LIKE = ('numpy', 'jax')", ["numpy", "jax"]),
        ("name.startswith('torch.')", ["torch."]),
        ("words('sum numpy.mean')", ["sum numpy.mean"]),
        ("if library == 'numpy': pass", []),
        ("forms_of('numpy', name)", []),
        ("'''About numpy.'''", []),
        ("name = 'numpy-import'", []),
        ("Invalid('import numpy', 'x')", []),
    ],
)
def test_a_name_is_found_where_it_is_a_fact(source: str, names: list[str]) -> None:
    assert [name for _, name in spelled(ast.parse(source))] == names


def test_no_library_is_spelled_outside_knowledge() -> None:
    files = {p.relative_to(PACKAGE).as_posix(): p for p in sorted(PACKAGE.rglob("*.py"))}
    found = [
        f"{name}:{line}: {text!r}"
        for name, path in files.items()
        if not name.startswith("knowledge/") and name not in ALLOWED
        for line, text in spelled(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert not found, "move to purity_lint/knowledge:\n" + "\n".join(found)


def test_files_that_may_spell_library_names_do() -> None:
    for name in ALLOWED:
        assert any(spelled(ast.parse((PACKAGE / name).read_text(encoding="utf-8")))), name
