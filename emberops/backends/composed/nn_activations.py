"""Activation functions over any namespace."""

from __future__ import annotations

from math import pi, sqrt
from typing import Any

from emberops.backends.composed.error_functions import normal_share
from emberops.backends.support import reductions
from emberops.backends.support.scalars import as_number
from emberops.backends.support.shapes import as_axes
from emberops.typing import Axis
from emberops.typing import NativeTensor as Tensor

_SELU_ALPHA = 1.6732632423543772
_SELU_SCALE = 1.0507009873554805
_GELU_END = 35.0
"""Beyond it a number is there whole or not at all, and its cube may be infinite, in half precision too."""
_TANH_BORDER = 1.5
"""Up to here the fraction has converged, and beyond it a tangent leaves most of the number."""
_TANH_STEPS = 27


def floating(xp: Any, x: Tensor) -> Tensor:
    """``x`` as a tensor of floats: integers and booleans in the default float dtype."""
    return reductions.floating(xp, xp.asarray(x))


def real_floating(xp: Any, x: Tensor) -> Tensor:
    """``x`` as ``floating`` has it, for what orders its elements; complex ones are refused."""
    return floating(xp, reductions.real(xp.asarray(x)))


def relu(xp: Any, x: Tensor, /) -> Tensor:
    return xp.maximum(reductions.real(xp.asarray(x)), 0)


def relu6(xp: Any, x: Tensor, /) -> Tensor:
    return xp.minimum(relu(xp, x), 6)


def sigmoid(xp: Any, x: Tensor, /) -> Tensor:
    x = floating(xp, x)
    if _is_complex(xp, x):
        return _complex_sigmoid(xp, x)
    # exp of minus the absolute value cannot overflow.
    small = xp.exp(-xp.abs(x))
    return xp.where(x >= 0, 1.0, small) / (1.0 + small)


def _is_complex(xp: Any, x: Tensor) -> bool:
    """Whether a formula has to do without an order of numbers."""
    return bool(xp.isdtype(x.dtype, "complex floating"))


def _complex_sigmoid(xp: Any, x: Tensor) -> Tensor:
    above = xp.real(x) >= 0
    small = xp.exp(xp.where(above, -x, x))
    return xp.where(above, xp.ones_like(x), small) / (1.0 + small)


def softplus(xp: Any, x: Tensor, /) -> Tensor:
    x = real_floating(xp, x)
    return xp.maximum(x, 0.0) + xp.log1p(xp.exp(-xp.abs(x)))


def softsign(xp: Any, x: Tensor, /) -> Tensor:
    x = floating(xp, x)
    return x / (1.0 + xp.abs(x))


def soft_shrink(xp: Any, x: Tensor, /, threshold: float = 0.5) -> Tensor:
    x = real_floating(xp, x)
    return xp.where(x > threshold, x - threshold, xp.where(x < -threshold, x + threshold, x * 0.0))


def sparse_plus(xp: Any, x: Tensor, /) -> Tensor:
    x = real_floating(xp, x)
    return xp.where(x <= -1.0, x * 0.0, xp.where(x < 1.0, 0.25 * (x + 1.0) ** 2, x))


def silu(xp: Any, x: Tensor, /) -> Tensor:
    x = floating(xp, x)
    if _is_complex(xp, x):
        return x * _complex_sigmoid(xp, x)
    half = xp.exp(-0.5 * xp.abs(x))
    # Half of the exponential at a time: next to the smallest numbers, x makes more of the other half.
    return xp.where(x >= 0, x, xp.minimum(x, 0.0) * half * half) / (1.0 + half * half)


def log_sigmoid(xp: Any, x: Tensor, /) -> Tensor:
    return -xp.nn.softplus(-real_floating(xp, x))


def leaky_relu(xp: Any, x: Tensor, /, negative_slope: float = 0.2) -> Tensor:
    x = real_floating(xp, x)
    return xp.where(x >= 0, x, as_number(negative_slope) * x)


def hard_sigmoid(xp: Any, x: Tensor, /) -> Tensor:
    return relu6(xp, real_floating(xp, x) + 3.0) / 6.0


