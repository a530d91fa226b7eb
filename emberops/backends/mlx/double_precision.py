"""exp, sin, cos and what rests on them to the precision of the dtype: MLX's own have less.

Its exp is off by fifty units in the last place of float32, its error function by more for small numbers, and in float64
most have single precision.  Its expm1, log1p and tan do not, and the others follow from them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import mlx.core as mx

from emberops.backends.composed.error_functions import (
    ERF_BORDER,
    ERF_FAR,
    ERF_NEAR,
    ERFC_END,
    ERFC_FARTHEST,
    ERFC_MIDDLE,
)

_COMPLEX = mx.complex64
_I0_BORDER = 30.0
_I0_SMALL = tuple((_I0_BORDER / 2) ** (2 * n) / math.factorial(n) ** 2 for n in range(75))
"""Abramowitz and Stegun, 9.6.12, in the square of the argument over its border."""
_I0_LARGE = tuple(
    math.prod((2 * k - 1) ** 2 / (8 * k * _I0_BORDER) for k in range(1, n + 1)) for n in range(20)
)
"""Abramowitz and Stegun, 9.7.1, in the border over the argument."""


def exp(x: mx.array) -> mx.array:
    """``e**x`` to a few units in the last place."""
    if x.dtype == mx.float32:
        return exp_of_single(x)
    grown: mx.array = _exp(x)  # type: ignore[assignment]  # its stub forgets what a custom function returns
    return grown


def exp_of_single(x: mx.array) -> mx.array:
    """``e**x`` of float32: of complex numbers MLX's own has all digits, and three steps are quickly built."""
    return mx.real(mx.exp(x.astype(_COMPLEX)))


@mx.custom_function
def _exp(x: mx.array) -> mx.array:
    # Of the absolute value: below zero, expm1 comes close to -1 and the digits of its distance are lost.  Of half of
    # it, for the reciprocal of a number that overflows is subnormal, and not zero.
    root = mx.expm1(mx.abs(x) / 2) + 1
    root = mx.where(x < 0, 1 / root, root)
    return root * root


@_exp.vjp
def _exp_vjp(_x: mx.array, cotangent: mx.array, result: mx.array) -> mx.array:
    return result * cotangent


@_exp.jvp
def _exp_jvp(x: mx.array, tangent: mx.array) -> mx.array:
    return exp(x) * tangent


def sin(x: mx.array) -> mx.array:
    """Sine, by the tangent."""
    height: mx.array = _sin(x)  # type: ignore[assignment]  # the stub forgets it, as in exp
    return height


@mx.custom_function
def _sin(x: mx.array) -> mx.array:
    slope = mx.abs(mx.tan(x))
    # Half of the angle knows the sign; a zero keeps its own.
    return mx.where(x == 0, x, mx.sign(mx.tan(x / 2)) * slope / mx.sqrt(1 + slope * slope))


@_sin.vjp
def _sin_vjp(x: mx.array, cotangent: mx.array, _result: mx.array) -> mx.array:
    return cos(x) * cotangent


@_sin.jvp
def _sin_jvp(x: mx.array, tangent: mx.array) -> mx.array:
    return cos(x) * tangent


def cos(x: mx.array) -> mx.array:
    """Cosine, by the tangent."""
    width: mx.array = _cos(x)  # type: ignore[assignment]  # the stub forgets it, as in exp
    return width


@mx.custom_function
def _cos(x: mx.array) -> mx.array:
    slope = mx.tan(x)
    # The signs of sine and tangent are known, so that of their quotient is.
    sign = mx.where(mx.abs(x) < 1, 1, mx.sign(slope) * mx.sign(mx.tan(x / 2)))
    return sign / mx.sqrt(1 + slope * slope)


@_cos.vjp
def _cos_vjp(x: mx.array, cotangent: mx.array, _result: mx.array) -> mx.array:
    return -sin(x) * cotangent


@_cos.jvp
def _cos_jvp(x: mx.array, tangent: mx.array) -> mx.array:
    return -sin(x) * tangent


def sigmoid(x: mx.array) -> mx.array:
    """``1 / (1 + exp(-x))``."""
    share: mx.array = _sigmoid(x)  # type: ignore[assignment]  # its stub forgets what a custom function returns
    return share


@mx.custom_function
def _sigmoid(x: mx.array) -> mx.array:
    return mx.reciprocal(mx.expm1(-x) + 2)


@_sigmoid.vjp
def _sigmoid_vjp(_x: mx.array, cotangent: mx.array, share: mx.array) -> mx.array:
    # By its own rule: that of the steps multiplies what overflows with what vanishes.
    return share * (1 - share) * cotangent


@_sigmoid.jvp
def _sigmoid_jvp(x: mx.array, tangent: mx.array) -> mx.array:
    share = sigmoid(x)
    return share * (1 - share) * tangent


def softplus(x: mx.array) -> mx.array:
    """``log(1 + exp(x))``."""
    grown: mx.array = _softplus(x)  # type: ignore[assignment]  # the stub forgets it here too
    return grown


