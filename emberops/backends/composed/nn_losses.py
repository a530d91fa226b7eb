"""Losses over any namespace."""

from __future__ import annotations

from math import log10
from typing import Any

from emberops.backends.composed.nn_activations import floating, real_floating
from emberops.backends.support.shapes import as_axis
from emberops.errors import ShapeError
from emberops.typing import NativeTensor as Tensor

_SMALLEST = 1e-7
"""How near to 0 and 1 a probability counts, as in Keras."""


def _same_shape(op: str, first: Tensor, second: Tensor) -> None:
    if tuple(first.shape) != tuple(second.shape):
        raise ShapeError(f"ops.nn.{op}: shapes {tuple(first.shape)} and {tuple(second.shape)} differ")


def binary_crossentropy(xp: Any, target: Tensor, output: Tensor, /, from_logits: bool = False) -> Tensor:
    target, output = real_floating(xp, target), real_floating(xp, output)
    _same_shape("binary_crossentropy", target, output)
    if from_logits:
        return xp.nn.softplus(output) - target * output
    output = xp.minimum(xp.maximum(output, _SMALLEST), 1.0 - _SMALLEST)
    return -(target * xp.log(output) + (1.0 - target) * xp.log(1.0 - output))


def categorical_crossentropy(
    xp: Any, target: Tensor, output: Tensor, /, from_logits: bool = False, axis: int = -1
) -> Tensor:
    target = real_floating(xp, target)
    logs = _log_probabilities(xp, output, from_logits, axis)
    _same_shape("categorical_crossentropy", target, logs)
    return -xp.sum(target * logs, axis=axis)


def sparse_categorical_crossentropy(
    xp: Any, target: Tensor, output: Tensor, /, from_logits: bool = False, axis: int = -1
) -> Tensor:
    target = xp.asarray(target)
    logs = _log_probabilities(xp, output, from_logits, axis)
    if target.ndim == logs.ndim and target.shape[axis] == 1:
        target = xp.squeeze(target, axis=axis)
    return _of_classes(xp, "sparse_categorical_crossentropy", -logs, target, axis)


def _log_probabilities(xp: Any, output: Tensor, from_logits: bool, axis: int) -> Tensor:
    output = real_floating(xp, output)
    if from_logits:
        return xp.nn.log_softmax(output, axis=axis)
    output = output / xp.sum(output, axis=axis, keepdims=True)
    return xp.log(xp.minimum(xp.maximum(output, _SMALLEST), 1.0 - _SMALLEST))


def _of_classes(xp: Any, op: str, x: Tensor, classes: Tensor, axis: int) -> Tensor:
    places = tuple(n for i, n in enumerate(x.shape) if i != axis % x.ndim)
    if tuple(classes.shape) != places:
        raise ShapeError(
            f"ops.nn.{op}: target of shape {tuple(classes.shape)} holds no class for each of {places}"
        )
    index = xp.expand_dims(xp.astype(classes, xp.int64), axis=axis)
    return xp.squeeze(xp.take_along_axis(x, index, axis=axis), axis=axis)


def _reduced(xp: Any, x: Tensor, reduction: str) -> Tensor:
    if reduction == "mean":
        return xp.mean(x)
    if reduction == "sum":
        return xp.sum(x)
    if reduction == "batchmean":
        return xp.sum(x) / x.shape[0]
    if reduction == "none":
        return x
    raise ValueError(f"ops.nn: reduction is 'mean', 'sum', 'batchmean' or 'none', not {reduction!r}")


def mse_loss(xp: Any, x: Tensor, target: Tensor, /, reduction: str = "mean") -> Tensor:
    difference = real_floating(xp, x) - real_floating(xp, target)
    return _reduced(xp, difference * difference, reduction)


def l1_loss(xp: Any, x: Tensor, target: Tensor, /, reduction: str = "mean") -> Tensor:
    return _reduced(xp, xp.abs(floating(xp, x) - floating(xp, target)), reduction)


def huber_loss(xp: Any, x: Tensor, target: Tensor, /, reduction: str = "mean", delta: float = 1.0) -> Tensor:
    size = xp.abs(real_floating(xp, x) - real_floating(xp, target))
    inner = xp.minimum(size, delta)
    return _reduced(xp, 0.5 * inner * inner + delta * (size - inner), reduction)


def hinge_loss(xp: Any, x: Tensor, target: Tensor, /, reduction: str = "mean") -> Tensor:
    return _reduced(xp, xp.maximum(1.0 - real_floating(xp, target) * real_floating(xp, x), 0.0), reduction)


def kl_div(
    xp: Any, x: Tensor, target: Tensor, /, reduction: str = "mean", log_target: bool = False
) -> Tensor:
    x, target = real_floating(xp, x), real_floating(xp, target)
    if log_target:
        return _reduced(xp, xp.exp(target) * (target - x), reduction)
    positive = target > 0
    entropy = xp.where(positive, target * xp.log(xp.where(positive, target, 1.0)), 0.0)
    return _reduced(xp, entropy - target * x, reduction)


def nll_loss(xp: Any, x: Tensor, target: Tensor, /, reduction: str = "mean", axis: int = -1) -> Tensor:
    return _reduced(
        xp, _of_classes(xp, "nll_loss", -real_floating(xp, x), xp.asarray(target), axis), reduction
    )


def cosine_similarity(xp: Any, x1: Tensor, x2: Tensor, /, axis: int = -1, eps: float = 1e-8) -> Tensor:
    x1, x2 = real_floating(xp, x1), real_floating(xp, x2)
    for x in (x1, x2):
        as_axis(-1, x.ndim)  # a number has no axis, and NumPy takes one of it
    x1, x2 = xp.broadcast_arrays(x1, x2)  # the axis is one of what both together have
    as_axis(axis, x1.ndim)
    norms = [xp.maximum(xp.sqrt(xp.sum(x * x, axis=axis)), eps) for x in (x1, x2)]
    return xp.sum(x1 * x2, axis=axis) / (norms[0] * norms[1])


def psnr(xp: Any, x1: Tensor, x2: Tensor, /, max_val: float) -> Tensor:
    x1, x2 = real_floating(xp, x1), real_floating(xp, x2)
    _same_shape("psnr", x1, x2)
    return 20.0 * log10(max_val) - 10.0 * xp.log10(mse_loss(xp, x1, x2))
