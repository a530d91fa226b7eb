"""exp, sin, cos and what rests on them to the precision of the dtype: MLX's own have less.

Its exp is off by fifty units in the last place of float32, its error function by more for small numbers, and in float64
most have single precision.  Its expm1, log1p and tan do not, and the others follow from them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import mlx.core as mx

# W. J. Cody, Rational Chebyshev approximations for the error function, 1969: numerators and denominators of erf(x) / x
# in x**2, of erfc(x) * exp(x**2) in x, and of its difference from 1 / sqrt(pi) in 1 / x**2; from the constant terms up.
_BORDER, _FAR, _NOTHING_LEFT = 0.46875, 4.0, 30.0
_NEAR = (
    (
        3209.3775891384694635,
        377.48523768530202055,
        113.86415415105015624,
        3.1611237438705656,
        0.18577770618460315,
    ),
    (2844.2368334391706222, 1282.6165260773722764, 244.02463793444417, 23.601290952344122, 1.0),
)
_MIDDLE = (
    (
        *(1230.3393547979972, 2051.0783778260715, 1712.0476126340706, 881.95222124176909, 298.63513819740013),
        *(66.11919063714163, 8.8831497943883759, 0.56418849698867009, 2.15311535474403846e-8),
    ),
    (
        *(1230.3393548037494, 3439.3676741437217, 4362.6190901432472, 3290.7992357334596, 1621.3895745666902),
        *(537.18110186200986, 117.69395089131249, 15.744926110709835, 1.0),
    ),
)
_FARTHEST = (
    (
        *(6.58749161529837803e-4, 1.60837851487422766e-2, 1.25781726111229246e-1),
        *(3.60344899949804439e-1, 3.05326634961232344e-1, 1.63153871373020978e-2),
    ),
    (
        *(2.33520497626869185e-3, 6.05183413124413191e-2, 5.27905102951428412e-1),
        *(1.87295284992346047, 2.56852019228982242, 1.0),
    ),
)

_I0_BORDER = 30.0
_I0_SMALL = tuple((_I0_BORDER / 2) ** (2 * n) / math.factorial(n) ** 2 for n in range(75))
"""Abramowitz and Stegun, 9.6.12, in the square of the argument over its border."""
_I0_LARGE = tuple(
    math.prod((2 * k - 1) ** 2 / (8 * k * _I0_BORDER) for k in range(1, n + 1)) for n in range(20)
)
"""Abramowitz and Stegun, 9.7.1, in the border over the argument."""


def exp(x: mx.array) -> mx.array:
    """``e**x`` to a few units in the last place."""
    grown: mx.array = _exp(x)  # type: ignore[assignment]  # its stub forgets what a custom function returns
    return grown


@mx.custom_function
def _exp(x: mx.array) -> mx.array:
    # Of the absolute value: below zero, expm1 comes close to -1 and the digits of its distance are lost.
    grown = mx.expm1(mx.abs(x)) + 1
    # What is too small for a normal number's reciprocal is left to MLX.
    return mx.where(x < 0, mx.where(mx.isinf(grown), mx.exp(x), 1 / grown), grown)


@_exp.vjp
def _exp_vjp(_x: mx.array, cotangent: mx.array, result: mx.array) -> mx.array:
    return result * cotangent


@_exp.jvp
def _exp_jvp(x: mx.array, tangent: mx.array) -> mx.array:
    return exp(x) * tangent


def sin(x: mx.array) -> mx.array:
    """Sine, by the tangent of half the angle."""
    half = mx.tan(x / 2)
    return 2 * half / (1 + half * half)


def cos(x: mx.array) -> mx.array:
    """Cosine, by the tangent of half the angle."""
    half = mx.tan(x / 2)
    return (1 - half) * (1 + half) / (1 + half * half)


def sigmoid(x: mx.array) -> mx.array:
    """``1 / (1 + exp(-x))``."""
    small = exp(-mx.abs(x))
    return mx.where(x < 0, small, 1) / (1 + small)


def softmax(x: mx.array, axis: int | Sequence[int] | None) -> mx.array:
    """``exp(x) / sum(exp(x))``."""
    grown = exp(x - mx.max(x, axis, keepdims=True))
    return grown / mx.sum(grown, axis, keepdims=True)


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
    return mx.where(size < _BORDER, _erf_near(x), mx.sign(x) * (1 - _erfc_far(size)))


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
    return mx.where(size < _BORDER, 1 - _erf_near(x), mx.where(x < 0, 2 - far, far))


@erfc.vjp
def _erfc_vjp(x: mx.array, cotangent: mx.array, _result: mx.array) -> mx.array:
    return -_slope(x) * cotangent


@erfc.jvp
def _erfc_jvp(x: mx.array, tangent: mx.array) -> mx.array:
    return -_slope(x) * tangent


def erfinv(x: mx.array) -> mx.array:
    """Inverse of the error function: MLX's, polished by a step of Newton's method."""
    guess = mx.erfinv(x)
    size = mx.abs(x)
    # In the tails by what is left to one, which is exact there.
    near: mx.array = erf(guess) - x  # type: ignore[operator]  # its stub forgets what a custom function returns
    left: mx.array = (1 - size) - erfc(mx.abs(guess))  # type: ignore[operator]  # as above
    missed = mx.where(size < 0.5, near, mx.sign(x) * left)
    return mx.where(mx.isfinite(guess), guess - missed / _slope(guess), guess)


def i0(x: mx.array) -> mx.array:
    """The modified Bessel function of order zero: the power series, beyond 30 the asymptotic one."""
    x = mx.abs(x)
    small = _sum_of_powers((mx.minimum(x, _I0_BORDER) / _I0_BORDER) ** 2, _I0_SMALL)
    large = mx.maximum(x, _I0_BORDER)
    series = _sum_of_powers(_I0_BORDER / large, _I0_LARGE)
    return mx.where(x <= _I0_BORDER, small, exp(large) / mx.sqrt(2 * math.pi * large) * series)


def _slope(x: mx.array) -> mx.array:
    """The derivative of the error function."""
    return 2 / math.sqrt(math.pi) * exp(-mx.square(x))


def _erf_near(x: mx.array) -> mx.array:
    return x * _quotient(mx.square(mx.minimum(mx.abs(x), _BORDER)), _NEAR)


def _erfc_far(size: mx.array) -> mx.array:
    size = mx.minimum(mx.maximum(size, _BORDER), _NOTHING_LEFT)
    inverse = 1 / mx.square(mx.maximum(size, _FAR))
    farthest = (1 / math.sqrt(math.pi) - inverse * _quotient(inverse, _FARTHEST)) * mx.sqrt(inverse)
    scaled = mx.where(size <= _FAR, _quotient(mx.minimum(size, _FAR), _MIDDLE), farthest)
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
