"""Special functions in arithmetic alone, to about the last two digits of float64."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from emberops.backends.support.reductions import floating

_BORDER = 2.0
_TERMS = 60

# Wichura 1988, algorithm AS 241 (PPND16): the quantiles of the normal distribution.  From the highest power down.
_CENTRE = (
    *(2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457),
    *(13731.693765509461125, 1971.5909503065514427, 133.14166789178437745, 3.387132872796366608),
)
_CENTRE_BELOW = (
    *(5226.495278852854561, 28729.085735721942674, 39307.89580009271061, 21213.794301586595867),
    *(5394.1960214247511077, 687.1870074920579083, 42.313330701600911252, 1.0),
)
_MIDDLE = (
    *(7.7454501427834140764e-4, 2.27238449892691845833e-2, 2.4178072517745061177e-1, 1.27045825245236838258),
    *(3.64784832476320460504, 5.7694972214606914055, 4.6303378461565452959, 1.42343711074968357734),
)
_MIDDLE_BELOW = (
    *(
        1.05075007164441684324e-9,
        5.475938084995344946e-4,
        1.51986665636164571966e-2,
        1.4810397642748007459e-1,
    ),
    *(6.8976733498510000455e-1, 1.6763848301838038494, 2.05319162663775882187, 1.0),
)
_TAIL = (
    *(
        2.01033439929228813265e-7,
        2.71155556874348757815e-5,
        1.2426609473880784386e-3,
        2.6532189526576123093e-2,
    ),
    *(2.9656057182850489123e-1, 1.7848265399172913358, 5.4637849111641143699, 6.6579046435011037772),
)
_TAIL_BELOW = (
    *(
        2.04426310338993978564e-15,
        1.4215117583164458887e-7,
        1.8463183175100546818e-5,
        7.868691311456132591e-4,
    ),
    *(1.48753612908506148525e-2, 1.3692988092273580531e-1, 5.9983220655588793769e-1, 1.0),
)

_I0_TERMS = 60
_I0_BORDER = 30.0
_I0_LARGE_TERMS = 20


def erf(xp: Any, x: Any, /) -> Any:
    x = floating(xp, x)
    tail = xp.sign(x) * (1.0 - _erfc_tail(xp, xp.abs(x)))
    return xp.where(xp.abs(x) < _BORDER, _erf_series(xp, x), tail)


def erfc(xp: Any, x: Any, /) -> Any:
    x = floating(xp, x)
    tail = _erfc_tail(xp, xp.abs(x))
    outer = xp.where(x < 0.0, 2.0 - tail, tail)
    return xp.where(xp.abs(x) < _BORDER, 1.0 - _erf_series(xp, x), outer)


def _erf_series(xp: Any, x: Any) -> Any:
    """Abramowitz and Stegun, 7.1.6: all terms have one sign, so nothing cancels."""
    x = xp.minimum(xp.maximum(x, -_BORDER), _BORDER)
    square = x * x
    term = total = x
    for n in range(1, _TERMS):
        term = term * square * (2.0 / (2 * n + 1))
        total = total + term
    return 2.0 / math.sqrt(math.pi) * xp.exp(-square) * total


def _erfc_tail(xp: Any, x: Any) -> Any:
    """Abramowitz and Stegun, 7.1.14: the continued fraction, from its end."""
    x = xp.maximum(x, _BORDER)
    fraction = x
    for n in range(_TERMS, 0, -1):
        fraction = x + n / 2.0 / fraction
    return xp.exp(-x * x) / (fraction * math.sqrt(math.pi))


def erfinv(xp: Any, x: Any, /) -> Any:
    x = floating(xp, x)
    half = x / 2.0
    in_centre = xp.abs(half) <= 0.425
    inner = 0.180625 - xp.where(in_centre, half * half, 0.0)
    centre = half * _polynomial(inner, _CENTRE) / _polynomial(inner, _CENTRE_BELOW)
    # The share of the tail; at 1 there is none left, and in the centre it only has to be harmless.
    share = xp.where(in_centre, 0.05, (1.0 - xp.abs(x)) / 2.0)
    depth = xp.sqrt(-xp.log(xp.where(share > 0.0, share, 0.05)))
    near, far = xp.minimum(depth, 5.0) - 1.6, xp.maximum(depth, 5.0) - 5.0
    middle = _polynomial(near, _MIDDLE) / _polynomial(near, _MIDDLE_BELOW)
    tail = _polynomial(far, _TAIL) / _polynomial(far, _TAIL_BELOW)
    outer = xp.sign(x) * xp.where(depth <= 5.0, middle, tail)
    quantile = xp.where(in_centre, centre, outer) / math.sqrt(2.0)
    edge = xp.where(xp.abs(x) == 1.0, xp.sign(x) * math.inf, math.nan)
    return xp.where(xp.abs(x) < 1.0, quantile, edge)


def i0(xp: Any, x: Any, /) -> Any:
    """The power series (Abramowitz and Stegun, 9.6.12), beyond 30 the asymptotic one (9.7.1)."""
    x = xp.abs(floating(xp, x))
    quarter = xp.minimum(x, _I0_BORDER) / 2.0
    square = quarter * quarter
    term = total = xp.ones_like(x)
    for n in range(1, _I0_TERMS):
        term = term * square / float(n * n)
        total = total + term
    large = xp.maximum(x, _I0_BORDER)
    part = series = xp.ones_like(x)
    for n in range(1, _I0_LARGE_TERMS):
        part = part * float((2 * n - 1) ** 2) / (8.0 * n * large)
        series = series + part
    return xp.where(x <= _I0_BORDER, total, xp.exp(large) / xp.sqrt(2.0 * math.pi * large) * series)


def _polynomial(x: Any, coefficients: Sequence[float]) -> Any:
    """Horner's scheme, from the highest power down."""
    value = x * coefficients[0] + coefficients[1]
    for coefficient in coefficients[2:]:
        value = value * x + coefficient
    return value
