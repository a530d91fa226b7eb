"""Operations of the group ``elementwise`` on PyTorch.

Native functions where they mean the same; wrapped for promotion (:mod:`~emberops.backends.torch.promotion`) and
where PyTorch differs from NumPy: integer division by zero raises, the sign of NaN is 0, and so on.

Functions of one tensor are its methods, which are the same and which PyTorch finds in less time.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

import torch
from torch import Tensor

from emberops.backends.composed import complex_powers
from emberops.backends.composed.elementwise_composed import in_direction
from emberops.backends.support.operands import of_real_numbers, require_exponents
from emberops.backends.support.scalars import check_integer_power, limits
from emberops.backends.torch.comparison import compared
from emberops.backends.torch.promotion import (
    at_least_default,
    divisible,
    dtype_name,
    floating,
    fractions,
    promoted,
    subtractable,
    takes_numbers,
    takes_tensors,
    tensors,
    truths,
    weak,
)

_of_real_numbers = of_real_numbers(
    lambda x: x.is_complex() if isinstance(x, torch.Tensor) else type(x) is complex
)
_WITHOUT_SIGN = frozenset({torch.bool, torch.uint8, torch.uint16, torch.uint32, torch.uint64})


def _floating_pair(native: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    """A binary function of floats; integers become the default float dtype."""

    @wraps(native)
    def apply(x1: Any, x2: Any, /) -> Any:
        if type(x1) is int:  # it need not fit into an integer dtype to become a float
            x1 = float(x1)
        elif type(x2) is int:
            x2 = float(x2)
        x1, x2 = tensors(x1, x2)
        if x1.dtype is not x2.dtype:
            x1, x2 = promoted(x1, x2)
        return native(floating(x1), floating(x2))

    return apply


def _guarded(native: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    """A division, giving 0 for integers divided by zero."""

    @wraps(native)
    def apply(x1: Any, x2: Any, /) -> Any:
        x1, x2 = tensors(x1, x2)
        if x1.dtype is not x2.dtype:
            x1, x2 = promoted(x1, x2)
        if x1.is_floating_point() or x1.is_complex():
            return native(x1, x2)
        dtype = x1.dtype
        if dtype in (torch.uint16, torch.uint32):  # PyTorch stores them, but does not divide them
            x1, x2 = x1.to(torch.int64), x2.to(torch.int64)
        zero = x2 == 0
        return native(x1, torch.where(zero, 1, x2)).masked_fill(zero, 0).to(dtype)

    return apply


add = takes_numbers(torch.add)
# Not torch.subtract, multiply and divide, which hand over to these.
subtract = takes_numbers(torch.sub, subtractable)
multiply = takes_numbers(torch.mul)
divide = takes_numbers(torch.div, divisible)
# Not torch.floor_divide, which is the same and has no gradient.
floor_divide = _guarded(partial(torch.div, rounding_mode="floor"))
_remainder = _guarded(torch.remainder)
fmod = _guarded(torch.fmod)
maximum = takes_tensors(torch.maximum)
minimum = takes_tensors(torch.minimum)
fmax = takes_tensors(torch.fmax)
fmin = takes_tensors(torch.fmin)
_gcd = takes_tensors(torch.gcd)
copysign = _floating_pair(torch.copysign)
nextafter = _floating_pair(torch.nextafter)
negative = Tensor.neg
positive = Tensor.positive
reciprocal = Tensor.reciprocal
square = Tensor.square
signbit = Tensor.signbit
ceil = Tensor.ceil
floor = Tensor.floor
trunc = Tensor.trunc
real = torch.real
# torch.conj only sets a bit, which conversion to other libraries trips over.
conj = Tensor.conj_physical
nan_to_num = torch.nan_to_num
_pow = takes_numbers(torch.pow)


def remainder(x1: Any, x2: Any, /) -> Any:
    rest = _remainder(x1, x2)
    if not rest.is_floating_point():
        return rest
    if getattr(x2, "dtype", None) in _WITHOUT_SIGN:
        return rest + 0.0
    # A rest of zero has the sign of the divisor, not of the dividend, and the gradient that it had.
    if isinstance(x2, (int, float)):
        return rest + 0.0 if x2 > 0 else -(0.0 - rest)
    return torch.where(x2 < 0, -(0.0 - rest), rest + 0.0)


def divmod(x1: Any, x2: Any, /) -> tuple[Any, Any]:
    return floor_divide(x1, x2), remainder(x1, x2)


def gcd(x1: Any, x2: Any, /) -> Any:
    return torch.abs(_gcd(x1, x2))  # PyTorch's is -1 where the smallest integer is one of the two


def lcm(x1: Any, x2: Any, /) -> Any:
    # Not PyTorch's: the processor traps on the quotient of the smallest integer and a divisor of -1.
    x1, x2 = promoted(*tensors(x1, x2))
    divisor = gcd(x1, x2)
    # A product that is too large wraps around as NumPy's, and then may be negative.
    return torch.floor_divide(torch.abs(x1), torch.where(divisor == 0, 1, divisor)) * torch.abs(x2)


@_floating_pair
def heaviside(x1: Any, x2: Any) -> Any:
    # Not torch.heaviside, which has no gradient and takes NaN for a number below zero.
    step = torch.where(x1 == 0, x2, (x1 > 0).to(x1.dtype))
    return torch.where(torch.isnan(x1), x1, step)


def pow(x1: Any, x2: Any, /) -> Any:
    if type(x2) is int:
        check_integer_power(dtype_name(x1.dtype), x2)
    power = _pow(x1, x2)
    return complex_powers.of_zero(torch, x1, x2, power) if power.is_complex() else power


def float_power(x1: Any, x2: Any, /) -> Any:
    return pow(*map(at_least_default, fractions(x1, x2)))


_CLAMPED = frozenset({torch.float32, torch.float64})
_BOUNDS = frozenset({float, int, type(None)})
"""Types of the bounds that the library's own function takes beside floats; it takes one of them at least."""