def hard_silu(xp: Any, x: Tensor, /) -> Tensor:
    x = real_floating(xp, x)
    return x * hard_sigmoid(xp, x)


def hard_tanh(xp: Any, x: Tensor, /) -> Tensor:
    return xp.minimum(xp.maximum(reductions.real(xp.asarray(x)), -1), 1)


def hard_shrink(xp: Any, x: Tensor, /, threshold: float = 0.5) -> Tensor:
    x = real_floating(xp, x)
    return xp.where(xp.abs(x) <= threshold, x * 0.0, x)


def elu(xp: Any, x: Tensor, /, alpha: float = 1.0) -> Tensor:
    x = real_floating(xp, x)
    return xp.where(x > 0, x, as_number(alpha) * xp.expm1(xp.minimum(x, 0.0)))


def selu(xp: Any, x: Tensor, /) -> Tensor:
    return _SELU_SCALE * elu(xp, x, _SELU_ALPHA)


def celu(xp: Any, x: Tensor, /, alpha: float = 1.0) -> Tensor:
    x, alpha = real_floating(xp, x), as_number(alpha)
    return xp.maximum(x, 0.0) + alpha * xp.expm1(xp.minimum(x, 0.0) / alpha)


def gelu(xp: Any, x: Tensor, /, approximate: bool = True) -> Tensor:
    x = real_floating(xp, x)
    if approximate:
        near = xp.minimum(xp.maximum(x, -_GELU_END), _GELU_END)
        # One and a hyperbolic tangent, halved: below zero they would cancel.
        return x * xp.nn.sigmoid(2.0 * sqrt(2.0 / pi) * (near + 0.044715 * near * near * near))
    return x * normal_share(xp, x)


def glu(xp: Any, x: Tensor, /, axis: int = -1) -> Tensor:
    x = floating(xp, x)
    if x.shape[axis] % 2:
        raise ValueError(f"ops.nn.glu: axis {axis} of x of shape {tuple(x.shape)} cannot be halved")
    values, gate = xp.split(x, 2, axis=axis)
    return values * xp.nn.sigmoid(gate)


def mish(xp: Any, x: Tensor, /) -> Tensor:
    x = real_floating(xp, x)
    # The tangent of a logarithm, in the exponential itself; by halves as in silu.
    half = xp.exp(-0.5 * xp.abs(x))
    small = half * half
    above = x * ((1.0 + 2.0 * small) / (1.0 + 2.0 * small + 2.0 * small * small))
    below = xp.minimum(x, 0.0) * half * half * ((small + 2.0) / (small * small + 2.0 * small + 2.0))
    return xp.where(x >= 0, above, below)


def tanh_shrink(xp: Any, x: Tensor, /) -> Tensor:
    x = floating(xp, x)
    if _is_complex(xp, x):
        return x - xp.tanh(x)
    close = xp.minimum(xp.maximum(x, -_TANH_BORDER), _TANH_BORDER)
    square = close * close
    fraction = square * 0.0
    for n in range(_TANH_STEPS, 1, -2):
        fraction = square / (n + fraction)
    # tanh(x) = x / (1 + fraction), Lambert's continued fraction: nothing cancels.
    return xp.where(xp.abs(x) < _TANH_BORDER, close * (fraction / (1.0 + fraction)), x - xp.tanh(x))


def threshold(xp: Any, x: Tensor, threshold: float, default_value: float, /) -> Tensor:
    x = reductions.real(xp.asarray(x))
    return xp.where(x > threshold, x, as_number(default_value))


def squareplus(xp: Any, x: Tensor, /, b: float = 4.0) -> Tensor:
    x = real_floating(xp, x)
    root = xp.hypot(x, xp.full_like(x, sqrt(b)))
    below = xp.where(x < 0, x, 0.0)
    # Of numbers below zero the sum would cancel; it has a product with the difference, b.
    return xp.where(x < 0, (0.25 * b) / (0.5 * root - 0.5 * below), 0.5 * x + 0.5 * root)


