"""Operations of the group ``nn`` on PyTorch: its own functions where they mean the same."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812  the name that PyTorch's documentation gives it

from emberops.backends.composed import nn_activations
from emberops.backends.composed.nn_convolution import (
    Sizes,
    channels_first,
    check_convolution,
    each,
    padding_of,
)
from emberops.backends.composed.nn_layers import check_attention
from emberops.backends.support.shapes import as_axis, is_whole
from emberops.backends.torch.placement import beside
from emberops.backends.torch.promotion import floating
from emberops.errors import IndexDTypeError
from emberops.typing import Axis
from emberops.typing import NativeTensor as Tensor

relu = F.relu

_CONVOLUTIONS = {1: F.conv1d, 2: F.conv2d, 3: F.conv3d}


def _of_floats(native: Callable[..., Tensor]) -> Callable[..., Tensor]:
    def function(x: Tensor, /) -> Tensor:
        return native(floating(x))

    function.__name__ = function.__qualname__ = native.__name__
    return function


def relu6(x: Tensor, /) -> Tensor:
    # PyTorch's own have no gradient at the bounds, where half of it comes through a minimum.
    return F.relu6(x) if x.is_floating_point() else nn_activations.relu6(beside((x,)), x)


def hard_tanh(x: Tensor, /) -> Tensor:
    return F.hardtanh(x) if x.is_floating_point() else nn_activations.hard_tanh(beside((x,)), x)


mish = _of_floats(F.mish)
selu = _of_floats(F.selu)
softsign = _of_floats(F.softsign)
log_sigmoid = _of_floats(F.logsigmoid)
hard_sigmoid = _of_floats(F.hardsigmoid)
hard_silu = _of_floats(F.hardswish)


def sigmoid(x: Tensor, /) -> Tensor:
    if not x.is_complex():
        return torch.sigmoid(x)
    # PyTorch's own overflows far out on the left, and is NaN there.
    above = x.real >= 0
    small = torch.exp(torch.where(above, -x, x))
    return torch.where(above, torch.ones_like(x), small) / (1.0 + small)


def silu(x: Tensor, /) -> Tensor:
    return x * sigmoid(x) if x.is_complex() else F.silu(floating(x))


def gelu(x: Tensor, /, approximate: bool = True) -> Tensor:
    x = floating(x)
    # PyTorch's exact one has no digits left where the error function is -1.
    return F.gelu(x, approximate="tanh") if approximate else 0.5 * x * torch.erfc(x * -math.sqrt(0.5))


def elu(x: Tensor, /, alpha: float = 1.0) -> Tensor:
    return F.elu(floating(x), alpha)


def celu(x: Tensor, /, alpha: float = 1.0) -> Tensor:
    return F.celu(floating(x), alpha)


def leaky_relu(x: Tensor, /, negative_slope: float = 0.2) -> Tensor:
    return F.leaky_relu(floating(x), negative_slope)


def softmax(x: Tensor, /, axis: Axis = -1) -> Tensor:
    return _over_axes(torch.softmax, floating(x), axis)


def log_softmax(x: Tensor, /, axis: Axis = -1) -> Tensor:
    return _over_axes(torch.log_softmax, floating(x), axis)


def _over_axes(native: Callable[..., Tensor], x: Tensor, axis: Axis) -> Tensor:
    if is_whole(axis):
        # PyTorch takes the axis of a number that has none.
        return native(x, axis if x.ndim else as_axis(axis, 0))
    axes = sorted(a % x.ndim for a in axis) if axis is not None else list(range(x.ndim))
    last = list(range(x.ndim - len(axes), x.ndim))
    moved = torch.movedim(x, axes, last)
    flat = native(moved.reshape(*moved.shape[: x.ndim - len(axes)], -1), -1)
    return torch.movedim(flat.reshape(moved.shape), last, axes)


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
    dtype = torch.promote_types(floating(inputs).dtype, floating(kernel).dtype)
    x, kernel = inputs.to(dtype), kernel.to(dtype)
    check_convolution("conv", x.movedim(1, -1) if first else x, kernel)
    n = kernel.ndim - 2
    x = x if first else x.movedim(-1, 1)
    window, steps, dilation = kernel.shape[:-2], each(strides, n), each(dilation_rate, n)
    x = _padded(x, padding_of(padding, x.shape[2:], window, steps, dilation))
    weight = kernel.permute(n + 1, n, *range(n))
    groups = x.shape[1] // kernel.shape[-2]
    result = _CONVOLUTIONS[n](x, weight, None, steps, 0, dilation, groups)
    return result if first else result.movedim(1, -1)


def _padded(x: Tensor, around: Sequence[tuple[int, int]], value: float = 0.0) -> Tensor:
    """``around`` by axis of the space; torch counts from the last one."""
    if not any(map(any, around)):
        return x
    return F.pad(x, [n for pair in reversed(around) for n in pair], value=value)


def dot_product_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    /,
    bias: Tensor | None = None,
    mask: Tensor | None = None,
    scale: float | None = None,
    is_causal: bool = False,
) -> Tensor:
    check_attention(sys.modules["emberops.backends.torch"], key, value, mask)
    query, key, value = (floating(x).movedim(1, 2) for x in (query, key, value))
    mask = mask if mask is None or mask.dtype is torch.bool else mask != 0
    seen: Any = mask
    if is_causal and (bias is not None or mask is not None):
        ones = torch.ones(query.shape[-2], key.shape[-2], dtype=torch.bool, device=query.device)
        seen = torch.tril(ones) if mask is None else torch.tril(ones) & mask
        is_causal = False
    if bias is not None:
        added = bias.to(query.dtype)
        seen = added if seen is None else torch.where(seen, added, float("-inf"))
    grouped = query.shape[1] != key.shape[1]
    result = F.scaled_dot_product_attention(
        query, key, value, seen, is_causal=is_causal, scale=scale, enable_gqa=grouped
    )
    return result.movedim(2, 1)


def embedding_lookup(ids: Tensor, weight: Tensor, /) -> Tensor:
    if ids.is_floating_point() or ids.is_complex() or ids.dtype is torch.bool:
        raise IndexDTypeError(f"ids are integers, and not of {ids.dtype}")
    if weight.ndim != 2 or ids.dtype not in (torch.int32, torch.int64):
        return weight[ids.long()]
    if not ids.is_cpu:  # where nobody looks at them
        return F.embedding(torch.where(ids < 0, ids + weight.shape[0], ids), weight)
    try:
        return F.embedding(ids, weight)
    except IndexError:  # it counts none from the end
        return weight[ids.long()]
