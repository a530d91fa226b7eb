"""Activation functions over any namespace."""

from __future__ import annotations

from math import pi, sqrt
from typing import Any

from emberops.backends.support import reductions
from emberops.typing import Axis
from emberops.typing import NativeTensor as Tensor

_SELU_ALPHA = 1.6732632423543772
_SELU_SCALE = 1.0507009873554805


def floating(xp: Any, x: Tensor) -> Tensor:
    """``x`` as a tensor of floats: integers and booleans in the default float dtype."""
    return reductions.floating(xp, xp.asarray(x))


def relu(xp: Any, x: Tensor, /) -> Tensor:
    return xp.maximum(x, 0)


def relu6(xp: Any, x: Tensor, /) -> Tensor:
    return xp.minimum(xp.maximum(x, 0), 6)


def sigmoid(xp: Any, x: Tensor, /) -> Tensor:
    x = floating(xp, x)
    # exp of minus the absolute value cannot overflow.
    small = xp.exp(-xp.abs(x))
    return xp.where(x >= 0, 1.0, small) / (1.0 + small)


def softplus(xp: Any, x: Tensor, /) -> Tensor:
    x = floating(xp, x)
    return xp.maximum(x, 0.0) + xp.log1p(xp.exp(-xp.abs(x)))


def softsign(xp: Any, x: Tensor, /) -> Tensor:
    x = floating(xp, x)
    return x / (1.0 + xp.abs(x))


def soft_shrink(xp: Any, x: Tensor, /, threshold: float = 0.5) -> Tensor:
    x = floating(xp, x)
    return xp.where(x > threshold, x - threshold, xp.where(x < -threshold, x + threshold, x * 0.0))


def sparse_plus(xp: Any, x: Tensor, /) -> Tensor:
    x = floating(xp, x)
    return xp.where(x <= -1.0, x * 0.0, xp.where(x < 1.0, 0.25 * (x + 1.0) ** 2, x))


def silu(xp: Any, x: Tensor, /) -> Tensor:
    x = floating(xp, x)
    return x * xp.nn.sigmoid(x)


def log_sigmoid(xp: Any, x: Tensor, /) -> Tensor:
    return -xp.nn.softplus(-floating(xp, x))


def leaky_relu(xp: Any, x: Tensor, /, negative_slope: float = 0.2) -> Tensor:
    x = floating(xp, x)
    return xp.where(x >= 0, x, negative_slope * x)


def hard_sigmoid(xp: Any, x: Tensor, /) -> Tensor:
    return relu6(xp, floating(xp, x) + 3.0) / 6.0


def hard_silu(xp: Any, x: Tensor, /) -> Tensor:
    x = floating(xp, x)
    return x * hard_sigmoid(xp, x)


def hard_tanh(xp: Any, x: Tensor, /) -> Tensor:
    return xp.minimum(xp.maximum(x, -1), 1)


def hard_shrink(xp: Any, x: Tensor, /, threshold: float = 0.5) -> Tensor:
    x = floating(xp, x)
    return xp.where(xp.abs(x) <= threshold, x * 0.0, x)


def elu(xp: Any, x: Tensor, /, alpha: float = 1.0) -> Tensor:
    x = floating(xp, x)
    return xp.where(x > 0, x, alpha * xp.expm1(xp.minimum(x, 0.0)))


def selu(xp: Any, x: Tensor, /) -> Tensor:
    return _SELU_SCALE * elu(xp, x, _SELU_ALPHA)


def celu(xp: Any, x: Tensor, /, alpha: float = 1.0) -> Tensor:
    x = floating(xp, x)
    return xp.maximum(x, 0.0) + alpha * xp.expm1(xp.minimum(x, 0.0) / alpha)


def gelu(xp: Any, x: Tensor, /, approximate: bool = True) -> Tensor:
    x = floating(xp, x)
    if approximate:
        return 0.5 * x * (1.0 + xp.tanh(sqrt(2.0 / pi) * (x + 0.044715 * x**3)))
    return 0.5 * x * (1.0 + xp.erf(x * sqrt(0.5)))


def glu(xp: Any, x: Tensor, /, axis: int = -1) -> Tensor:
    x = floating(xp, x)
    if x.shape[axis] % 2:
        raise ValueError(f"ops.nn.glu: axis {axis} of x of shape {tuple(x.shape)} cannot be halved")
    values, gate = xp.split(x, 2, axis=axis)
    return values * xp.nn.sigmoid(gate)


def mish(xp: Any, x: Tensor, /) -> Tensor:
    x = floating(xp, x)
    return x * xp.tanh(xp.nn.softplus(x))


def tanh_shrink(xp: Any, x: Tensor, /) -> Tensor:
    x = floating(xp, x)
    return x - xp.tanh(x)


def threshold(xp: Any, x: Tensor, threshold: float, default_value: float, /) -> Tensor:
    x = xp.asarray(x)
    return xp.where(x > threshold, x, default_value)


def squareplus(xp: Any, x: Tensor, /, b: float = 4.0) -> Tensor:
    x = floating(xp, x)
    return 0.5 * (x + xp.sqrt(x * x + b))


def sparse_sigmoid(xp: Any, x: Tensor, /) -> Tensor:
    return xp.minimum(xp.maximum(0.5 * (floating(xp, x) + 1.0), 0.0), 1.0)


def softmax(xp: Any, x: Tensor, /, axis: Axis = -1) -> Tensor:
    x = floating(xp, x)
    raised = xp.exp(x - xp.max(x, axis=axis, keepdims=True))
    return raised / xp.sum(raised, axis=axis, keepdims=True)


def log_softmax(xp: Any, x: Tensor, /, axis: Axis = -1) -> Tensor:
    x = floating(xp, x)
    shifted = x - xp.max(x, axis=axis, keepdims=True)
    return shifted - xp.log(xp.sum(xp.exp(shifted), axis=axis, keepdims=True))


def softmin(xp: Any, x: Tensor, /, axis: Axis = -1) -> Tensor:
    return xp.nn.softmax(-floating(xp, x), axis=axis)


def sparsemax(xp: Any, x: Tensor, /, axis: int = -1) -> Tensor:
    x = floating(xp, x)
    n = x.shape[axis]
    descending = xp.flip(xp.sort(x, axis=axis), axis=axis)
    sums = xp.cumulative_sum(descending, axis=axis)
    shape = tuple(n if i == axis % x.ndim else 1 for i in range(x.ndim))
    places = xp.reshape(xp.arange(1, n + 1, dtype=x.dtype), shape)
    in_support = xp.astype(1.0 + places * descending > sums, x.dtype)
    size = xp.sum(in_support, axis=axis, keepdims=True)
    kept = xp.sum(in_support * descending, axis=axis, keepdims=True)
    return xp.maximum(x - (kept - 1.0) / size, 0.0)


def prelu(xp: Any, x: Tensor, weight: Tensor, /) -> Tensor:
    x = floating(xp, x)
    return xp.where(x >= 0, x, weight * x)


def logit(xp: Any, x: Tensor, /, eps: float | None = None) -> Tensor:
    x = floating(xp, x)
    if eps is not None:
        x = xp.minimum(xp.maximum(x, eps), 1.0 - eps)
    return xp.log(x) - xp.log1p(-x)