@mx.custom_function
def _softplus(x: mx.array) -> mx.array:
    return mx.maximum(x, 0) + mx.log1p(exp(-mx.abs(x)))


@_softplus.vjp
def _softplus_vjp(x: mx.array, cotangent: mx.array, _grown: mx.array) -> mx.array:
    # By its own rule: at zero the steps have corners.
    return sigmoid(x) * cotangent


@_softplus.jvp
def _softplus_jvp(x: mx.array, tangent: mx.array) -> mx.array:
    return sigmoid(x) * tangent


def logaddexp(x1: mx.array, x2: mx.array) -> mx.array:
    """``log(exp(x1) + exp(x2))``."""
    larger = mx.maximum(x1, x2)
    # The difference of equal infinities would be NaN.
    distance = mx.where(x1 == x2, 0, mx.abs(x1 - x2))
    return larger + mx.log1p(exp(-distance))


def logsumexp(x: mx.array, axis: int | Sequence[int] | None, keepdims: bool) -> mx.array:
    """``log(sum(exp(x)))``."""
    largest = mx.max(x, axis, keepdims=True)
    largest = mx.where(mx.isinf(largest), 0, largest)
    total = mx.log(mx.sum(exp(x - largest), axis, keepdims=True)) + largest
    return total if keepdims else mx.squeeze(total, axis)


@mx.custom_function
def erf(x: mx.array) -> mx.array:
    """Error function."""
    size = mx.abs(x)
    return mx.where(size < ERF_BORDER, _erf_near(x), mx.sign(x) * (1 - _erfc_far(size)))


@erf.vjp
def _erf_vjp(x: mx.array, cotangent: mx.array, _result: mx.array) -> mx.array:
    return _slope(x) * cotangent


@erf.jvp
def _erf_jvp(x: mx.array, tangent: mx.array) -> mx.array:
    return _slope(x) * tangent


@mx.custom_function
def erfc(x: mx.array) -> mx.array:
    """Complementary error function, the small values of large ``x`` to full relative precision."""
    size = mx.abs(x)
    far = _erfc_far(size)
    return mx.where(size < ERF_BORDER, 1 - _erf_near(x), mx.where(x < 0, 2 - far, far))


@erfc.vjp
def _erfc_vjp(x: mx.array, cotangent: mx.array, _result: mx.array) -> mx.array:
    return -_slope(x) * cotangent


@erfc.jvp
def _erfc_jvp(x: mx.array, tangent: mx.array) -> mx.array:
    return -_slope(x) * tangent


def i0(x: mx.array) -> mx.array:
    """The modified Bessel function of order zero: the power series, beyond 30 the asymptotic one."""
    x = mx.abs(x)
    small = _sum_of_powers((mx.minimum(x, _I0_BORDER) / _I0_BORDER) ** 2, _I0_SMALL)
    large = mx.maximum(x, _I0_BORDER)
    series = _sum_of_powers(_I0_BORDER / large, _I0_LARGE)
    return mx.where(x <= _I0_BORDER, small, exp(large) / (math.sqrt(2 * math.pi) * mx.sqrt(large)) * series)


def _slope(x: mx.array) -> mx.array:
    """The derivative of the error function."""
    return 2 / math.sqrt(math.pi) * exp(-mx.square(x))


def _erf_near(x: mx.array) -> mx.array:
    return x * _quotient(mx.square(mx.minimum(mx.abs(x), ERF_BORDER)), ERF_NEAR)


def _erfc_far(size: mx.array) -> mx.array:
    size = mx.minimum(mx.maximum(size, ERF_BORDER), ERFC_END)
    inverse = 1 / mx.square(mx.maximum(size, ERF_FAR))
    farthest = (1 / math.sqrt(math.pi) - inverse * _quotient(inverse, ERFC_FARTHEST)) * mx.sqrt(inverse)
    scaled = mx.where(size <= ERF_FAR, _quotient(mx.minimum(size, ERF_FAR), ERFC_MIDDLE), farthest)
    # The square split in two, the larger part exact: what rounding loses of it the exponential would magnify.
    coarse = mx.floor(size * 16) / 16
    return scaled * exp(-coarse * coarse) * exp((coarse - size) * (coarse + size))


def _quotient(x: mx.array, coefficients: tuple[tuple[float, ...], tuple[float, ...]]) -> mx.array:
    """One polynomial over another: by a product of matrices, for elementwise steps compile one by one in C++."""
    powers = [mx.ones_like(x)]
    for _ in coefficients[0][1:]:
        powers.append(powers[-1] * x)
    values = mx.stack(powers, axis=-1) @ mx.array(coefficients, x.dtype).T
    return values[..., 0] / values[..., 1]


def _sum_of_powers(x: mx.array, coefficients: tuple[float, ...]) -> mx.array:
    """A polynomial, coefficients from the constant term up."""
    powers = [mx.ones_like(x)]
    for _ in coefficients[1:]:
        powers.append(powers[-1] * x)
    return mx.stack(powers, axis=-1) @ mx.array(coefficients, x.dtype)
