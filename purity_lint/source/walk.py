"""Walking a tree quickly: :func:`ast.walk` in source order, without the nodes that carry nothing."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any

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
_READERS: dict[type[ast.AST], Callable[[Any], tuple[Any, ...]]] = {}
"""Type of node -> what gives the values of those of its fields that may hold nodes."""
_PLAIN = frozenset({type(None), str, int, bool})
"""Types of values of fields that are no nodes."""
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


_DIRECT: dict[type[ast.AST], Callable[[Any], list[ast.AST]]] = {
    ast.Name: lambda _: [],
    ast.Constant: lambda _: [],
    ast.Attribute: lambda node: [node.value],
    ast.Call: lambda node: [node.func, *node.args, *node.keywords],
    ast.keyword: lambda node: [node.value],
    ast.Expr: lambda node: [node.value],
    ast.Assign: lambda node: [*node.targets, node.value],
    ast.BinOp: lambda node: [node.left, node.right],
    ast.UnaryOp: lambda node: [node.operand],
    ast.Compare: lambda node: [node.left, *node.comparators],
    ast.Subscript: lambda node: [node.value, node.slice],
    ast.Tuple: lambda node: [*node.elts],
    ast.List: lambda node: [*node.elts],
    ast.If: lambda node: [node.test, *node.body, *node.orelse],
}
"""Type of node -> what gives the nodes below it: of the types that most code is made of, none of which may lack one."""


def children(node: ast.AST) -> list[ast.AST]:
    """Return the nodes right below ``node`` that have a position or hold one, in source order."""
    kind = node.__class__
    read = _DIRECT.get(kind)
    if read is not None:
        try:
            return read(node)
        except AttributeError:
            pass  # it was made without all of its fields
    return _found_in(node, kind)


def _found_in(node: ast.AST, kind: type[ast.AST]) -> list[ast.AST]:
    """Return the same of a node of any type."""
    read = _READERS.get(kind)
    if read is None:
        read = _READERS[kind] = _reader_of(kind)
    try:
        values = read(node)
    except AttributeError:  # a node that was made without all of its fields
        values = tuple(getattr(node, name, None) for name in _fields_of(kind))
    found: list[ast.AST] = []
    for value in values:
        if type(value) is list:
            if value and (None in value or type(value[0]) is str):
                found += [item for item in value if isinstance(item, ast.AST)]
            else:
                found += value
        elif type(value) not in _PLAIN:
            found.append(value)
    return found


def walk(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node below and including ``tree`` that has a position or holds one, parents before children."""
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        kind = node.__class__
        if kind is ast.Name or kind is ast.Constant:  # half of all nodes
            continue
        below = children(node)
        below.reverse()
        stack += below


def survey(tree: ast.AST) -> tuple[list[ast.AST], dict[ast.AST, ast.AST]]:
    """Return the nodes that :func:`walk` gives, and the holder of each of them: both at once, which is faster."""
    found: list[ast.AST] = []
    parents: dict[ast.AST, ast.AST] = {}
    stack = [tree]
    while stack:
        node = stack.pop()
        found.append(node)
        kind = node.__class__
        if kind is ast.Name or kind is ast.Constant:
            continue
        if kind is ast.Attribute:
            child = node.value  # type: ignore[attr-defined]  # mypy does not narrow by `__class__`
            parents[child] = node
            stack.append(child)
            continue
        try:
            below = _DIRECT[kind](node) if kind in _DIRECT else _found_in(node, kind)
        except AttributeError:
            below = _found_in(node, kind)
        for child in below:
            parents[child] = node
        below.reverse()
        stack += below
    return found, parents


def _fields_of(kind: type[ast.AST]) -> tuple[str, ...]:
    if issubclass(kind, _NO_FIELDS) or kind is ast.Constant:
        return ()
    return tuple(name for name in kind._fields if name not in _LEAVES)


def _reader_of(kind: type[ast.AST]) -> Callable[[Any], tuple[Any, ...]]:
    match _fields_of(kind):
        case ():
            return lambda _: ()
        case (name,):
            return lambda node: (getattr(node, name),)
        case names:
            return attrgetter(*names)
