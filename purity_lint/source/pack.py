"""Trees in less memory: more of them is held at once than of anything else.

The parser gives each node a dictionary of its own, with keys and room for more, and two new integers for its lines.
A packed node shares the keys with all nodes of its type, as instances of a class do, and the integers with all nodes.
"""

from __future__ import annotations

import ast
from typing import Any

from purity_lint.source.walk import children

_INSTANCES = 40
"""So many instances of a class have room for the attributes that they have, and for hardly more."""
_LINES: dict[int, int] = {}
_SHARED: dict[type[ast.AST], tuple[dict[str, Any], bool]] = {}
"""Type of node -> a dictionary that shares its keys with its copies; whether its nodes have positions."""


def pack(tree: ast.Module) -> None:
    """Let the nodes of ``tree`` take less memory, and be otherwise what they were."""
    line = _LINES.setdefault
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        kind = node.__class__
        if kind is not ast.Name and kind is not ast.Constant:
            waiting += children(node)
        found = _SHARED.get(kind)
        if found is None:
            found = _SHARED[kind] = _empty(kind), "end_lineno" in kind._attributes
        empty, is_placed = found
        own = node.__dict__
        packed = empty | own
        if len(packed) != len(own):
            continue  # it lacks something that others have
        if is_placed:
            packed["lineno"] = line(own["lineno"], own["lineno"])
            packed["end_lineno"] = line(own["end_lineno"], own["end_lineno"])
        node.__dict__ = packed


def _empty(kind: type[ast.AST]) -> dict[str, Any]:
    """Return the attributes of an instance with those that nodes of one type have."""
    holder = type(kind.__name__, (), {})
    instance = holder()
    for _ in range(_INSTANCES):
        instance = holder()
        for name in (*kind._fields, *kind._attributes):
            setattr(instance, name, None)
    attributes: dict[str, Any] = vars(instance)
    return attributes
