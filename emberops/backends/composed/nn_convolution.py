"""Convolutions over any namespace: one product of matrices for each element of the window."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Any

from emberops.backends.composed.nn_activations import floating
from emberops.errors import ShapeError
from emberops.typing import NativeTensor as Tensor

Sizes = int | Sequence[int]


def each(value: Sizes, n: int) -> tuple[int, ...]:
    """One number for each of ``n`` axes."""
    values = (value,) * n if isinstance(value, int) else tuple(value)
    if len(values) != n:
        raise ShapeError(f"ops.nn: {values} does not give one number for each of {n} axes of the space")
    return values


def channels_first(data_format: str | None) -> bool:
    """Whether the channels stand before the space."""
    if data_format not in (None, "channels_last", "channels_first"):
        raise ValueError(f"ops.nn: data_format is 'channels_last' or 'channels_first', not {data_format!r}")
    return data_format == "channels_first"


def same_padding(
    space: Sequence[int], window: Sequence[int], strides: Sequence[int], dilation: Sequence[int]
) -> list[tuple[int, int]]:
    """Zeros before and after each axis, so that the result has ``ceil(space / strides)`` places."""
    padding = []
    for n, k, s, d in zip(space, window, strides, dilation, strict=True):
        total = max((-(-n // s) - 1) * s + (k - 1) * d + 1 - n, 0)
        padding.append((total // 2, total - total // 2))
    return padding


def padding_of(
    padding: str, space: Sequence[int], window: Sequence[int], strides: Sequence[int], dilation: Sequence[int]
) -> list[tuple[int, int]]:
    """What ``"valid"`` and ``"same"`` come to, of windows that find room."""
    if padding not in ("valid", "same"):
        raise ValueError(f"ops.nn: padding is 'valid' or 'same', not {padding!r}")
    _require_steps(strides, dilation)
    around = [(0, 0)] * len(window)
    if padding == "same":
        around = same_padding(space, window, strides, dilation)
    _require_room([n + b + a for n, (b, a) in zip(space, around, strict=True)], window, dilation)
    return around


def _require_steps(strides: Sequence[int], dilation: Sequence[int]) -> None:
    if min(*strides, *dilation) < 1:
        raise ValueError(
            f"ops.nn: strides {tuple(strides)} and dilation {tuple(dilation)}: each is at least one"
        )


def _require_room(space: Sequence[int], window: Sequence[int], dilation: Sequence[int]) -> None:
    """Refuse windows that find no place: MLX answers something in spaces of three axes, and JAX nothing."""
    if any(k < 1 or n < (k - 1) * d + 1 for n, k, d in zip(space, window, dilation, strict=True)):
        raise ShapeError(f"ops.nn: a window of {tuple(window)} does not fit a space of {tuple(space)}")


def windows(
    x: Tensor, window: Sequence[int], strides: Sequence[int], dilation: Sequence[int]
) -> list[tuple[tuple[int, ...], Tensor]]:
    """For each element of the window the part of ``(batch, *space, channels)`` that it meets."""
    space = x.shape[1:-1]
    _require_steps(strides, dilation)
    _require_room(space, window, dilation)
    counts = [
        (n - (k - 1) * d - 1) // s + 1 for n, k, s, d in zip(space, window, strides, dilation, strict=True)
    ]
    parts = []
    for offsets in product(*map(range, window)):
        starts = [o * d for o, d in zip(offsets, dilation, strict=True)]
        cut = [slice(b, b + (c - 1) * s + 1, s) for b, c, s in zip(starts, counts, strides, strict=True)]
        parts.append((offsets, x[(slice(None), *cut, slice(None))]))
    return parts


def pad_space(xp: Any, x: Tensor, padding: Sequence[tuple[int, int]], value: float = 0) -> Tensor:
    """Constants around the space of ``(batch, *space, channels)``."""
    if not any(map(any, padding)):
        return x
    return xp.pad(x, ((0, 0), *padding, (0, 0)), constant_values=value)


def conv(
    xp: Any,
    inputs: Tensor,
    kernel: Tensor,
    /,
    strides: Sizes = 1,
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: Sizes = 1,
) -> Tensor:
    first = channels_first(data_format)
    x, kernel = floating(xp, inputs), floating(xp, kernel)
    if first:
        x = xp.moveaxis(x, 1, -1)
    window = kernel.shape[:-2]
    check_convolution("conv", x, kernel)
    n = len(window)
    steps, dilation = each(strides, n), each(dilation_rate, n)
    x = pad_space(xp, x, padding_of(padding, x.shape[1:-1], window, steps, dilation))
    result = correlated(xp, x, kernel, steps, dilation)
    return xp.moveaxis(result, -1, 1) if first else result


def correlated(xp: Any, x: Tensor, kernel: Tensor, strides: Sequence[int], dilation: Sequence[int]) -> Tensor:
    """The convolution of ``(batch, *space, channels)`` that has its padding; fewer channels of a kernel are groups."""
    *window, depth, width = kernel.shape
    groups = x.shape[-1] // depth
    result: Any = 0
    for offsets, part in windows(x, window, strides, dilation):
        if groups == 1:
            result = result + xp.matmul(part, kernel[(*offsets, ...)])
        else:
            grouped = xp.reshape(part, (*part.shape[:-1], groups, 1, depth))
            weights = xp.moveaxis(xp.reshape(kernel[(*offsets, ...)], (depth, groups, width // groups)), 1, 0)
            result = result + xp.reshape(xp.matmul(grouped, weights), (*part.shape[:-1], width))
    return result


def check_convolution(op: str, x: Tensor, kernel: Tensor) -> None:
    """Refuse channels that do not fit; ``x`` has them last."""
    *_, depth, width = kernel.shape
    channels = x.shape[-1]
    if 0 in kernel.shape:  # which would bring MLX, and Python with it, down
        raise ShapeError(f"ops.nn.{op}: a kernel of shape {tuple(kernel.shape)} has no elements")
    if x.ndim != kernel.ndim or channels % depth or width % max(channels // depth, 1):
        raise ShapeError(
            f"ops.nn.{op}: a kernel of shape {tuple(kernel.shape)} does not fit inputs with {x.ndim - 2} axes of space "
            f"and {channels} channels"
        )


def depthwise_conv(
    xp: Any,
    inputs: Tensor,
    kernel: Tensor,
    /,
    strides: Sizes = 1,
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: Sizes = 1,
) -> Tensor:
    kernel = floating(xp, kernel)
    *window, channels, multiplier = kernel.shape
    # Groups of one channel: the kernel of input channel c makes the output channels from c * multiplier on.
    grouped = xp.reshape(kernel, (*window, 1, channels * multiplier))
    return xp.nn.conv(inputs, grouped, strides, padding, data_format, dilation_rate)


def separable_conv(
    xp: Any,
    inputs: Tensor,
    depthwise_kernel: Tensor,
    pointwise_kernel: Tensor,
    /,
    strides: Sizes = 1,
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: Sizes = 1,
) -> Tensor:
    each_channel = xp.nn.depthwise_conv(
        inputs, depthwise_kernel, strides, padding, data_format, dilation_rate
    )
    return xp.nn.conv(each_channel, pointwise_kernel, 1, "valid", data_format, 1)


def transposed_padding(
    padding: str, window: int, stride: int, dilation: int, output_padding: int | None
) -> tuple[int, int]:
    """Zeros around the spread-out inputs of a transposed convolution, as Keras counts them."""
    reach = (window - 1) * dilation + 1
    if padding == "valid":
        extra = max(stride - reach, 0) if output_padding is None else output_padding
        return reach - 1, reach - 1 + extra
    if padding != "same":
        raise ValueError(f"ops.nn: padding is 'valid' or 'same', not {padding!r}")
    total = stride + reach - 2 if output_padding is None else reach + reach % 2 - 2 + output_padding
    before = min(-(-total // 2), reach - 1)
    return before, total - before


def conv_transpose(
    xp: Any,
    inputs: Tensor,
    kernel: Tensor,
    /,
    strides: Sizes = 1,
    padding: str = "valid",
    output_padding: Sizes | None = None,
    data_format: str | None = None,
    dilation_rate: Sizes = 1,
) -> Tensor:
    first = channels_first(data_format)
    x, kernel = floating(xp, inputs), floating(xp, kernel)
    if first:
        x = xp.moveaxis(x, 1, -1)
    *window, _, depth = kernel.shape
    if x.ndim != kernel.ndim or x.shape[-1] != depth:
        raise ShapeError(
            f"ops.nn.conv_transpose: a kernel of shape {tuple(kernel.shape)} does not fit inputs with "
            f"{x.ndim - 2} axes of space and {x.shape[-1]} channels"
        )
    n = len(window)
    steps, dilation = each(strides, n), each(dilation_rate, n)
    extras = (None,) * n if output_padding is None else each(output_padding, n)
    around = [
        transposed_padding(padding, *each_axis)
        for each_axis in zip(window, steps, dilation, extras, strict=True)
    ]
    spread = _cut_and_pad(xp, _spread(xp, x, steps), around)
    flipped = xp.flip(kernel, axis=tuple(range(n)))
    result = xp.nn.conv(spread, xp.matrix_transpose(flipped), 1, "valid", "channels_last", dilation)
    return xp.moveaxis(result, -1, 1) if first else result


def _spread(xp: Any, x: Tensor, steps: Sequence[int]) -> Tensor:
    """Zeros between the places of the space, ``step - 1`` of them."""
    for axis, step in enumerate(steps, start=1):
        if step == 1:
            continue
        shape = tuple(x.shape)
        zeros = xp.zeros_like(xp.expand_dims(x, axis=axis + 1))
        woven = xp.concat([xp.expand_dims(x, axis=axis + 1), *[zeros] * (step - 1)], axis=axis + 1)
        woven = xp.reshape(woven, (*shape[:axis], shape[axis] * step, *shape[axis + 1 :]))
        x = woven[(*[slice(None)] * axis, slice(0, (shape[axis] - 1) * step + 1))]
    return x


def _cut_and_pad(xp: Any, x: Tensor, around: Sequence[tuple[int, int]]) -> Tensor:
    """Negative padding cuts."""
    cuts = [slice(max(-b, 0), x.shape[i] - max(-a, 0)) for i, (b, a) in enumerate(around, start=1)]
    return pad_space(xp, x[(slice(None), *cuts)], [(max(b, 0), max(a, 0)) for b, a in around])


def unfold(
    xp: Any, x: Tensor, /, kernel_size: Sizes, dilation: Sizes = 1, padding: Sizes = 0, stride: Sizes = 1
) -> Tensor:
    window, apart, zeros, steps = (each(v, 2) for v in (kernel_size, dilation, padding, stride))
    x = pad_space(xp, xp.moveaxis(xp.asarray(x), 1, -1), [(p, p) for p in zeros])
    parts = xp.stack([part for _, part in windows(x, window, steps, apart)], axis=-1)
    batch, rows, columns, channels, n = parts.shape
    return xp.matrix_transpose(xp.reshape(parts, (batch, rows * columns, channels * n)))


def fold(
    xp: Any,
    x: Tensor,
    /,
    output_size: Sizes,
    kernel_size: Sizes,
    dilation: Sizes = 1,
    padding: Sizes = 0,
    stride: Sizes = 1,
) -> Tensor:
    x = xp.asarray(x)
    size, window, apart, zeros, steps = (
        each(v, 2) for v in (output_size, kernel_size, dilation, padding, stride)
    )
    full = [n + 2 * p for n, p in zip(size, zeros, strict=True)]
    _require_steps(steps, apart)
    counts = [(n - (k - 1) * d - 1) // s + 1 for n, k, s, d in zip(full, window, steps, apart, strict=True)]
    batch, columns, places = x.shape
    if places != prod(counts) or columns % prod(window):
        raise ShapeError(
            f"ops.nn.fold: x of shape {tuple(x.shape)} does not hold {prod(window)} elements for each channel at "
            f"{prod(counts)} places"
        )
    parts = xp.reshape(x, (batch, columns // prod(window), *window, *counts))
    parts = xp.moveaxis(parts, 1, -1)
    result: Any = 0
    for offsets in product(*map(range, window)):
        spread = _spread(xp, parts[(slice(None), *offsets)], steps)
        starts = [o * d for o, d in zip(offsets, apart, strict=True)]
        around = [(b, n - b - m) for b, n, m in zip(starts, full, spread.shape[1:3], strict=True)]
        result = result + pad_space(xp, spread, around)
    result = _cut_and_pad(xp, result, [(-p, -p) for p in zeros])
    return xp.moveaxis(result, -1, 1)
