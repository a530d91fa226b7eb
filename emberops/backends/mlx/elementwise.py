"""Operations of the group ``elementwise`` on MLX.

Native functions where they mean the same, compositions of them where MLX has none
(:mod:`~emberops.backends.mlx.elementwise_composed`).  Mended: ``% 0``, shifts by all bits or more, the sign of NaN,
integers under another default float dtype than float32, Python integers that do not fit.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

import mlx.core as mx

from emberops.backends.composed import complex_powers, elementwise_composed, error_functions
from emberops.backends.mlx import complex_power, double_precision
from emberops.backends.mlx.comparison import compared
from emberops.backends.mlx.complex_comparison import ordered
from emberops.backends.mlx.creation import asarray
from emberops.backends.mlx.dtypes import NewFloats, default_float
from emberops.backends.mlx.elementwise_composed import *
from emberops.backends.mlx.elementwise_composed import copysign
from emberops.backends.mlx.promotion import (
    at_least_default,
    beside_truths,
    dtype_name,
    floating,
    is_complex,
    is_inexact,
    magnitude,
    promoted,
    tensors,
)
from emberops.backends.mlx.rounding import round
from emberops.backends.support.operands import of_real_numbers
from emberops.backends.support.scalars import (
    SMALL,
    as_fractions,
    as_number,
    check_fits,
    check_integer_power,
    fits,
    limits,
)
from emberops.dispatch.router import BESIDE_NUMBER, ONE_TYPE

_of_real_numbers = of_real_numbers(is_complex)
_SMALL = SMALL.stop
_SINGLE = hash(mx.float32)


def _unary(native: Callable[..., Any]) -> Callable[[Any], Any]:
    """A function of floats; integers become the default float dtype."""

    @wraps(native)
    def apply(x: Any, /) -> Any:
        return native(floating(x))

    return apply


def _accurate(
    native: Callable[..., Any], own: Callable[..., Any], of_single: Callable[..., Any]
) -> Callable[[Any], Any]:
    """A function of floats whose digits MLX does not all give, and our own for float32 and float64."""

    @wraps(native)
    def apply(x: Any, /) -> Any:
        if hash(x.dtype) == _SINGLE:  # asked first: each look at a dtype costs as much as dispatch
            return of_single(x)
        x = floating(x)
        return own(x) if x.dtype in (mx.float32, mx.float64) else native(x)

    return apply


def _precise(native: Callable[..., Any], double: Callable[..., Any]) -> Callable[[Any], Any]:
    """A function of floats that MLX computes in single precision only, and ``double`` for float64."""

    @wraps(native)
    def apply(x: Any, /) -> Any:
        if hash(x.dtype) == _SINGLE:  # asked first: each look at a dtype costs as much as dispatch
            return native(x)
        x = floating(x)
        return double(x) if x.dtype == mx.float64 else native(x)

    return apply


def _binary(native: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    """A function of any two numbers, either a Python number."""

    @wraps(native)
    def apply(x1: Any, x2: Any, /) -> Any:
        if type(x1) is not type(x2):
            x1, x2 = _weak(x1, x2)
        return native(x1, x2)

    def of_float(x1: Any, x2: Any, /) -> Any:
        return native(x1, x2) if NewFloats.single else native(*_weak(x1, x2))

    def of_int(x1: Any, x2: Any, /) -> Any:
        number = x1 if type(x1) is int else x2
        return native(x1, x2) if 0 <= number < _SMALL else native(*_weak(x1, x2))

    setattr(apply, ONE_TYPE, getattr(native, ONE_TYPE, native))
    setattr(apply, BESIDE_NUMBER, {float: of_float, int: of_int})
    return apply


def _floating_pair(native: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    """A function of two floats; integers become the default float dtype."""

    @wraps(native)
    def apply(x1: Any, x2: Any, /) -> Any:
        if not isinstance(x1, mx.array):
            return native(x1, floating(x2))
        if not isinstance(x2, mx.array):
            return native(floating(x1), x2)
        if is_inexact(x1.dtype) or is_inexact(x2.dtype):
            return native(x1, x2)
        return native(floating(x1), floating(x2))

    return apply


def _weak(x1: Any, x2: Any) -> tuple[Any, Any]:
    """A Python number and a tensor: the number must fit, and a float makes integers the default float."""
    number, x = (x2, x1) if isinstance(x1, mx.array) else (x1, x2)
    if type(number) is int:
        if number not in SMALL:
            name = dtype_name(x.dtype)
            check_fits(number, name)
            if name == "bool":
                wide = mx.array(number, beside_truths(number))
                return (x, wide) if number is x2 else (wide, x)
    elif type(number) is float:
        dtype = x.dtype
        if not is_inexact(dtype):
            x = x.astype(default_float())
            return (x, number) if number is x2 else (number, x)
    return x1, x2


add = _binary(mx.add)
multiply = _binary(mx.multiply)
divide = _floating_pair(mx.divide)
maximum = _binary(ordered(mx.maximum))
minimum = _binary(ordered(mx.minimum))
abs = mx.abs
negative = mx.negative
positive = mx.positive
reciprocal = _unary(mx.reciprocal)
square = mx.square
ceil = mx.ceil
floor = mx.floor
trunc = mx.trunc
real = mx.real
conj = mx.conj


def _without_booleans(native: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    def apply(x1: Any, x2: Any, /) -> Any:
        difference = native(x1, x2)
        if difference.itemsize == 1 and difference.dtype == mx.bool_:  # the bytes take a third of the time
            raise TypeError(
                "subtract is not defined for booleans; use ops.logical_xor, or cast one of them first"
            )
        return difference

    return apply


_subtract = _binary(mx.subtract)
subtract = _without_booleans(_subtract)
setattr(subtract, ONE_TYPE, _without_booleans(mx.subtract))
setattr(subtract, BESIDE_NUMBER, getattr(_subtract, BESIDE_NUMBER))


def floor_divide(x1: Any, x2: Any, /) -> Any:
    x1, x2 = tensors(x1, x2)
    if is_inexact(x1.dtype):
        return _floor_of_quotient(x1, x2)
    quotient = mx.floor_divide(x1, _divisor(x2))
    return (
        mx.where(x2 == 0, 0, mx.where(x2 == -1, -x1, quotient))
        if _is_signed(x1)
        else mx.where(x2 == 0, 0, quotient)
    )


def remainder(x1: Any, x2: Any, /) -> Any:
    x1, x2 = tensors(x1, x2)
    if not is_inexact(x1.dtype):
        return mx.remainder(x1, _divisor(x2))
    rest = mx.remainder(x1, x2)
    # A rest of zero has the sign of the divisor, not of the dividend, and the gradient that it had.
    negative_zero = -(2 * mx.stop_gradient(rest) - rest)
    return mx.where((rest == 0) & (x2 < 0), negative_zero, rest + 0.0)


def _floor_of_quotient(x1: mx.array, x2: mx.array) -> mx.array:
    """NumPy's (and Python's) floor division of floats: from the remainder, which is exact.

    The floor of the rounded quotient, which ``mx.floor_divide`` gives, is 10 for 1 // 0.1 where 9 is right.
    """
    quotient = mx.stop_gradient(x1 / x2)
    size = mx.remainder(mx.abs(x1), mx.abs(x2))
    rest = mx.where(x1 < 0, -size, size)
    whole = (x1 - rest) / x2
    whole = mx.where((rest != 0) & ((x2 < 0) != (rest < 0)), whole - 1, whole)
    floor = mx.floor(whole)
    floor = mx.where(whole - floor > 0.5, floor + 1, floor)
    floor = mx.where(whole == 0, quotient * 0, floor)  # the zero of the quotient's sign
    return mx.where(x2 == 0, quotient, floor)


def _divisor(x: mx.array) -> mx.array:
    """Integers that may divide: the processor traps on 0, and on -1 below the smallest integer.

    Instead of either stands 1, whose remainder is 0, as theirs is.
    """
    return mx.where((x == 0) | (x == -1) if _is_signed(x) else x == 0, 1, x)


def _is_signed(x: mx.array) -> bool:
    return bool(mx.issubdtype(x.dtype, mx.signedinteger))


def divmod(x1: Any, x2: Any, /) -> tuple[Any, Any]:
    return floor_divide(x1, x2), remainder(x1, x2)


def fmod(x1: Any, x2: Any, /) -> Any:
    x1, x2 = tensors(x1, x2)
    if is_inexact(x1.dtype):
        return copysign(remainder(mx.abs(x1), mx.abs(x2)), x1)
    size = remainder(magnitude(x1), magnitude(x2)).astype(x1.dtype)
    return mx.where(x1 < 0, -size, size)


_BY_SQUARING = range(1, 100)
"""Powers of complex numbers that NumPy multiplies for."""


def pow(x1: Any, x2: Any, /) -> Any:
    if type(x2) is int:
        if hash(x1.dtype) == _SINGLE and x2 in SMALL:
            return mx.power(x1, x2)
        check_integer_power(dtype_name(x1.dtype), x2)
        if x2 in _BY_SQUARING and x1.dtype == mx.complex64:
            return complex_powers.by_squaring(x1, x2)
    x1, x2 = _weak(x1, x2) if type(x1) is not type(x2) else (x1, x2)
    power = mx.power(x1, x2)
    if power.dtype == mx.complex64:
        return complex_powers.of_zero(mx, x1, x2, complex_power.power(x1, x2))
    if mx.issubdtype(power.dtype, mx.signedinteger) and isinstance(x1, mx.array) and isinstance(x2, mx.array):
        # To a negative power only 1 and -1 are integers; MLX gives 0 for them too.
        x1 = x1.astype(power.dtype)
        unit = mx.where((x1 == 1) | (x1 == -1), mx.where((x1 == -1) & (x2 % 2 != 0), -1, 1), 0)
        return mx.where(x2 < 0, unit.astype(power.dtype), power)
    return power


def float_power(x1: Any, x2: Any, /) -> Any:
    return pow(*map(at_least_default, tensors(*as_fractions(x1, x2))))


_BOUNDS = frozenset({float, int, type(None)})
"""Types of the bounds that the library's own function takes beside floats; it takes one of them at least."""


