"""Pooling over any namespace, and the exchange of space and channels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from math import inf, prod
from typing import Any

from emberops.backends.composed.nn_activations import floating
from emberops.backends.composed.nn_convolution import (
    Sizes,
    channels_first,
    each,
    pad_space,
    padding_of,
    windows,
)
from emberops.errors import ShapeError
from emberops.typing import NativeTensor as Tensor


def max_pool(
    xp: Any,
    inputs: Tensor,
    /,
    pool_size: Sizes,
    strides: Sizes | None = None,
    padding: str = "valid",
    data_format: str | None = None,
) -> Tensor:
    x, window, steps, around, first = _prepared(xp, inputs, pool_size, strides, padding, data_format)
    lowest = -inf if xp.isdtype(x.dtype, "real floating") else xp.iinfo(x.dtype).min
    parts = windows(pad_space(xp, x, around, lowest), window, steps, (1,) * len(window))
    result = reduce(xp.maximum, (part for _, part in parts))
    return xp.moveaxis(result, -1, 1) if first else result


def average_pool(
    xp: Any,
    inputs: Tensor,
    /,
    pool_size: Sizes,
    strides: Sizes | None = None,
    padding: str = "valid",
    data_format: str | None = None,
) -> Tensor:
    x, window, steps, around, first = _prepared(xp, inputs, pool_size, strides, padding, data_format)
    x = floating(xp, x)
    apart = (1,) * len(window)
    total = reduce(xp.add, (part for _, part in windows(pad_space(xp, x, around), window, steps, apart)))
    if any(map(any, around)):
        inside = pad_space(xp, xp.ones_like(x[:1, ..., :1]), around)
        result = total / reduce(xp.add, (part for _, part in windows(inside, window, steps, apart)))
    else:
        result = total / prod(window)
    return xp.moveaxis(result, -1, 1) if first else result


def _prepared(
    xp: Any, inputs: Tensor, pool_size: Sizes, strides: Sizes | None, padding: str, data_format: str | None
) -> tuple[Tensor, tuple[int, ...], tuple[int, ...], list[tuple[int, int]], bool]:
    first = channels_first(data_format)
    x = xp.asarray(inputs)
    if first:
        x = xp.moveaxis(x, 1, -1)
    n = x.ndim - 2
    window = each(pool_size, n)
    steps = window if strides is None else each(strides, n)
    return x, window, steps, padding_of(padding, x.shape[1:-1], window, steps, (1,) * n), first


def adaptive_max_pool(
    xp: Any, inputs: Tensor, /, output_size: Sizes, data_format: str | None = None
) -> Tensor:
    return _adaptive(xp, xp.asarray(inputs), output_size, data_format, xp.max)


def adaptive_average_pool(
    xp: Any, inputs: Tensor, /, output_size: Sizes, data_format: str | None = None
) -> Tensor:
    return _adaptive(xp, floating(xp, inputs), output_size, data_format, xp.mean)


def _adaptive(
    xp: Any, x: Tensor, output_size: Sizes, data_format: str | None, reduction: Callable[..., Tensor]
) -> Tensor:
    start = 2 if channels_first(data_format) else 1
    for axis, count in enumerate(each(output_size, x.ndim - 2), start=start):
        n = x.shape[axis]
        before = (slice(None),) * axis
        parts = [
            reduction(x[(*before, slice(i * n // count, -(-(i + 1) * n // count)))], axis=axis)
            for i in range(count)
        ]
        x = xp.stack(parts, axis=axis)
    return x


def space_to_depth(xp: Any, x: Tensor, /, block_size: int, data_format: str | None = None) -> Tensor:
    x, b = xp.asarray(x), block_size
    if channels_first(data_format):
        n, c, h, w = _divisible("space_to_depth", x, (2, 3), b)
        blocks = xp.reshape(x, (n, c, h // b, b, w // b, b))
        return xp.reshape(xp.permute_dims(blocks, (0, 1, 3, 5, 2, 4)), (n, c * b * b, h // b, w // b))
    n, h, w, c = _divisible("space_to_depth", x, (1, 2), b)
    blocks = xp.reshape(x, (n, h // b, b, w // b, b, c))
    return xp.reshape(xp.permute_dims(blocks, (0, 1, 3, 2, 4, 5)), (n, h // b, w // b, c * b * b))


def depth_to_space(xp: Any, x: Tensor, /, block_size: int, data_format: str | None = None) -> Tensor:
    x, b = xp.asarray(x), block_size
    if channels_first(data_format):
        n, c, h, w = _divisible("depth_to_space", x, (1,), b * b)
        c //= b * b
        blocks = xp.permute_dims(xp.reshape(x, (n, c, b, b, h, w)), (0, 1, 4, 2, 5, 3))
        return xp.reshape(blocks, (n, c, h * b, w * b))
    n, h, w, c = _divisible("depth_to_space", x, (3,), b * b)
    c //= b * b
    blocks = xp.permute_dims(xp.reshape(x, (n, h, w, b, b, c)), (0, 1, 3, 2, 4, 5))
    return xp.reshape(blocks, (n, h * b, w * b, c))


def _divisible(op: str, x: Tensor, axes: Sequence[int], by: int) -> tuple[int, ...]:
    if x.ndim != 4 or any(x.shape[i] % by for i in axes):
        raise ShapeError(f"ops.nn.{op}: x of shape {tuple(x.shape)} is no batch of images divisible by {by}")
    return tuple(x.shape)
