"""Trees of tensors: parameters, gradients, states."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from emberops import ops
from emberops.dispatch import trees
from emberops.errors import NonFiniteError, ShapeError
from emberops.typing import Tensor

Tree = Any
"""A tensor, or nested dicts, lists and tuples of tensors."""

leaves = trees.leaves


def map_tree(function: Callable[..., Any], tree: Tree, *others: Tree) -> Tree:
    """``function(leaf, *leaves at its place)`` for every leaf.

    Raises
    ------
    ShapeError
        If another tree lacks what the first one has.
    """
    try:
        return trees.map_leaves(function, tree, *others)
    except (KeyError, IndexError) as error:
        raise ShapeError(f"trees differ: one of them has no {error.args[0]!r}") from error


def map_pair(function: Callable[..., tuple[Any, Any]], tree: Tree, *others: Tree) -> tuple[Tree, Tree]:
    """As :func:`map_tree`, for a function that returns two things: two trees."""
    results: list[tuple[Any, Any]] = []
    map_tree(lambda *at_place: results.append(function(*at_place)), tree, *others)
    return trees.rebuild(tree, [r[0] for r in results]), trees.rebuild(tree, [r[1] for r in results])


def zeros_like(tree: Tree) -> Tree:
    """The same tree of zeros."""
    return trees.map_leaves(ops.zeros_like, tree)


def named_leaves(tree: Tree, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Every leaf with its path, as ``layers.0.weight``."""
    if isinstance(tree, dict):
        items: Any = tree.items()
    elif isinstance(tree, (list, tuple)):
        items = enumerate(tree)
    else:
        yield prefix, tree
        return
    for key, value in items:
        yield from named_leaves(value, f"{prefix}.{key}" if prefix else str(key))


def global_norm(tree: Tree) -> Tensor:
    """The Euclidean norm of all values of a tree together."""
    squares = [ops.sum(ops.square(leaf)) for leaf in trees.leaves(tree)]
    total = squares[0]
    for square in squares[1:]:
        total = ops.add(total, square)
    return ops.sqrt(total)


def check_finite(tree: Tree, what: str = "the loss") -> None:
    """Refuse NaN and infinities, outside compiled functions.

    Raises
    ------
    NonFiniteError
        Naming the first leaf that has one.
    """
    for path, leaf in named_leaves(tree):
        if ops.has_nan_or_inf(leaf):
            raise NonFiniteError(f"{what} is NaN or infinite{f' at {path}' if path else ''}")
