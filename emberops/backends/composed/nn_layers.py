"""Normalisation, attention and look-up over any namespace."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from emberops.backends.composed.nn_activations import floating, real_floating
from emberops.backends.support import default_key
from emberops.backends.support.reductions import at_least_single
from emberops.backends.support.shapes import is_whole
from emberops.errors import DTypeError, IndexDTypeError, ShapeError
from emberops.typing import Axis
from emberops.typing import NativeTensor as Tensor


def moments(xp: Any, x: Tensor, /, axes: Any, keepdims: bool = False) -> tuple[Tensor, Tensor]:
    x = real_floating(xp, x)
    axes = (axes,) if is_whole(axes) else tuple(axes)
    mean = xp.mean(x, axis=axes, keepdims=True)
    variance = xp.mean((x - mean) ** 2, axis=axes, keepdims=keepdims)
    return mean if keepdims else xp.squeeze(mean, axis=axes), variance


def batch_normalization(
    xp: Any,
    x: Tensor,
    mean: Tensor,
    variance: Tensor,
    /,
    axis: int,
    offset: Tensor | None = None,
    scale: Tensor | None = None,
    epsilon: float = 1e-3,
) -> Tensor:
    x = real_floating(xp, x)
    shape = tuple(x.shape[axis] if i == axis % x.ndim else 1 for i in range(x.ndim))
    weight = 1.0 / xp.sqrt(xp.reshape(real_floating(xp, variance), shape) + epsilon)
    if scale is not None:
        weight = weight * xp.reshape(xp.asarray(scale), shape)
    result = (x - xp.reshape(real_floating(xp, mean), shape)) * weight
    return result if offset is None else result + xp.reshape(xp.asarray(offset), shape)


def layer_normalization(
    xp: Any,
    x: Tensor,
    /,
    gamma: Tensor | None = None,
    beta: Tensor | None = None,
    axis: int | Sequence[int] = -1,
    epsilon: float = 1e-3,
) -> Tensor:
    x = real_floating(xp, x)
    mean, variance = moments(xp, x, axis, keepdims=True)
    result = (x - mean) / xp.sqrt(variance + epsilon)
    if gamma is not None:
        result = result * _along(xp, gamma, x, axis)
    return result if beta is None else result + _along(xp, beta, x, axis)


def rms_normalization(
    xp: Any, x: Tensor, /, scale: Tensor | None = None, axis: int | Sequence[int] = -1, epsilon: float = 1e-6
) -> Tensor:
    x = real_floating(xp, x)
    axes = (axis,) if is_whole(axis) else tuple(axis)
    result = x / xp.sqrt(xp.mean(x * x, axis=axes, keepdims=True) + epsilon)
    return result if scale is None else result * _along(xp, scale, x, axis)


def group_normalization(
    xp: Any,
    x: Tensor,
    /,
    groups: int,
    gamma: Tensor | None = None,
    beta: Tensor | None = None,
    axis: int = -1,
    epsilon: float = 1e-3,
) -> Tensor:
    x = real_floating(xp, x)
    channels = x.shape[axis]
    if channels % groups:
        raise ShapeError(f"ops.nn.group_normalization: {channels} channels do not make {groups} equal groups")
    moved = xp.moveaxis(x, axis, -1)
    grouped = xp.reshape(moved, (*moved.shape[:-1], groups, channels // groups))
    axes = (*range(1, moved.ndim - 1), moved.ndim)
    mean, variance = moments(xp, grouped, axes, keepdims=True)
    result = xp.reshape((grouped - mean) / xp.sqrt(variance + epsilon), tuple(moved.shape))
    result = xp.moveaxis(result, -1, axis)
    if gamma is not None:
        result = result * _along(xp, gamma, x, axis)
    return result if beta is None else result + _along(xp, beta, x, axis)


def _along(xp: Any, weight: Tensor, x: Tensor, axis: int | Sequence[int]) -> Tensor:
    """``weight`` with its axes where ``axis`` of ``x`` are, if it has those alone."""
    weight = xp.asarray(weight)
    axes = sorted(a % x.ndim for a in ((axis,) if is_whole(axis) else axis))
    if weight.ndim == x.ndim or weight.ndim != len(axes):
        return weight
    return xp.reshape(weight, tuple(x.shape[i] if i in axes else 1 for i in range(x.ndim)))


@at_least_single
def normalize(xp: Any, x: Tensor, /, axis: Axis = -1, order: float = 2, epsilon: float = 1e-12) -> Tensor:
    size = xp.linalg.vector_norm(x, axis=axis, ord=order, keepdims=True)
    return x / xp.maximum(size, epsilon)


def dot_product_attention(
    xp: Any,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    /,
    bias: Tensor | None = None,
    mask: Tensor | None = None,
    scale: float | None = None,
    is_causal: bool = False,
) -> Tensor:
    check_attention(xp, key, value, mask)
    query, key, value = (xp.moveaxis(real_floating(xp, x), 1, 2) for x in (query, key, value))
    heads, key_heads = query.shape[1], key.shape[1]
    if heads % key_heads:
        raise ShapeError(
            f"ops.nn.dot_product_attention: {heads} heads are no multiple of {key_heads} key heads"
        )
    if heads != key_heads:
        key, value = (xp.repeat(x, heads // key_heads, axis=1) for x in (key, value))
    logits = xp.matmul(query, xp.matrix_transpose(key)) * (
        query.shape[-1] ** -0.5 if scale is None else scale
    )
    if bias is not None:
        logits = logits + bias
    seen = None if mask is None else mask != 0
    if is_causal:
        before = xp.arange(logits.shape[-1])[None, :] <= xp.arange(logits.shape[-2])[:, None]
        seen = before if seen is None else xp.logical_and(seen, before)
    if seen is not None:
        logits = xp.where(seen, logits, -inf)
    if bias is None and mask is None:
        weights = xp.nn.softmax(logits, axis=-1)
    else:  # nothing comes of a place that sees none
        blind = xp.all(xp.equal(logits, -inf), axis=-1, keepdims=True)
        weights = xp.where(blind, 0.0, xp.nn.softmax(xp.where(blind, 0.0, logits), axis=-1))
    return xp.moveaxis(xp.matmul(weights, value), 2, 1)


def check_attention(xp: Any, key: Tensor, value: Tensor, mask: Tensor | None) -> None:
    """Refuse keys without a value each, of which PyTorch takes some, and a mask of floats, which it adds.

    Raises
    ------
    ShapeError, DTypeError
    """
    if tuple(key.shape[1:3]) != tuple(value.shape[1:3]):
        raise ShapeError(
            f"ops.nn.dot_product_attention: key of shape {tuple(key.shape)} and value of shape {tuple(value.shape)}: "
            "each key has a value"
        )
    if mask is not None and not xp.isdtype(mask.dtype, ("bool", "integral")):
        raise DTypeError(
            "ops.nn.dot_product_attention: a mask is of booleans; what is to be added is the bias"
        )


def embedding_lookup(xp: Any, ids: Tensor, weight: Tensor, /) -> Tensor:
    ids, weight = xp.asarray(ids), xp.asarray(weight)
    if not xp.isdtype(ids.dtype, "integral"):
        raise IndexDTypeError(f"ids are integers, and not of {ids.dtype}")
    rows = xp.take(weight, xp.reshape(ids, (-1,)), axis=0)
    return xp.reshape(rows, (*ids.shape, *weight.shape[1:]))


def polar(xp: Any, absolute: Tensor, angle: Tensor, /) -> Tensor:
    common = xp.result_type(absolute, angle)
    if xp.isdtype(
        common, "real floating"
    ):  # integers are computed in the precision of the floats beside them
        absolute, angle = (xp.asarray(x, dtype=common) for x in (absolute, angle))
    absolute, angle = (
        x if xp.finfo(x.dtype).bits >= 32 else xp.astype(x, "float32")  # no complex numbers are that short
        for x in (real_floating(xp, absolute), real_floating(xp, angle))
    )
    return absolute * xp.cos(angle) + 1j * (absolute * xp.sin(angle))


def dropout(xp: Any, x: Any, /, rate: float, *, key: Any = None) -> Any:
    if not 0 <= rate < 1:
        raise ValueError(f"dropout: the rate must be at least 0 and less than 1; got {rate}")
    keep = xp.random.bernoulli(default_key.next_key(xp) if key is None else key, 1 - rate, x.shape)
    return xp.where(keep, xp.divide(x, 1 - rate), xp.zeros_like(x))
