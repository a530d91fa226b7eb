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


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes right below ``node`` that have a position or hold one, in source order."""
    kind = type(node)
    fields = _CHILD_FIELDS.get(kind)
    if fields is None:
        fields = _CHILD_FIELDS[kind] = _fields_of(kind)
    found: list[ast.AST] = []
    for name in fields:
        child = getattr(node, name, None)
        if isinstance(child, list):
            found += [item for item in child if isinstance(item, ast.AST)]
        elif isinstance(child, ast.AST):
            found.append(child)
    return found


def walk(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node below and including ``tree`` that has a position or holds one, parents before children."""
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        below = children(node)
        below.reverse()
        stack += below


def nodes_of(tree: ast.AST) -> list[ast.AST]:
    """Return what :func:`walk` gives, at once, which is faster."""
    found: list[ast.AST] = []
    stack = [tree]
    while stack:
        node = stack.pop()
        found.append(node)
        kind = type(node)
        if kind is ast.Name or kind is ast.Constant:
            continue
        if isinstance(node, ast.Attribute):
            stack.append(node.value)
            continue
        below = children(node)
        below.reverse()
        stack += below
    return found


def parents_of(tree: ast.AST) -> dict[ast.AST, ast.AST]:
    """The holder of each node that :func:`walk` gives."""
    found: dict[ast.AST, ast.AST] = {}
    stack = [tree]
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind is ast.Name or kind is ast.Constant:
            continue
        below = children(node)
        found.update(dict.fromkeys(below, node))
        stack += below
    return found


def _fields_of(kind: type[ast.AST]) -> tuple[str, ...]:
    if issubclass(kind, _NO_FIELDS) or kind is ast.Constant:
        return ()
    return tuple(name for name in kind._fields if name not in _LEAVES)