def clip(x: Any, /, min: Any = None, max: Any = None) -> Any:
    if type(x) in (int, float):  # which has the default dtype, as it would be an array in NumPy
        x = asarray(x)
    # The upper limit wins where the limits cross, as it does in NumPy.
    if isinstance(max, mx.array) and min is not None:
        x, max = promoted(x, max)  # all three meet in one dtype
    min, max = limits(min, max, dtype_name(x.dtype)) if type(min) is int or type(max) is int else (min, max)
    if type(min) in _BOUNDS and type(max) in _BOUNDS and min is not max and hash(x.dtype) == _SINGLE:
        return mx.clip(x, min, max)
    if min is not None:
        x = maximum(x, min)
    return x if max is None else minimum(x, max)


def sign(x: Any, /) -> Any:
    # mx.sign(nan) is 0, and that of a complex zero has negative zeros.
    if mx.issubdtype(x.dtype, mx.floating):
        return mx.where(mx.isnan(x), x, mx.sign(x))
    if x.dtype == mx.complex64:
        return elementwise_composed.complex_sign(mx, x)
    return mx.sign(x)


def imag(x: Any, /) -> Any:
    return mx.imag(x) if x.dtype == mx.complex64 else mx.zeros_like(x)


def nan_to_num(
    x: Any, /, *, nan: float = 0.0, posinf: float | None = None, neginf: float | None = None
) -> Any:
    nan, posinf, neginf = as_number(nan), as_number(posinf), as_number(neginf)
    if is_complex(x):
        return elementwise_composed.nan_to_num(
            sys.modules["emberops.backends.mlx"], x, nan=nan, posinf=posinf, neginf=neginf
        )
    if x.dtype != mx.float64:
        return mx.nan_to_num(x, nan, posinf, neginf)
    limit = sys.float_info.max
    x = mx.where(mx.isposinf(x), limit if posinf is None else posinf, x)
    x = mx.where(mx.isneginf(x), -limit if neginf is None else neginf, x)
    return mx.where(mx.isnan(x), nan, x)


