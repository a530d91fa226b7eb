"""The gamma function's logarithm, its derivatives and its incomplete integrals, in arithmetic alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from emberops.backends.support.known_values import known
from emberops.backends.support.operands import together
from emberops.backends.support.reductions import floating
from emberops.errors import DTypeError

__all__ = ["betainc", "digamma", "gammainc", "gammaincc", "lgamma", "polygamma"]

_EULER = 0.57721566490153286061
_STIRLING_FROM = 8.5
_STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156)
"""Abramowitz and Stegun, 6.1.41."""
_DIGAMMA_FROM = 10
_DIGAMMA = (-1 / 12, 1 / 120, -1 / 252, 1 / 240, -1 / 132, 691 / 32760, -1 / 12)
"""Abramowitz and Stegun, 6.3.18."""
_BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510)
_ZETA_FROM = 12
_MOST_STEPS = 150
_MOST_BETA_STEPS = 64
"""Of two parts each; a compiler unrolls them all."""
_WIDE = 100.0
"""From here on the incomplete gamma function is a Gaussian quadrature, for its fractions converge slowly."""
_NODES, _WEIGHTS = (tuple(map(float, v)) for v in np.polynomial.legendre.leggauss(40))
_TINY = 1e-30


def _zeta(s: int) -> float:
    """Riemann's zeta function less its first term, by Euler's and Maclaurin's formula."""
    n = 50.0
    rest: float = (
        n ** (1 - s) / (s - 1)
        + n**-s / 2
        + s * n ** (-s - 1) / 12
        - s * (s + 1) * (s + 2) * n ** (-s - 3) / 720
    )
    first: float = math.fsum(float(k) ** -s for k in range(2, int(n)))
    return first + rest


_AT_TWO = (0.0, 1 - _EULER, *((-1) ** k * _zeta(k) / k for k in range(2, 29)))
"""The logarithm of the gamma function around 2, from the constant term up (Abramowitz and Stegun, 6.1.33)."""


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
    z = near - xp.where(around_two, 2.0, xp.where(around_zero, 0.0, 1.0))
    close = _polynomial(z, _AT_TWO) - xp.where(around_two, 0.0, xp.log1p(xp.where(around_two, 0.0, z)))
    close = close - xp.where(
        around_zero, xp.log(xp.where(xp.logical_and(around_zero, near > 0.0), near, 1.0)), 0.0
    )
    return xp.where(x > _STIRLING_FROM, far, close + xp.log(product))


def _stirling_rest(x: Any) -> Any:
    inverse = 1.0 / x
    return inverse * _polynomial(inverse * inverse, _STIRLING)


def digamma(xp: Any, x: Any, /) -> Any:
    x = _real(xp, x)
    mirrored = x < 0.0
    y = xp.where(mirrored, 1.0 - x, x)
    zero = y == 0.0
    y = xp.where(zero, 1.0, y)
    found = xp.zeros_like(y)
    for _ in range(_DIGAMMA_FROM):
        below = y < _DIGAMMA_FROM
        found = found - xp.where(below, 1.0 / y, 0.0)
        y = xp.where(below, y + 1.0, y)
    square = 1.0 / (y * y)
    found = found + xp.log(y) - 0.5 / y + square * _polynomial(square, _DIGAMMA)
    turn = x - xp.round(x)
    pole = xp.logical_and(mirrored, turn == 0.0)
    slope = xp.tan(math.pi * xp.where(xp.logical_and(mirrored, turn != 0.0), turn, 0.25))
    found = xp.where(mirrored, found - math.pi / slope, found)
    found = xp.where(zero, xp.copysign(xp.full_like(found, math.inf), -x), found)
    return xp.where(pole, math.nan, found)


