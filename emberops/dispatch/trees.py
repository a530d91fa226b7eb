"""Nested containers of tensors: dicts, lists, tuples and named tuples, whose other members are leaves.

``None`` is a leaf.  What a framework registers beyond these (data classes, modules) is one to that framework alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any


def leaves(tree: Any) -> Iterator[Any]:
    """The leaves from left to right; dicts in the order of their keys' insertion."""
    if isinstance(tree, dict):
        for value in tree.values():
            yield from leaves(value)
    elif isinstance(tree, (list, tuple)):
        for value in tree:
            yield from leaves(value)
    else:
        yield tree


def map_leaves(function: Callable[..., Any], tree: Any, *others: Any) -> Any:
    """A tree like ``tree`` of ``function(leaf, *leaves of the others at its place)``."""
    if isinstance(tree, dict):
        return {k: map_leaves(function, v, *[o[k] for o in others]) for k, v in tree.items()}
    if isinstance(tree, (list, tuple)):
        members = [map_leaves(function, v, *[o[i] for o in others]) for i, v in enumerate(tree)]
        return type(tree)(*members) if hasattr(tree, "_fields") else type(tree)(members)
    return function(tree, *others)


def rebuild(tree: Any, new_leaves: Sequence[Any]) -> Any:
    """A tree like ``tree`` with other leaves, given from left to right."""
    rest = iter(new_leaves)
    return map_leaves(lambda _leaf: next(rest), tree)