@wraps(mx.sin)
def _sin(x: mx.array) -> mx.array:
    return mx.where(x == 0, x, mx.sin(x))  # mx.sin(-0.0) is 0.0


exp = _accurate(mx.exp, double_precision.exp, double_precision.exp_of_single)
log = _unary(mx.log)
log1p = _unary(mx.log1p)
log2 = _unary(mx.log2)
log10 = _unary(mx.log10)
sqrt = _unary(mx.sqrt)
rsqrt = _unary(mx.rsqrt)
sin = _precise(_sin, double_precision.sin)
cos = _precise(mx.cos, double_precision.cos)
tan = _unary(mx.tan)
asin = _unary(mx.asin)
acos = _unary(mx.acos)
atan = _unary(mx.atan)
sinh = _unary(mx.sinh)
cosh = _unary(mx.cosh)
tanh = _unary(mx.tanh)
asinh = _unary(mx.asinh)
acosh = _unary(mx.acosh)
atanh = _unary(mx.atanh)
atan2 = _floating_pair(mx.atan2)
deg2rad = _of_real_numbers(_unary(mx.radians))
rad2deg = _of_real_numbers(_unary(mx.degrees))
erf = _accurate(mx.erf, double_precision.erf, double_precision.erf)


@_of_real_numbers
def erfc(x: Any, /) -> Any:
    x = floating(x)
    own: Any = double_precision.erfc  # MLX's stub forgets what a custom function returns
    return own(x.astype(mx.float32)).astype(x.dtype) if x.itemsize == 2 else own(x)


