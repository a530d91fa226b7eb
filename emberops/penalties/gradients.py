"""Penalties on gradients of a function by its inputs."""

from __future__ import annotations

from collections.abc import Callable

from emberops import ops
from emberops.penalties.reduction import Reduction, check_same_shape, reduce
from emberops.typing import Tensor, TensorLike

_LEAST = 1e-12
"""Added under the root: a norm has no gradient at zero."""


def gradient_penalty(
    function: Callable[[Tensor], Tensor],
    x: TensorLike,
    /,
    weight: float = 1.0,
    *,
    target: float = 1.0,
    reduction: Reduction = "mean",
) -> Tensor:
    """``(norm(gradient of function at x) - target) ** 2`` for each sample.

    With a ``target`` of 0 it is double backpropagation (Drucker and Le Cun, 1992, IEEE Trans. Neural Networks 3).

    Parameters
    ----------
    function
        Takes a batch of the shape of ``x``; each sample's output depends on that sample alone.
    x
        Samples along the first axis.
    weight
        The factor in front.
    target
        The norm that gradients are drawn to.
    reduction
        Over samples: ``"mean"``, ``"sum"`` or ``"none"``.

    Raises
    ------
    UnknownOptionError
        If ``reduction`` is an unknown word.
    OperationNotSupportedError
        On NumPy without the package ``autograd``.
    """
    gradient = ops.grad(lambda batch: ops.sum(function(batch)))(ops.asarray(x))
    rows = ops.reshape(gradient, (ops.shape(gradient)[0], -1))
    norms = ops.sqrt(ops.add(ops.sum(ops.square(rows), axis=1), _LEAST))
    return ops.multiply(reduce(ops.square(ops.subtract(norms, target)), reduction), weight)


def interpolated_gradient_penalty(
    function: Callable[[Tensor], Tensor],
    x1: TensorLike,
    x2: TensorLike,
    key: TensorLike,
    /,
    weight: float = 10.0,
    *,
    target: float = 1.0,
    reduction: Reduction = "mean",
) -> Tensor:
    """:func:`gradient_penalty` between two batches: WGAN-GP (Gulrajani et al., 2017, arXiv:1704.00028).

    Parameters
    ----------
    function
        The critic.
    x1, x2
        Batches of one shape: real samples and generated ones.
    key
        A random key: the same points on every backend.
    weight
        The factor in front, 10 in the paper.
    target, reduction
        As for :func:`gradient_penalty`.

    Raises
    ------
    ShapeError
        If the shapes differ.
    """
    check_same_shape("interpolated_gradient_penalty", x1, x2)
    x1, x2 = ops.asarray(x1), ops.asarray(x2)
    each = (ops.shape(x1)[0],) + (1,) * (ops.ndim(x1) - 1)
    share = ops.astype(ops.random.uniform(key, each), ops.dtype(x1))
    between = ops.add(ops.multiply(share, x1), ops.multiply(ops.subtract(1.0, share), x2))
    return gradient_penalty(function, ops.stop_gradient(between), weight, target=target, reduction=reduction)


def output_magnitude(
    output: TensorLike, /, weight: float = 1.0, *, target: float = 1.0, reduction: Reduction = "mean"
) -> Tensor:
    """``(mean(|output|) - target) ** 2`` for each sample: a cheap stand-in for a gradient penalty.

    Parameters
    ----------
    output
        Of a function, samples along the first axis.
    weight, target, reduction
        As for :func:`gradient_penalty`.
    """
    output = ops.asarray(output)
    rows = ops.reshape(output, (ops.shape(output)[0], -1) if ops.ndim(output) else (1, 1))
    sizes = ops.mean(ops.abs(rows), axis=1)
    return ops.multiply(reduce(ops.square(ops.subtract(sizes, target)), reduction), weight)
