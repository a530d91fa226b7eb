"""The gamma function's logarithm, its derivatives and its incomplete integrals, in arithmetic alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from emberops.backends.composed.exact_products import product_error
from emberops.backends.composed.gauss_legendre import POINTS, WEIGHTS
from emberops.backends.support.known_values import known
from emberops.backends.support.operands import together
from emberops.backends.support.reductions import at_least_single, floating
from emberops.errors import DTypeError

__all__ = ["betainc", "digamma", "gammainc", "gammaincc", "lgamma", "polygamma"]

_EULER = 0.57721566490153286061
_STIRLING_FROM = 8.5
_STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156)
"""Abramowitz and Stegun, 6.1.41."""
_DIGAMMA_FROM = 10
_DIGAMMA = (-1 / 12, 1 / 120, -1 / 252, 1 / 240, -1 / 132, 691 / 32760, -1 / 12)
"""Abramowitz and Stegun, 6.3.18."""
# Boost's digamma between 1 and 2: the quotient of the function and the distance from its root, less a constant, is a
# rational function of what lies above one.  The root: the nearest number of either precision, and the rest.
_ROOT = {32: (1.4616321325302124, 1.2438149938918909e-08), 64: (1.4616321449683622, 9.549995429965697e-17)}
_SLOPE = 0.99558162689208984
_RISE = (
    *(0.25479851061131551, -0.32555031186804491, -0.65031853770896507),
    *(-0.28919126444774784, -0.045251321448739056, -0.0020713321167745952),
)
_RISE_BELOW = (
    *(1.0, 2.0767117023730469, 1.4606242909763515, 0.43593529692665969),
    *(0.054151797245674225, 0.0021284987017821144, -0.55789841321675513e-6),
)
_BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510)
_ZETA_FROM = 12
_MOST_STEPS = 150
_MOST_BETA_STEPS = 64
"""Of two parts each; a compiler unrolls them all."""
_WIDE = 100.0
"""From here on the incomplete gamma function is a Gaussian quadrature, for its fractions converge slowly."""
_TINY = 1e-30
_BETA_STEPS = 9
"""From arguments of zero to those of which Stirling's formula is right."""


def _zeta(s: int) -> float:
    """Riemann's zeta function less its first term, by Euler's and Maclaurin's formula."""
    n = 50.0
    rest: float = (
        n ** (1 - s) / (s - 1)
        + n**-s / 2
        + s * n ** (-s - 1) / 12
        - s * (s + 1) * (s + 2) * n ** (-s - 3) / 720
        + s * (s + 1) * (s + 2) * (s + 3) * (s + 4) * n ** (-s - 5) / 30240
    )
    first: float = math.fsum(float(k) ** -s for k in range(2, int(n)))
    return first + rest


_AT_TWO = (0.0, 1 - _EULER, *((-1) ** k * _zeta(k) / k for k in range(2, 29)))
"""The logarithm of the gamma function around 2, from the constant term up (Abramowitz and Stegun, 6.1.33)."""


@at_least_single
def lgamma(xp: Any, x: Any, /) -> Any:
    given = _real(xp, x)
    x = xp.where(xp.isfinite(given), given, 1.0)
    mirrored = x < 0.0
    found = _lgamma_positive(xp, xp.where(mirrored, 1.0 - x, x))
    height = xp.abs(xp.sin(math.pi * (x - xp.round(x))))
    height = xp.where(xp.logical_and(mirrored, height > 0.0), height, 1.0)
    found = xp.where(mirrored, math.log(math.pi) - xp.log(height) - found, found)
    pole = xp.logical_and(x <= 0.0, x == xp.round(x))
    found = xp.where(xp.logical_or(pole, xp.isinf(given)), math.inf, found)
    return xp.where(xp.isnan(given), math.nan, found)


