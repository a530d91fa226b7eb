"""Walking a tree quickly: :func:`ast.walk` in source order, without the nodes that carry nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator

_NO_FIELDS: tuple[type[ast.AST], ...] = (
    ast.expr_context,
    ast.boolop,
    ast.operator,
    ast.unaryop,
    ast.cmpop,
    ast.Pass,
    ast.Break,
    ast.Continue,
    ast.Global,
    ast.Nonlocal,
)
_CHILD_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {}
# Fields whose values are never nodes, or only nodes without fields.
_LEAVES = frozenset(
    {
        "ctx",
        "op",
        "ops",
        "kind",
        "id",
        "attr",
        "arg_name",
        "lineno",
        "type_comment",
        "level",
        "module",
        "is_async",
    }
)


def walk(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node below and including ``tree`` that has a position or holds one, parents before children."""
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        kind = type(node)
        fields = _CHILD_FIELDS.get(kind)
        if fields is None:
            fields = _CHILD_FIELDS[kind] = _fields_of(kind)
        for name in reversed(fields):
            child = getattr(node, name, None)
            if child is None:
                continue
            if isinstance(child, list):
                stack.extend(item for item in reversed(child) if isinstance(item, ast.AST))
            elif isinstance(child, ast.AST):
                stack.append(child)


def _fields_of(kind: type[ast.AST]) -> tuple[str, ...]:
    if issubclass(kind, _NO_FIELDS) or kind is ast.Constant:
        return ()
    return tuple(name for name in kind._fields if name not in _LEAVES)