_WHOLE = frozenset({torch.int32, torch.int64})
_HELD = range(-(2**31), 2**31)
"""Integers that both of them hold."""


def _is_held(bound: Any) -> bool:
    return bound is None or (type(bound) is int and bound in _HELD)


def _is_clamped_by(x: Any, bound: Any) -> bool:
    if isinstance(bound, torch.Tensor):
        return bound.dtype is x.dtype
    return type(bound) in _BOUNDS


def clip(x: Any, /, min: Any = None, max: Any = None) -> Any:
    # The upper limit wins where the limits cross, as it does in NumPy.
    if x.dtype in _WHOLE and min is not max and _is_held(min) and _is_held(max):
        return torch.clamp(x, min, max)
    if isinstance(max, torch.Tensor) and min is not None:
        x, max = promoted(x, max)  # all three meet in one dtype
    min, max = limits(min, max, dtype_name(x.dtype)) if type(min) is int or type(max) is int else (min, max)
    if x.dtype in _CLAMPED and type(min) in _BOUNDS and type(max) in _BOUNDS and min is not max:
        return torch.clamp(x, min, max)
    if x.dtype in _CLAMPED and _is_clamped_by(x, min) and _is_clamped_by(x, max) and min is not max:
        # Not `maximum`, which gives an element that is as large as its bound half of the gradient.
        low, high = (None if bound is None else tensors(x, bound)[1] for bound in (min, max))
        return torch.clamp(x, low, high)
    if min is not None:
        x = maximum(x, min)
    return x if max is None else minimum(x, max)


def abs(x: Any, /) -> Any:
    return x if x.dtype in _WITHOUT_SIGN else torch.abs(x)


@_of_real_numbers
def fabs(x: Any, /) -> Any:
    return torch.abs(floating(x))


def sign(x: Any, /) -> Any:
    if x.is_complex():
        return torch.sgn(in_direction(torch, x))
    return torch.where(torch.isnan(x), x, torch.sgn(x)) if x.is_floating_point() else torch.sgn(x)


def round(x: Any, /, decimals: int = 0) -> Any:
    if x.is_complex():
        return torch.complex(round(x.real, decimals), round(x.imag, decimals))
    if decimals == 0 or x.is_floating_point():
        return torch.round(x, decimals=decimals) if decimals else torch.round(x)
    if decimals > 0:
        return x
    unit = 10.0**-decimals
    return (torch.round(x.to(torch.float64) / unit) * unit).to(x.dtype)


def rint(x: Any, /) -> Any:
    return round(floating(x))


def modf(x: Any, /) -> tuple[Any, Any]:
    x = floating(x)
    whole = torch.trunc(x)
    return torch.copysign(torch.where(torch.isinf(x), 0, x - whole), x), whole


def frexp(x: Any, /) -> tuple[Any, Any]:
    x = floating(x)
    mantissa, exponent = torch.frexp(x)
    return mantissa, torch.where(torch.isfinite(x), exponent, 0)  # of infinities the C library has its own