def _lgamma_positive(xp: Any, x: Any) -> Any:
    large = xp.maximum(x, _STIRLING_FROM)
    far = (large - 0.5) * xp.log(large) - large + 0.5 * math.log(2 * math.pi) + _stirling_rest(large)
    # Down to [0.5, 2.5] by steps of one; what they multiply has a logarithm of the same sign, so nothing cancels.
    near, product = xp.minimum(x, _STIRLING_FROM), xp.ones_like(x)
    for _ in range(6):
        above = near > 2.5
        near = xp.where(above, near - 1.0, near)
        product = xp.where(above, product * near, product)
    around_two, around_zero = near >= 1.5, near < 0.5
    z = xp.where(around_two, near - 2.0, xp.where(around_zero, near, near - 1.0))
    close = _polynomial(z, _AT_TWO) - xp.where(around_two, 0.0, xp.log1p(xp.where(around_two, 0.0, z)))
    close = close - xp.where(
        around_zero, xp.log(xp.where(xp.logical_and(around_zero, near > 0.0), near, 1.0)), 0.0
    )
    return xp.where(x > _STIRLING_FROM, far, close + xp.log(product))


def _stirling_rest(x: Any) -> Any:
    inverse = 1.0 / x
    return inverse * _polynomial(inverse * inverse, _STIRLING)


@at_least_single
def digamma(xp: Any, x: Any, /) -> Any:
    x = _real(xp, x)
    mirrored = x < 0.0
    y = xp.where(mirrored, 1.0 - x, x)
    zero = y == 0.0
    y = start = xp.where(zero, 1.0, y)
    found = xp.zeros_like(y)
    for _ in range(_DIGAMMA_FROM):
        below = y < _DIGAMMA_FROM
        found = found - xp.where(below, 1.0 / y, 0.0)
        y = xp.where(below, y + 1.0, y)
    square = 1.0 / (y * y)
    found = found + xp.log(y) - 0.5 / y + square * _polynomial(square, _DIGAMMA)
    near = xp.logical_and(start >= 1.0, start <= 2.0)
    found = xp.where(near, digamma_from_one_to_two(xp, start), found)
    turn = x - xp.round(x)
    pole = xp.logical_and(mirrored, turn == 0.0)
    turn = xp.where(xp.logical_and(mirrored, turn != 0.0), turn, 0.25)
    found = xp.where(mirrored, found - math.pi * _cotangent(xp, turn), found)
    found = xp.where(zero, xp.copysign(xp.full_like(found, math.inf), -x), found)
    return xp.where(pole, math.nan, found)


def digamma_from_one_to_two(xp: Any, x: Any) -> Any:
    """To the last digits next to the root too, by the distance from it; of any other number something finite."""
    x = xp.minimum(xp.maximum(x, 1.0), 2.0)
    root, rest = _ROOT[max(xp.finfo(x.dtype).bits, 32)]
    slope = _SLOPE + _polynomial(x - 1.0, _RISE) / _polynomial(x - 1.0, _RISE_BELOW)
    return (x - root) * slope - rest * slope  # a compiler might take both parts of the root from x at once


def _cotangent(xp: Any, turn: Any) -> Any:
    """The cotangent of ``pi * turn``, of half a turn at most; beyond a quarter the tangent of what is left."""
    steep = xp.abs(turn) > 0.25
    slope = xp.tan(math.pi * xp.where(steep, xp.copysign(0.5 - xp.abs(turn), turn), turn))
    return xp.where(steep, slope, 1.0 / xp.where(steep, 1.0, slope))


def polygamma(xp: Any, n: int, x: Any, /) -> Any:
    if n < 0:
        raise ValueError(f"polygamma: the order {n} is negative")
    if n == 0:
        return xp.digamma(x)
    x = _real(xp, x)
    sign = (-1.0) ** (n + 1)
    mirrored = x < 0.0
    y = xp.where(mirrored, 1.0 - x, x)
    within = xp.logical_and(y > 0.0, y < math.inf)
    found = sign * math.factorial(n) * _hurwitz(xp, n + 1, xp.where(within, y, 1.0))
    found = xp.where(within, found, 0.0)
    inside = xp.logical_and(mirrored, within)
    turn = xp.where(inside, x, 0.25)
    turn = turn - xp.round(turn)
    pole = xp.logical_or(x == 0.0, xp.logical_and(mirrored, xp.logical_or(turn == 0.0, x == -math.inf)))
    cotangent = _cotangent(xp, xp.where(turn == 0.0, 0.25, turn))
    slope = math.pi ** (n + 1) * _polynomial(cotangent, _derivative_of_cotangent(n))
    found = xp.where(inside, -sign * found - slope, found)
    found = xp.where(pole, sign * math.inf, found)
    return xp.where(x == x, found, x)  # noqa: PLR0124 - false of NaN


