"""Operations of the group ``nn`` on JAX: its own functions where they mean the same."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import lax

from emberops.backends.composed.nn_convolution import (
    Sizes,
    channels_first,
    check_convolution,
    each,
    padding_of,
)
from emberops.typing import Axis, Tensor

relu = jax.nn.relu
relu6 = jax.nn.relu6
softplus = jax.nn.softplus
softsign = jax.nn.soft_sign
sparse_plus = jax.nn.sparse_plus
log_sigmoid = jax.nn.log_sigmoid
hard_sigmoid = jax.nn.hard_sigmoid
hard_silu = jax.nn.hard_silu
hard_tanh = jax.nn.hard_tanh
elu = jax.nn.elu
selu = jax.nn.selu
celu = jax.nn.celu
gelu = jax.nn.gelu
mish = jax.nn.mish
squareplus = jax.nn.squareplus
sparse_sigmoid = jax.nn.sparse_sigmoid


def _floating(x: Tensor) -> Tensor:
    return x if jnp.issubdtype(x.dtype, jnp.inexact) else x.astype(float)


def sigmoid(x: Tensor, /) -> Tensor:
    return jax.nn.sigmoid(_floating(x))


def silu(x: Tensor, /) -> Tensor:
    return jax.nn.silu(_floating(x))


def softmax(x: Tensor, /, axis: Axis = -1) -> Tensor:
    return jax.nn.softmax(_floating(x), axis)


def log_softmax(x: Tensor, /, axis: Axis = -1) -> Tensor:
    return jax.nn.log_softmax(_floating(x), axis)


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
    dtype = jnp.result_type(_floating(inputs), _floating(kernel))
    x, kernel = inputs.astype(dtype), kernel.astype(dtype)
    check_convolution("conv", jnp.moveaxis(x, 1, -1) if first else x, kernel)
    n = kernel.ndim - 2
    axes = "DHW"[-n:]
    layout = "NC" + axes if first else "N" + axes + "C"
    space = x.shape[2:] if first else x.shape[1:-1]
    steps, dilation = each(strides, n), each(dilation_rate, n)
    around = padding_of(padding, space, kernel.shape[:-2], steps, dilation)
    return lax.conv_general_dilated(
        x,
        kernel,
        steps,
        around,
        rhs_dilation=dilation,
        dimension_numbers=(layout, axes + "IO", layout),
        feature_group_count=x.shape[1 if first else -1] // kernel.shape[-2],
    )