def sparse_sigmoid(xp: Any, x: Tensor, /) -> Tensor:
    return xp.minimum(xp.maximum(0.5 * (real_floating(xp, x) + 1.0), 0.0), 1.0)


def softmax(xp: Any, x: Tensor, /, axis: Axis = -1) -> Tensor:
    x = real_floating(xp, x)
    if 0 in x.shape:
        return _of_nothing(x, axis)
    raised, _ = _raised(xp, x, axis)
    return raised / xp.sum(raised, axis=axis, keepdims=True)


def _of_nothing(x: Tensor, axis: Axis) -> Tensor:
    """Shares of no elements: none, along an axis that there is."""
    as_axes(axis, x.ndim)
    return x


def _raised(xp: Any, x: Tensor, axis: Axis) -> tuple[Tensor, Tensor]:
    """The exponential of each number less the largest one, and that largest one."""
    as_axes(axis, x.ndim)  # NumPy takes the axis of a number that has none
    largest = xp.stop_gradient(xp.max(x, axis=axis, keepdims=True))
    shifted = x - largest
    # What rounding takes from the difference the exponential would magnify.
    finite = xp.isfinite(shifted)
    given, difference, top = (xp.stop_gradient(xp.where(finite, v, 0.0)) for v in (x, shifted, largest))
    back = difference - given
    lost = (given - (difference - back)) - (top + back)
    raised = xp.exp(shifted)
    return raised + raised * lost, largest


def log_softmax(xp: Any, x: Tensor, /, axis: Axis = -1) -> Tensor:
    x = real_floating(xp, x)
    if 0 in x.shape:
        return _of_nothing(x, axis)
    raised, largest = _raised(xp, x, axis)
    others = xp.sum(raised, axis=axis, keepdims=True) - 1.0
    # What the others add to the largest one, as they are without it: the logarithm of one and little is that little.
    first = xp.equal(x, largest)
    alone = xp.sum(xp.where(first, 0.0, raised), axis=axis, keepdims=True)
    alone = alone + (xp.sum(xp.astype(first, x.dtype), axis=axis, keepdims=True) - 1.0)
    return (x - largest) - xp.log1p(others + xp.stop_gradient(alone - others))


def softmin(xp: Any, x: Tensor, /, axis: Axis = -1) -> Tensor:
    return xp.nn.softmax(-real_floating(xp, x), axis=axis)


def sparsemax(xp: Any, x: Tensor, /, axis: int = -1) -> Tensor:
    x = real_floating(xp, x)
    if 0 in x.shape:
        return _of_nothing(x, axis)
    n = x.shape[axis]
    # Less the largest one, which changes nothing but what rounding takes from one more than a large number.
    x = x - xp.stop_gradient(xp.max(x, axis=axis, keepdims=True))
    descending = xp.flip(xp.sort(x, axis=axis), axis=axis)
    sums = xp.cumulative_sum(descending, axis=axis)
    shape = tuple(n if i == axis % x.ndim else 1 for i in range(x.ndim))
    places = xp.reshape(xp.arange(1, n + 1, dtype=x.dtype), shape)
    in_support = xp.astype(1.0 + places * descending > sums, x.dtype)
    size = xp.sum(in_support, axis=axis, keepdims=True)
    kept = xp.sum(in_support * descending, axis=axis, keepdims=True)
    return xp.maximum(x - (kept - 1.0) / size, 0.0)


def prelu(xp: Any, x: Tensor, weight: Tensor, /) -> Tensor:
    x = real_floating(xp, x)
    return xp.where(x >= 0, x, weight * x)


def logit(xp: Any, x: Tensor, /, eps: float | None = None) -> Tensor:
    x = real_floating(xp, x)
    if eps is not None:
        x = xp.minimum(xp.maximum(x, eps), 1.0 - eps)
    # Near the half both logarithms are nearly the same: there it is that of the quotient.
    central = xp.logical_and(x >= 0.25, x <= 0.75)
    middle = xp.where(central, x, 0.5)
    return xp.where(central, xp.log1p((2.0 * middle - 1.0) / (1.0 - middle)), xp.log(x) - xp.log1p(-x))