def _derivative_of_cotangent(n: int) -> tuple[float, ...]:
    """The ``n``-th derivative as a polynomial of the cotangent, whose own is ``-(1 + cot(x)**2)``."""
    coefficients = [0.0, 1.0]
    for _ in range(n):
        slopes = [k * value for k, value in enumerate(coefficients)][1:]
        padded = [*slopes, 0.0, 0.0]
        coefficients = [-value - (padded[k - 2] if k > 1 else 0.0) for k, value in enumerate(padded)]
    return tuple(coefficients)


def _hurwitz(xp: Any, s: int, x: Any) -> Any:
    """Hurwitz's zeta function, by Euler's and Maclaurin's formula."""
    total = sum((xp.pow(x + float(k), float(-s)) for k in range(_ZETA_FROM)), xp.zeros_like(x))
    y = x + float(_ZETA_FROM)
    last = xp.pow(y, float(-s))
    rest, factor, inverse = y / float(s - 1) + 0.5, 1.0, 1.0 / y
    for j, number in enumerate(_BERNOULLI, 1):
        factor *= (s + 2 * j - 2) * (s + 2 * j - 3 if j > 1 else 1) / ((2 * j) * (2 * j - 1))
        rest = rest + number * factor * inverse
        inverse = inverse / (y * y)
    return total + last * rest


def gammainc(xp: Any, a: Any, x: Any, /) -> Any:
    return _incomplete(xp, a, x)[0]


def gammaincc(xp: Any, a: Any, x: Any, /) -> Any:
    return _incomplete(xp, a, x)[1]


def _incomplete(xp: Any, a: Any, x: Any) -> tuple[Any, Any]:
    """Both regularized integrals, each computed where it is the smaller one (Press et al. 2007, 6.2)."""
    a, x = together(xp, *_floats(xp, a, x))
    if xp.finfo(x.dtype).bits < 32:  # whose powers overflow
        single = _incomplete(xp, xp.astype(a, "float32"), xp.astype(x, "float32"))
        return xp.astype(single[0], x.dtype), xp.astype(single[1], x.dtype)
    finite = xp.logical_and(xp.isfinite(a), xp.isfinite(x))
    sound = xp.logical_and(xp.logical_and(a > 0.0, x > 0.0), finite)
    a_, x_ = xp.where(sound, a, 1.0), xp.where(sound, x, 1.0)
    narrow, below = a_ <= _WIDE, x_ < a_ + 1.0
    an, xn = xp.where(narrow, a_, 1.0), xp.where(narrow, x_, 1.0)
    front = _front(xp, an, xn)
    series = front * _series(xp, an, xp.where(below, xn, 0.5 * an)) / an
    fraction = front * _fraction(xp, an, xp.where(below, an + 2.0, xn))
    aw, xw = xp.where(narrow, 2 * _WIDE, a_), xp.where(narrow, 2 * _WIDE, x_)
    wide = _front(xp, aw, xw) * _quadrature(xp, aw, xw)
    beyond = x_ > a_ - 1.0  # the peak of what is integrated
    lower = xp.where(narrow, xp.where(below, series, 1.0 - fraction), xp.where(beyond, 1.0 - wide, -wide))
    upper = xp.where(narrow, xp.where(below, 1.0 - series, fraction), xp.where(beyond, wide, 1.0 + wide))
    all_of_it = xp.logical_or(xp.logical_and(a == 0.0, x > 0.0), xp.logical_and(a > 0.0, x == math.inf))
    none = xp.logical_and(a > 0.0, x == 0.0)
    edge_lower = xp.where(all_of_it, 1.0, xp.where(none, 0.0, xp.full_like(lower, math.nan)))
    return xp.where(sound, lower, edge_lower), xp.where(sound, upper, 1.0 - edge_lower)


