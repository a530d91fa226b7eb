"""The error functions in arithmetic alone, to the last digit or two of the dtype."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from emberops.backends.support.reductions import at_least_single, real

# W. J. Cody, Rational Chebyshev approximations for the error function, 1969: numerators and denominators of erf(x) / x
# in x**2, of erfc(x) * exp(x**2) in x, and of its difference from 1 / sqrt(pi) in 1 / x**2; from the constant terms up.
ERF_BORDER, ERF_FAR, ERFC_END = 0.46875, 4.0, 30.0
ERF_NEAR = (
    (
        3209.3775891384694635,
        377.48523768530202055,
        113.86415415105015624,
        3.1611237438705656,
        0.18577770618460315,
    ),
    (2844.2368334391706222, 1282.6165260773722764, 244.02463793444417, 23.601290952344122, 1.0),
)
ERFC_MIDDLE = (
    (
        *(1230.3393547979972, 2051.0783778260715, 1712.0476126340706, 881.95222124176909, 298.63513819740013),
        *(66.11919063714163, 8.8831497943883759, 0.56418849698867009, 2.15311535474403846e-8),
    ),
    (
        *(1230.3393548037494, 3439.3676741437217, 4362.6190901432472, 3290.7992357334596, 1621.3895745666902),
        *(537.18110186200986, 117.69395089131249, 15.744926110709835, 1.0),
    ),
)
ERFC_FARTHEST = (
    (
        *(6.58749161529837803e-4, 1.60837851487422766e-2, 1.25781726111229246e-1),
        *(3.60344899949804439e-1, 3.05326634961232344e-1, 1.63153871373020978e-2),
    ),
    (
        *(2.33520497626869185e-3, 6.05183413124413191e-2, 5.27905102951428412e-1),
        *(1.87295284992346047, 2.56852019228982242, 1.0),
    ),
)

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


def _of_real_numbers(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """A function of a namespace and real numbers, which it compares with borders; half precision is done in single."""

    @at_least_single
    @wraps(function)
    def checked(xp: Any, x: Any, /) -> Any:
        return function(xp, real(x))

    return checked


@_of_real_numbers
def erf(xp: Any, x: Any, /) -> Any:
    size = xp.abs(x)
    return xp.where(size < ERF_BORDER, _erf_near(xp, x), xp.sign(x) * (1.0 - _erfc_far(xp, size)))


@_of_real_numbers
def erfc(xp: Any, x: Any, /) -> Any:
    size = xp.abs(x)
    far = _erfc_far(xp, size)
    return xp.where(size < ERF_BORDER, 1.0 - _erf_near(xp, x), xp.where(x < 0.0, 2.0 - far, far))


def _erf_near(xp: Any, x: Any) -> Any:
    close = xp.minimum(xp.abs(x), ERF_BORDER)
    return x * _quotient(close * close, ERF_NEAR)


@_of_real_numbers
def normal_share(xp: Any, x: Any, /) -> Any:
    """How much of the normal distribution lies below ``x``."""
    size = xp.abs(x)
    tail = (
        0.5
        * _erfc_scaled(xp, size * math.sqrt(0.5))
        * _exp_of_square(xp, xp.minimum(size, 2 * ERFC_END), 0.5)
    )
    inner = 0.5 + 0.5 * _erf_near(xp, x * math.sqrt(0.5))
    return xp.where(size < math.sqrt(2.0) * ERF_BORDER, inner, xp.where(x < 0.0, tail, 1.0 - tail))


def _erfc_far(xp: Any, size: Any) -> Any:
    size = xp.minimum(xp.maximum(size, ERF_BORDER), ERFC_END)
    return _erfc_scaled(xp, size) * _exp_of_square(xp, size, 1.0)


def _erfc_scaled(xp: Any, size: Any) -> Any:
    """``erfc(size) * exp(size**2)``."""
    size = xp.minimum(xp.maximum(size, ERF_BORDER), ERFC_END)
    far = xp.maximum(size, ERF_FAR)
    inverse = 1.0 / (far * far)
    farthest = (1.0 / math.sqrt(math.pi) - inverse * _quotient(inverse, ERFC_FARTHEST)) / far
    return xp.where(size <= ERF_FAR, _quotient(xp.minimum(size, ERF_FAR), ERFC_MIDDLE), farthest)


def _exp_of_square(xp: Any, size: Any, share: float) -> Any:
    """``exp(-share * size**2)``, of the square in two: what rounding takes from it the exponential would magnify."""
    coarse = xp.round(size * 64.0) / 64.0  # has so few digits that its square is exact
    large = xp.exp(-share * coarse * coarse)
    # A product of two exponentials a compiler would make one of.
    return large + large * xp.expm1(share * (coarse - size) * (coarse + size))


def _quotient(x: Any, coefficients: tuple[Sequence[float], Sequence[float]]) -> Any:
    above, below = coefficients
    return _polynomial(x, above[::-1]) / _polynomial(x, below[::-1])


@_of_real_numbers
def erfinv(xp: Any, x: Any, /) -> Any:
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


def _polynomial(x: Any, coefficients: Sequence[float]) -> Any:
    """Horner's scheme, from the highest power down."""
    value = x * coefficients[0] + coefficients[1]
    for coefficient in coefficients[2:]:
        value = value * x + coefficient
    return value