def spacing(x: Any, /) -> Any:
    x = floating(x)
    # As NumPy's: away from zero, of half precision upwards.
    below = x == -math.inf if x.dtype is torch.float16 else x < 0
    return torch.nextafter(x, torch.where(below, -math.inf, torch.full_like(x, math.inf))) - x


def imag(x: Any, /) -> Any:
    return torch.imag(x) if x.is_complex() else torch.zeros_like(x)


def angle(x: Any, /, deg: bool = False) -> Any:
    x = floating(x)
    radians = torch.angle(x)
    if not x.is_complex():  # PyTorch knows no negative zero there
        radians = torch.where(torch.signbit(x) & (x == 0), math.pi, radians)
    return torch.rad2deg(radians) if deg else radians


exp = Tensor.exp
exp2 = Tensor.exp2
log = Tensor.log
log2 = Tensor.log2
log10 = Tensor.log10
sqrt = Tensor.sqrt
rsqrt = Tensor.rsqrt
sin = Tensor.sin
cos = Tensor.cos
tan = Tensor.tan
asin = Tensor.asin
atan = Tensor.atan
sinh = Tensor.sinh
cosh = Tensor.cosh
tanh = Tensor.tanh
asinh = Tensor.asinh
acosh = Tensor.acosh
atanh = Tensor.atanh
atan2 = takes_tensors(torch.atan2, fractions)
hypot = _floating_pair(torch.hypot)
logaddexp = _of_real_numbers(_floating_pair(torch.logaddexp))
logaddexp2 = _floating_pair(torch.logaddexp2)
deg2rad = Tensor.deg2rad
rad2deg = Tensor.rad2deg
erf = Tensor.erf
erfc = Tensor.erfc
erfinv = Tensor.erfinv
i0 = Tensor.i0
lgamma = Tensor.lgamma


def expm1(x: Any, /) -> Any:
    result = torch.expm1(x)
    if not x.is_complex():
        return result
    result = torch.complex(result.real + 0.0, result.imag)  # PyTorch gives -0 for -0
    # A complex number with an infinite or NaN part: PyTorch gives NaN for all of it.
    return torch.where(torch.isfinite(x), result, torch.exp(x) - 1)


def log1p(x: Any, /) -> Any:
    result = torch.log1p(x)
    return torch.where(torch.isfinite(x), result, torch.log(x + 1)) if x.is_complex() else result


def acos(x: Any, /) -> Any:
    result = torch.acos(x)
    # Below the real axis for a number above it, and the other way round, signed zeros included.
    return torch.complex(result.real, torch.copysign(result.imag, -x.imag)) if x.is_complex() else result


def cbrt(x: Any, /) -> Any:
    x = floating(x)
    size = torch.abs(x)
    root = size ** (1 / 3)
    # One step of Newton's method: the exponent 1/3 is not exact.
    polished = root - (root - size / (root * root)) / 3
    return torch.copysign(torch.where((root > 0) & torch.isfinite(root), polished, root), x)


@_of_real_numbers
def ldexp(x1: Any, x2: Any, /) -> Any:
    x2 = torch.as_tensor(x2)
    require_exponents(dtype_name(x2.dtype))
    if x2.dtype in _WIDER:  # which PyTorch does not take
        x2 = x2.to(torch.int64)
    if x2.dtype is torch.int64:  # of which PyTorch takes the lower half
        x2 = torch.clamp(x2, -_FARTHEST, _FARTHEST)
    return torch.ldexp(floating(torch.as_tensor(x1)), x2)


_WIDER = (torch.bool, torch.uint16, torch.uint32)
_FARTHEST = 2**13
"""An exponent that takes every float to zero or infinity."""


equal = compared(torch.eq)
not_equal = compared(torch.ne)
less = compared(torch.lt)
less_equal = compared(torch.le)
greater = compared(torch.gt)
greater_equal = compared(torch.ge)
logical_and = takes_tensors(torch.logical_and, truths)
logical_or = takes_tensors(torch.logical_or, truths)
logical_xor = takes_tensors(torch.logical_xor, truths)
logical_not = Tensor.logical_not
bitwise_and = takes_numbers(torch.bitwise_and)
bitwise_or = takes_numbers(torch.bitwise_or)
bitwise_xor = takes_numbers(torch.bitwise_xor)
bitwise_left_shift = takes_tensors(torch.bitwise_left_shift)
bitwise_right_shift = takes_tensors(torch.bitwise_right_shift)
bitwise_invert = Tensor.bitwise_not
isfinite = Tensor.isfinite
isinf = Tensor.isinf
isnan = Tensor.isnan
isposinf = Tensor.isposinf
isneginf = Tensor.isneginf