def _floats(xp: Any, *operands: Any) -> list[Any]:
    return [_real(xp, x) if hasattr(x, "dtype") else float(x) for x in operands]


def _real(xp: Any, x: Any) -> Any:
    """``x`` in a float dtype.

    Raises
    ------
    DTypeError
        If it is complex.
    """
    x = floating(xp, x)
    if xp.isdtype(x.dtype, "complex floating"):
        raise DTypeError("it is defined for real numbers, and not for complex ones")
    return x


def _front(xp: Any, a: Any, x: Any) -> Any:
    """``x**a * exp(-x) / gamma(a)``, for large ``a`` about ``(x/a)**a * exp(a-x) * sqrt(a/2/pi)``."""
    far = xp.maximum(a, _STIRLING_FROM)
    # Powers magnify what rounding takes from the quotient.  Half of each at a time, for one may overflow.
    ratio = x / far
    limit = math.log(float(xp.finfo(x.dtype).max))
    logarithm = xp.log(xp.where(ratio > 0.0, ratio, 1.0))
    extreme = far * xp.maximum(xp.abs(logarithm), xp.abs(1.0 - ratio)) > limit
    middle = xp.where(extreme, far, x)
    ratio = middle / far
    missed = (middle - ratio * far - product_error(xp, ratio, far)) / middle
    half = xp.pow(ratio, far / 2.0) * xp.exp((far - middle) / 2.0)
    power = half * half * (1.0 + far * missed)
    # Where a power vanishes or overflows, its logarithm less that of the exponential does not.
    away = (x - far) / far
    close = xp.abs(away) < 0.5
    logarithm = xp.where(close, xp.log1p(xp.where(close, away, 0.0)), logarithm)
    power = xp.where(extreme, xp.exp(-far * (away - logarithm)), power)
    large = power * xp.exp(-_stirling_rest(far)) * xp.sqrt(far / (2 * math.pi))
    near = xp.minimum(
        x, 4.0 * limit
    )  # beyond it the exponential leaves nothing, and the power may be infinite
    half = xp.pow(near, xp.minimum(a, _STIRLING_FROM) / 2.0) * xp.exp(-near / 2.0)
    return xp.where(a > _STIRLING_FROM, large, half * half * xp.exp(-xp.lgamma(a)))


def _series(xp: Any, a: Any, x: Any) -> Any:
    term = total = xp.ones_like(a + x)
    for n in range(1, _MOST_STEPS):
        term = term * x / (a + float(n))
        total = total + term
        if known(xp, xp.all(term <= total * 1e-17)):
            break
    return total


def _fraction(xp: Any, a: Any, x: Any) -> Any:
    """Lentz's evaluation of the continued fraction."""
    b = x + 1.0 - a
    c, d = xp.full_like(b, 1 / _TINY), 1.0 / b
    found = d
    for n in range(1, _MOST_STEPS):
        step = -n * (n - a)
        b = b + 2.0
        d = 1.0 / _not_zero(xp, step * d + b)
        c = _not_zero(xp, b + step / c)
        found = found * d * c
        if known(xp, xp.all(xp.abs(d * c - 1.0) < 1e-16)):
            break
    return found


def _not_zero(xp: Any, x: Any) -> Any:
    return xp.where(xp.abs(x) < _TINY, _TINY, x)


def _quadrature(xp: Any, a: Any, x: Any) -> Any:
    """The integral from ``x`` to where nothing is left over what is integrated at ``x``; below the peak negative."""
    peak = a - 1.0
    width = xp.sqrt(peak)
    above = xp.maximum(peak + 11.5 * width, x + 6.0 * width)
    under = xp.maximum(xp.minimum(peak - 7.5 * width, x - 5.0 * width), 0.0)
    # The exponent falls at least as quickly as it does at first.
    rate = xp.abs(peak / x - 1.0)
    reach = 40.0 / xp.where(rate > 0.0, rate, 1.0)
    reach = xp.where(rate > 0.0, reach, x)
    end = xp.where(x > peak, xp.minimum(above, x + reach), xp.maximum(under, x - reach))
    total = xp.zeros_like(peak)
    for point, weight in zip(POINTS, WEIGHTS, strict=True):
        further = (end - x) * point
        away = xp.maximum(further / x, -1.0 + 1e-7)
        total = total + weight * xp.exp(peak * xp.log1p(away) - further)
    return total * ((end - x) / x)


