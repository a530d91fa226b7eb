"""Gradients that are not too large."""

from __future__ import annotations

from emberops import ops
from emberops.errors import UnknownOptionError
from emberops.training.trees import Tree, global_norm, map_tree


def clip_by_global_norm(gradients: Tree, max_norm: float, /) -> Tree:
    """The gradients, scaled down together so that their norm is at most ``max_norm``.

    Pascanu, Mikolov and Bengio, 2013, arXiv:1211.5063.  ``torch.nn.utils.clip_grad_norm_`` divides by a norm that is
    larger by 1e-6; this does not.

    Raises
    ------
    UnknownOptionError
        If ``max_norm`` is not positive.
    """
    if max_norm <= 0:
        raise UnknownOptionError(f"clip_by_global_norm: max_norm {max_norm} is not positive")
    norm = global_norm(gradients)
    scale = ops.divide(max_norm, ops.maximum(norm, max_norm))
    return map_tree(lambda g: ops.multiply(g, ops.astype(scale, ops.dtype(g))), gradients)


def clip_by_value(gradients: Tree, limit: float, /) -> Tree:
    """The gradients, each value between ``-limit`` and ``limit``.

    Raises
    ------
    UnknownOptionError
        If ``limit`` is not positive.
    """
    if limit <= 0:
        raise UnknownOptionError(f"clip_by_value: limit {limit} is not positive")
    return map_tree(lambda g: ops.clip(g, -limit, limit), gradients)