erfinv = _precise(mx.erfinv, partial(error_functions.erfinv, sys.modules["emberops.backends.mlx"]))


@_of_real_numbers
def logaddexp(x1: Any, x2: Any, /) -> Any:
    x1, x2 = tensors(*as_fractions(x1, x2))
    x1, x2 = floating(x1), floating(x2)
    return (double_precision if x1.dtype == mx.float64 else mx).logaddexp(x1, x2)


def expm1(x: Any, /) -> Any:
    return mx.exp(x) - 1 if x.dtype == mx.complex64 else mx.expm1(floating(x))


equal = compared(mx.equal)
not_equal = compared(mx.not_equal)
less = compared(ordered(mx.less))
less_equal = compared(ordered(mx.less_equal))
greater = compared(ordered(mx.greater))
greater_equal = compared(ordered(mx.greater_equal))
logical_and = mx.logical_and
logical_or = mx.logical_or
logical_xor = mx.logical_xor
logical_not = mx.logical_not
bitwise_and = _binary(mx.bitwise_and)
bitwise_or = _binary(mx.bitwise_or)
bitwise_xor = _binary(mx.bitwise_xor)
bitwise_invert = mx.bitwise_invert
isfinite = mx.isfinite
isinf = mx.isinf
isnan = mx.isnan
isposinf = _of_real_numbers(mx.isposinf)
isneginf = _of_real_numbers(mx.isneginf)


def _shifts_all(x1: mx.array, x2: mx.array) -> mx.array:
    """Where no bit stays: NumPy takes a negative shift for a large one, the processor both modulo the width."""
    return (x2 >= 8 * x1.dtype.size) | (x2 < 0)


def bitwise_left_shift(x1: Any, x2: Any, /) -> Any:
    x1, x2 = tensors(x1, x2)
    return mx.where(_shifts_all(x1, x2), 0, mx.left_shift(x1, x2))


def bitwise_right_shift(x1: Any, x2: Any, /) -> Any:
    x1, x2 = tensors(x1, x2)
    return mx.where(_shifts_all(x1, x2), mx.where(x1 < 0, -1, 0).astype(x1.dtype), mx.right_shift(x1, x2))
