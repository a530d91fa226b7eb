"""Parameters and states in files, by safetensors: any backend writes them, any backend reads them."""

from __future__ import annotations

from os import PathLike
from typing import Any

from emberops import ops
from emberops.dispatch import owners, trees
from emberops.errors import CheckpointError
from emberops.training.trees import Tree, named_leaves


def save_checkpoint(file: str | PathLike[str], tree: Tree, /) -> None:
    """Write every tensor of a tree under its path, as ``layers.0.kernel``.

    Raises
    ------
    CheckpointError
        If two paths are the same, or a leaf is no tensor.
    """
    named: dict[str, Any] = {}
    for path, leaf in named_leaves(tree):
        if path in named:
            raise CheckpointError(f"two tensors would be called {path!r}: a key holds a dot")
        if owners.backend_of_type(type(leaf)) is None:
            raise CheckpointError(f"{path!r} is no tensor but {type(leaf).__name__}")
        named[path] = ops.asarray(leaf)
    ops.save_safetensors(file, named)


def load_checkpoint(file: str | PathLike[str], like: Tree, /) -> Tree:
    """A tree like another, with the tensors of a file, on the default backend.

    Parameters
    ----------
    file
        Written by :func:`save_checkpoint`.
    like
        A tree of the same structure: what the initialisers gave.

    Raises
    ------
    CheckpointError
        If the file lacks a tensor, holds another, or one of another shape or dtype; the message names it.
    """
    found = ops.load_safetensors(file)
    wanted = dict(named_leaves(like))
    missing, extra = wanted.keys() - found.keys(), found.keys() - wanted.keys()
    if missing or extra:
        raise CheckpointError(
            f"{file}: lacks {', '.join(sorted(missing)) or 'nothing'}; holds besides "
            f"{', '.join(sorted(extra)) or 'nothing'}"
        )
    for path, leaf in wanted.items():
        held = found[path]
        if ops.shape(held) != ops.shape(leaf) or ops.dtype(held) != ops.dtype(leaf):
            raise CheckpointError(
                f"{file}: {path} is {ops.dtype(held)} of shape {ops.shape(held)}, "
                f"not {ops.dtype(leaf)} of shape {ops.shape(leaf)}"
            )
    return trees.rebuild(like, [found[path] for path in wanted])
