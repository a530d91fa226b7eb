"""Operations of the group ``nn`` on MLX: its own functions where they mean the same."""

from __future__ import annotations

import sys

import mlx.core as mx

from emberops.backends.composed import nn_activations
from emberops.backends.composed.nn_convolution import (
    Sizes,
    channels_first,
    check_convolution,
    correlated,
    each,
    pad_space,
    padding_of,
)
from emberops.backends.mlx import double_precision
from emberops.backends.mlx.elementwise import logaddexp
from emberops.backends.mlx.promotion import floating
from emberops.backends.support import reductions
from emberops.typing import Axis
from emberops.typing import NativeTensor as Tensor

_PRECISE = (mx.float32, mx.float64)
"""Dtypes whose last digits MLX's own functions do not have."""


def sigmoid(x: Tensor, /) -> Tensor:
    x = floating(x)
    if x.dtype == mx.complex64:
        return nn_activations.sigmoid(sys.modules["emberops.backends.mlx"], x)
    return double_precision.sigmoid(x) if x.dtype in _PRECISE else mx.sigmoid(x)


def softplus(x: Tensor, /) -> Tensor:
    x = floating(reductions.real(x))
    return double_precision.softplus(x) if x.dtype in _PRECISE else logaddexp(x, 0.0)


def softmax(x: Tensor, /, axis: Axis = -1) -> Tensor:
    x = floating(reductions.real(x))
    if x.dtype in _PRECISE or not x.size:  # in the tails of MLX's own a digit and a half is wrong
        return nn_activations.softmax(sys.modules["emberops.backends.mlx"], x, axis)
    return mx.softmax(x, axis=axis, precise=True)


def conv(
    inputs: Tensor,
    kernel: Tensor,
    /,
    strides: Sizes = 1,
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: Sizes = 1,
) -> Tensor:
    first = channels_first(data_format)
    x, kernel = floating(inputs), floating(kernel)
    if first:
        x = mx.moveaxis(x, 1, -1)
    check_convolution("conv", x, kernel)
    n = kernel.ndim - 2
    window, steps, dilation = kernel.shape[:-2], each(strides, n), each(dilation_rate, n)
    around = padding_of(padding, x.shape[1:-1], window, steps, dilation)
    if n == 3 and x.shape[-1] != kernel.shape[-2]:
        result = _grouped(x, kernel, steps, around, dilation)
    else:
        result = _convolved(x, kernel, steps, around, dilation, x.shape[-1] // kernel.shape[-2])
    return mx.moveaxis(result, -1, 1) if first else result


def _convolved(
    x: Tensor,
    kernel: Tensor,
    steps: tuple[int, ...],
    around: list[tuple[int, int]],
    dilation: tuple[int, ...],
    groups: int,
) -> Tensor:
    if x.dtype == mx.float64 and any(
        d > 1 for d in dilation
    ):  # of which MLX has none, and says so only when asked
        padded = pad_space(sys.modules["emberops.backends.mlx"], x, around)
        return correlated(sys.modules["emberops.backends.mlx"], padded, kernel, steps, dilation)
    before, after = [list(side) for side in zip(*around, strict=True)]
    return mx.conv_general(
        x,
        mx.moveaxis(kernel, -1, 0),
        stride=list(steps),
        padding=(before, after),
        kernel_dilation=list(dilation),
        groups=groups,
    )


def _grouped(
    x: Tensor,
    kernel: Tensor,
    steps: tuple[int, ...],
    around: list[tuple[int, int]],
    dilation: tuple[int, ...],
) -> Tensor:
    """Group by group, where MLX has no grouped convolution."""
    groups = x.shape[-1] // kernel.shape[-2]
    parts = zip(mx.split(x, groups, axis=-1), mx.split(kernel, groups, axis=-1), strict=True)
    return mx.concatenate([_convolved(a, b, steps, around, dilation, 1) for a, b in parts], axis=-1)