def polygamma(xp: Any, n: int, x: Any, /) -> Any:
    if n < 0:
        raise ValueError(f"polygamma: the order {n} is negative")
    if n == 0:
        return xp.digamma(x)
    x = _real(xp, x)
    positive = xp.where(x > 0.0, x, 1.0)
    zeta = _hurwitz(xp, n + 1, positive)
    found = (-1.0) ** (n + 1) * math.factorial(n) * zeta
    return xp.where(x > 0.0, found, xp.where(x == 0.0, (-1.0) ** (n + 1) * math.inf, math.nan))


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
    finite = xp.logical_and(xp.isfinite(a), xp.isfinite(x))
    sound = xp.logical_and(xp.logical_and(a > 0.0, x > 0.0), finite)
    a_, x_ = xp.where(sound, a, 1.0), xp.where(sound, x, 1.0)
    narrow, below = a_ <= _WIDE, x_ < a_ + 1.0
    an, xn = xp.where(narrow, a_, 1.0), xp.where(narrow, x_, 1.0)
    front = _front(xp, an, xn)
    series = front * _series(xp, an, xp.where(below, xn, 0.5 * an)) / an
    fraction = front * _fraction(xp, an, xp.where(below, an + 2.0, xn))
    wide = _quadrature(xp, xp.where(narrow, 2 * _WIDE, a_), xp.where(narrow, 2 * _WIDE, x_))
    beyond = x_ > a_ - 1.0  # the peak of what is integrated
    lower = xp.where(narrow, xp.where(below, series, 1.0 - fraction), xp.where(beyond, 1.0 - wide, -wide))
    upper = xp.where(narrow, xp.where(below, 1.0 - series, fraction), xp.where(beyond, wide, 1.0 + wide))
    all_of_it = xp.logical_or(xp.logical_and(a == 0.0, x > 0.0), xp.logical_and(a > 0.0, x == math.inf))
    none = xp.logical_and(a > 0.0, x == 0.0)
    edge_lower = xp.where(all_of_it, 1.0, xp.where(none, 0.0, math.nan))
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
    """``x**a * exp(-x) / gamma(a)``; for large ``a`` by the distance of the two, which is what has digits there."""
    far = xp.maximum(a, _STIRLING_FROM)
    away = (x - far) / far
    large = xp.exp(-far * (away - xp.log1p(away)) - _stirling_rest(far)) * xp.sqrt(far / (2 * math.pi))
    small = xp.exp(a * xp.log(x) - x - xp.lgamma(a))
    return xp.where(a > _STIRLING_FROM, large, small)


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
    """The integral from ``x`` to where nothing is left, above the peak positive, below it negative."""
    peak = a - 1.0
    width = xp.sqrt(peak)
    above = xp.maximum(peak + 11.5 * width, x + 6.0 * width)
    under = xp.maximum(xp.minimum(peak - 7.5 * width, x - 5.0 * width), 0.0)
    end = xp.where(x > peak, above, under)
    total = xp.zeros_like(peak)
    for node, weight in zip(_NODES, _WEIGHTS, strict=True):
        away = (x + (end - x) * (0.5 * (node + 1.0)) - peak) / peak
        away = xp.maximum(away, -1.0 + 1e-7)
        total = total + 0.5 * weight * xp.exp(-peak * (away - xp.log1p(away)))
    return total * (end - x) * xp.exp(-_stirling_rest(peak)) / xp.sqrt(2 * math.pi * peak)


def betainc(xp: Any, a: Any, b: Any, x: Any, /) -> Any:
    a, b, x = together(xp, *_floats(xp, a, b, x))
    a, b, x = xp.broadcast_arrays(a, b, x)
    sound = xp.logical_and(xp.logical_and(a > 0.0, b > 0.0), xp.logical_and(x > 0.0, x < 1.0))
    a_, b_, x_ = (xp.where(sound, v, other) for v, other in ((a, 1.0), (b, 1.0), (x, 0.5)))
    # The fraction converges quickly on the side of the mean that is turned to zero.
    turned = x_ > (a_ + 1.0) / (a_ + b_ + 2.0)
    p, q = xp.where(turned, b_, a_), xp.where(turned, a_, b_)
    at, rest = xp.where(turned, 1.0 - x_, x_), xp.where(turned, x_, 1.0 - x_)
    front = xp.exp(p * xp.log(at) + q * xp.log(rest) + xp.lgamma(p + q) - xp.lgamma(p) - xp.lgamma(q)) / p
    tail = front * _beta_fraction(xp, p, q, at)
    edge = xp.where(x == 0.0, 0.0, xp.where(x == 1.0, 1.0, math.nan))
    edge = xp.where(xp.logical_and(a > 0.0, b > 0.0), edge, math.nan)
    return xp.where(sound, xp.where(turned, 1.0 - tail, tail), edge)


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