def betainc(xp: Any, a: Any, b: Any, x: Any, /) -> Any:
    a, b, x = together(xp, *_floats(xp, a, b, x))
    a, b, x = xp.broadcast_arrays(a, b, x)
    sound = xp.logical_and(xp.logical_and(a > 0.0, b > 0.0), xp.logical_and(x > 0.0, x < 1.0))
    a_, b_, x_ = (xp.where(sound, v, other) for v, other in ((a, 1.0), (b, 1.0), (x, 0.5)))
    # The fraction converges quickly on the side of the mean that is turned to zero.
    turned = x_ > (a_ + 1.0) / (a_ + b_ + 2.0)
    p, q = xp.where(turned, b_, a_), xp.where(turned, a_, b_)
    at, rest = xp.where(turned, 1.0 - x_, x_), xp.where(turned, x_, 1.0 - x_)
    front = _beta_front(xp, p, q, at, rest) / p
    tail = front * _beta_fraction(xp, p, q, at)
    edge = xp.where(x == 0.0, 0.0, xp.where(x == 1.0, 1.0, xp.full_like(tail, math.nan)))
    edge = xp.where(xp.logical_and(a > 0.0, b > 0.0), edge, math.nan)
    return xp.where(sound, xp.where(turned, 1.0 - tail, tail), edge)


def _beta_front(xp: Any, a: Any, b: Any, x: Any, rest: Any) -> Any:
    """``x**a * rest**b / beta(a, b)``: Stirling's formula of larger arguments, with what the steps to them multiply."""
    far_a, far_b = a + float(_BETA_STEPS), b + float(_BETA_STEPS)
    both = far_a + far_b
    product = xp.sqrt(far_a / both * far_b / (2 * math.pi))
    for k in range(_BETA_STEPS):
        sum_ = a + b + 2.0 * k
        product = (
            product
            * ((a + float(k)) / sum_ * (both / far_a))
            * ((b + float(k)) / (sum_ + 1.0) * (both / far_b))
        )
    product = product * xp.exp(_stirling_rest(both) - _stirling_rest(far_a) - _stirling_rest(far_b))
    # Half of each power at a time, for one may vanish and the other overflow.
    half = xp.pow(x * (both / far_a), a / 2.0) * xp.pow(rest * (both / far_b), b / 2.0)
    return product * half * half


def _beta_fraction(xp: Any, a: Any, b: Any, x: Any) -> Any:
    """Lentz's evaluation of the continued fraction (Press et al. 2007, 6.4); NaN where it has not converged."""
    c = xp.ones_like(x)
    d = 1.0 / _not_zero(xp, 1.0 - (a + b) * x / (a + 1.0))
    found = d
    change = d
    for m in range(1, _MOST_BETA_STEPS):
        for step in (
            m * (b - m) * x / ((a - 1.0 + 2 * m) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 1.0 + 2 * m)),
        ):
            d = 1.0 / _not_zero(xp, 1.0 + step * d)
            c = _not_zero(xp, 1.0 + step / c)
            change = d * c
            found = found * change
        if known(xp, xp.all(xp.abs(change - 1.0) < 1e-16)):
            break
    return xp.where(xp.abs(change - 1.0) < 1e-5, found, math.nan)


def _polynomial(x: Any, coefficients: Sequence[float]) -> Any:
    """Horner's scheme; coefficients from the constant term up."""
    value = x * coefficients[-1] + coefficients[-2]
    for coefficient in reversed(coefficients[:-2]):
        value = value * x + coefficient
    return value
