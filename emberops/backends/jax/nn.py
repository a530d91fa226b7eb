"""Operations of the group ``nn`` on JAX: its own functions where they mean the same."""

from __future__ import annotations

from functools import partial

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
from emberops.backends.jax.promotion import floating, of_floats
from emberops.backends.support.reductions import real
from emberops.typing import NativeTensor as Tensor

_of_real_floats = partial(of_floats, convert=lambda x: floating(real(x)))

relu = of_floats(jax.nn.relu, convert=real)
softplus = _of_real_floats(jax.nn.softplus)
softsign = of_floats(jax.nn.soft_sign)
sparse_plus = _of_real_floats(jax.nn.sparse_plus)
log_sigmoid = _of_real_floats(jax.nn.log_sigmoid)
hard_sigmoid = _of_real_floats(jax.nn.hard_sigmoid)
hard_silu = _of_real_floats(jax.nn.hard_silu)
hard_tanh = of_floats(jax.nn.hard_tanh, convert=real)
elu = _of_real_floats(jax.nn.elu)
selu = _of_real_floats(jax.nn.selu)
celu = _of_real_floats(jax.nn.celu)
sparse_sigmoid = _of_real_floats(jax.nn.sparse_sigmoid)
sigmoid = of_floats(jax.nn.sigmoid)


def relu6(x: Tensor, /) -> Tensor:
    return jax.nn.relu6(x) if jnp.issubdtype(real(x).dtype, jnp.floating) else jnp.clip(x, 0, 6)


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
    dtype = jnp.result_type(floating(inputs), floating(kernel))
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
