"""Operations of the group ``elementwise`` on NumPy: its own functions, whose meaning the others follow."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from emberops.errors import DTypeError

add = np.add
subtract = np.subtract
multiply = np.multiply
divide = np.divide
floor_divide = np.floor_divide
remainder = np.remainder
fmod = np.fmod
divmod = np.divmod
pow = np.power
float_power = np.float_power
maximum = np.maximum
minimum = np.minimum
fmax = np.fmax
fmin = np.fmin
gcd = np.gcd
lcm = np.lcm
copysign = np.copysign
nextafter = np.nextafter
heaviside = np.heaviside
abs = np.abs
fabs = np.fabs
negative = np.negative
positive = np.positive
reciprocal = np.reciprocal
square = np.square
sign = np.sign
signbit = np.signbit
ceil = np.ceil
floor = np.floor
trunc = np.trunc
round = np.round
rint = np.rint
modf = np.modf
frexp = np.frexp
bitwise_count = np.bitwise_count
real_if_close = np.real_if_close
spacing = np.spacing
real = np.real
imag = np.imag
conj = np.conj
iscomplex = np.iscomplex
isreal = np.isreal
angle = np.angle
nan_to_num = np.nan_to_num

exp = np.exp
exp2 = np.exp2
log = np.log
log1p = np.log1p
log2 = np.log2
log10 = np.log10
sqrt = np.sqrt
cbrt = np.cbrt
sin = np.sin
cos = np.cos
tan = np.tan
asin = np.arcsin
acos = np.arccos
atan = np.arctan
sinh = np.sinh
cosh = np.cosh
tanh = np.tanh
asinh = np.arcsinh
acosh = np.arccosh
atanh = np.arctanh
atan2 = np.arctan2
hypot = np.hypot
logaddexp = np.logaddexp
logaddexp2 = np.logaddexp2
ldexp = np.ldexp
deg2rad = np.deg2rad
rad2deg = np.rad2deg
sinc = np.sinc
i0 = np.i0

equal = np.equal
not_equal = np.not_equal
less = np.less
less_equal = np.less_equal
greater = np.greater
greater_equal = np.greater_equal
logical_and = np.logical_and
logical_or = np.logical_or
logical_xor = np.logical_xor
logical_not = np.logical_not
bitwise_and = np.bitwise_and
bitwise_or = np.bitwise_or
bitwise_xor = np.bitwise_xor
bitwise_left_shift = np.left_shift
bitwise_right_shift = np.right_shift
bitwise_invert = np.invert
isfinite = np.isfinite
isinf = np.isinf
isnan = np.isnan
isposinf = np.isposinf
isneginf = np.isneginf


def clip(x: Any, /, min: Any = None, max: Any = None) -> Any:
    return np.clip(x, min, max)


def expm1(x: Any, /) -> Any:
    result = np.expm1(x)
    if getattr(getattr(result, "dtype", None), "kind", "") != "c" or np.isfinite(result).all():
        return result
    # A number with an infinite or NaN part: NumPy gives NaN for all of it.
    with np.errstate(all="ignore"):
        return np.where(np.isfinite(x), result, np.exp(x) - 1)[()]


# NumPy has no error functions; the C library's, element by element, are exact to the last bit or two.
_erf = np.frompyfunc(math.erf, 1, 1)
_erfc = np.frompyfunc(math.erfc, 1, 1)


def erf(x: Any, /) -> Any:
    return np.asarray(_erf(x), dtype=_floating(x))[()]


def erfc(x: Any, /) -> Any:
    return np.asarray(_erfc(x), dtype=_floating(x))[()]


def erfinv(x: Any, /) -> Any:
    dtype = _floating(x)
    if np.iscomplexobj(x):
        raise DTypeError("it is defined for real numbers, and not for complex ones")
    x = np.asarray(x, dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        y = _erfinv_guess(x)
        for _ in range(2):  # Halley's method triples the number of right digits
            # The tail is compared through erfc, which keeps digits that 1 - erf has lost.
            tail = np.abs(x) > 0.5
            error = np.where(tail, np.sign(x) * ((1 - np.abs(x)) - erfc(np.abs(y))), erf(y) - x)
            step = error / (2 / math.sqrt(math.pi) * np.exp(-y * y))
            y = y - np.where(np.isfinite(step), step / (1 + y * step), 0)
    y = np.where(np.abs(x) == 1, np.copysign(np.inf, x), y)
    return y.astype(dtype)[()]


def rsqrt(x: Any, /) -> Any:
    return np.reciprocal(np.sqrt(x))


def _floating(x: Any) -> np.dtype[Any]:
    dtype = np.asarray(x).dtype
    return dtype if dtype.kind == "f" else np.dtype(np.float64)


def _erfinv_guess(x: Any) -> Any:
    """Winitzki's formula, right to two or three digits."""
    a = 0.147
    tail = np.log1p(-x * x)
    half = 2 / (math.pi * a) + tail / 2
    return np.copysign(np.sqrt(np.sqrt(half * half - tail / a) - half), x)
