"""Operations of the group ``elementwise`` on JAX.

``jax.numpy`` has NumPy's meaning nearly everywhere.  Mended: Python integers that do not fit the other operand
wrap silently, integer division by zero gives -2, integers to negative powers, the sign of -0.0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import wraps
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from emberops.backends.composed import complex_order, complex_powers
from emberops.backends.composed.elementwise_composed import complex_sign
from emberops.backends.jax import complex_functions, integer_powers, precise_functions, promotion
from emberops.backends.jax.comparison import compared
from emberops.backends.jax.compiled import compiled, compiling
from emberops.backends.jax.dtypes import default_float, default_int
from emberops.backends.jax.float_parts import frexp, modf
from emberops.backends.jax.integer_division import by_host_where_varied
from emberops.backends.jax.large_integers import check_beside_arrays
from emberops.backends.jax.promotion import as_floats, floating, of_floats, of_one_float, of_two_floats
from emberops.backends.jax.rounding import round
from emberops.backends.jax.truths import of_truths
from emberops.backends.support.operands import of_real_numbers, require_exponents
from emberops.backends.support.scalars import SMALL, check_fits, check_integer_power, fits, limits
from emberops.dispatch.router import BESIDE_NUMBER, ONE_TYPE
from emberops.errors import DTypeError

_Binary = Callable[[Any, Any], Any]
_of_real_numbers = of_real_numbers(
    lambda x: x.dtype.kind == "c" if isinstance(x, jax.Array) else type(x) is complex
)
_EXACT = 2**24
"""The largest integer up to which single precision has all."""


def _checked(native: _Binary) -> _Binary:
    """``native``, refusing a Python integer that the other operand's dtype cannot hold."""

    @wraps(native)
    def apply(x1: Any, x2: Any, /) -> Any:
        if type(x2) is int:
            if x2 not in SMALL:
                check_fits(x2, x1.dtype.name)
        elif type(x1) is int and x1 not in SMALL:
            check_fits(x1, x2.dtype.name)
        return native(x1, x2)

    setattr(apply, ONE_TYPE, native)
    setattr(apply, BESIDE_NUMBER, {float: native, int: apply})
    return apply


def _check_operands(x1: Any, x2: Any) -> None:
    if type(x2) is int and x2 not in SMALL:
        check_fits(x2, x1.dtype.name)
    elif type(x1) is int and x1 not in SMALL:
        check_fits(x1, x2.dtype.name)


def _guarded(native: _Binary) -> _Binary:
    """``native``, a division, giving 0 for integers divided by zero."""
    checked = _checked(native)

    @wraps(native)
    def apply(x1: Any, x2: Any, /) -> Any:
        if type(x2) in (int, float) and x2 != 0:
            return checked(x1, x2)
        if jnp.issubdtype(jnp.result_type(x1, x2), jnp.inexact):
            return checked(x1, x2)
        zero = jnp.equal(x2, 0)
        return jnp.where(zero, 0, checked(x1, jnp.where(zero, 1, x2)))

    return apply


add = _checked(jnp.add)
subtract = _checked(jnp.subtract)
multiply = of_truths(_checked(jnp.multiply))


def divide(x1: Any, x2: Any, /) -> Any:
    x1, x2 = as_floats(x1, x2)
    if isinstance(x1, jax.Array) and x1.ndim and not isinstance(x1, jax.core.Tracer):
        if type(x2) is int and -_EXACT <= x2 <= _EXACT:
            x2 = float(x2)
        if type(x2) is float or _is_shared(x2, x1):
            return _divided(x1, x2)
    return jnp.divide(x1, x2)


def _quotient_of_arrays(x1: Any, x2: Any, /) -> Any:
    """The same of two arrays, which need fewer questions."""
    if x1.dtype.kind in "biu" and x2.dtype.kind in "biu":
        x1, x2 = floating(x1), floating(x2)
    if x1.shape != x2.shape and x2.size < x1.size and x1.ndim and not isinstance(x1, jax.core.Tracer):
        return _divided(x1, x2)
    return jnp.divide(x1, x2)


setattr(divide, ONE_TYPE, _quotient_of_arrays)


def _is_shared(divisor: Any, x: jax.Array) -> bool:
    """Whether elements have one divisor; not in a trace, whose programs are the user's."""
    if not isinstance(divisor, jax.Array) or isinstance(divisor, jax.core.Tracer):
        return False
    return bool(divisor.size < x.size)


@compiled
def _divided(x1: Any, x2: Any) -> Any:
    """The quotient, rounded once.

    XLA multiplies by the reciprocal of a divisor that elements share, which is another number for many
    results: 3 / 5 is 0.6000000000000001.  It does not look behind a barrier.
    """
    result: Any = jax.eval_shape(jnp.divide, x1, x2)
    divisor = jnp.broadcast_to(jnp.asarray(x2, result.dtype), result.shape)
    divisor = jax.lax.optimization_barrier(divisor)  # type: ignore[no-untyped-call]  # JAX has no types for it
    return jnp.divide(jnp.asarray(x1, result.dtype), divisor)


_floor_divide = _guarded(jnp.floor_divide)
_remainder = _guarded(jnp.remainder)
_fmod = compiled(_guarded(jnp.fmod))


def _power(x1: Any, x2: Any, /) -> Any:
    """``x1 ** x2``; of complex numbers, what JAX takes a logarithm of zero for."""
    if not (_is_complex(x1) or _is_complex(x2)):
        return jnp.pow(x1, x2)
    return _complex_integer_power(x1, x2) if type(x2) is int else _complex_power(x1, x2)


@compiling(static_argnums=1)
def _complex_integer_power(x1: Any, x2: int) -> Any:
    return complex_powers.of_zero(jnp, x1, x2, jnp.pow(x1, x2))


@compiled
def _complex_power(x1: Any, x2: Any) -> Any:
    zero = (x1 == 0) & (jnp.real(x2) > 0)
    power = jnp.where(zero, 0, jnp.pow(jnp.where(x1 == 0, 1, x1), x2))
    return complex_powers.of_zero(jnp, x1, x2, power)


float_power = of_floats(_power, operands=2, convert=promotion.at_least_default)


def _ordered(native: _Binary) -> _Binary:
    """``native``, which passes over a NaN among complex numbers, with the answer for them too."""
    of_two = complex_order.PAIRS[native.__name__]

    @compiled
    def of_complex(x1: Any, x2: Any) -> Any:
        dtype = jnp.result_type(x1, x2)
        return of_two(jnp, jnp.asarray(x1, dtype), jnp.asarray(x2, dtype))

    @wraps(native)
    def apply(x1: Any, x2: Any, /) -> Any:
        return of_complex(x1, x2) if _is_complex(x1) or _is_complex(x2) else native(x1, x2)

    return apply


def _is_complex(x: Any) -> bool:
    dtype = getattr(x, "dtype", None)
    return isinstance(x, complex) if dtype is None else dtype.kind == "c"


maximum = _checked(_ordered(jnp.maximum))
minimum = _checked(_ordered(jnp.minimum))
fmax = _checked(_ordered(jnp.fmax))
fmin = _checked(_ordered(jnp.fmin))


def _of_magnitudes(native: _Binary) -> _Binary:
    """``native`` of absolute values without a sign: JAX's own never ends where the smallest integer is one of them."""

    @wraps(native)
    def apply(x1: Any, x2: Any, /) -> Any:
        dtype = jnp.result_type(x1, x2)
        if dtype.kind != "i":
            return native(x1, x2)
        unsigned = f"u{dtype.name}"
        sizes = (jnp.abs(jnp.asarray(x, dtype)).astype(unsigned) for x in (x1, x2))
        return native(*sizes).astype(dtype)

    return _checked(compiled(apply))


gcd = _of_magnitudes(jnp.gcd)
lcm = _of_magnitudes(jnp.lcm)
copysign = of_two_floats(jnp.copysign)
nextafter = of_two_floats(jnp.nextafter)
heaviside = of_two_floats(jnp.heaviside)


def clip(x: Any, /, min: Any = None, max: Any = None) -> Any:
    if type(x) in (int, float):  # which has the default dtype, as it would be an array in NumPy
        x = jnp.asarray(x, default_int() if type(x) is int else default_float())
    if type(min) is int or type(max) is int:
        min, max = limits(min, max, x.dtype.name)
        check_beside_arrays((x, min, max))
    if _is_complex(x) or _is_complex(min) or _is_complex(max):
        x = x if min is None else maximum(x, min)
        return x if max is None else minimum(x, max)
    return jnp.clip(x, min, max)


abs = complex_functions.absolute
fabs = of_one_float(jnp.fabs)
negative = jnp.negative
positive = jnp.positive
reciprocal = jnp.reciprocal
square = jnp.square
signbit = jnp.signbit
ceil = jnp.ceil
floor = jnp.floor
trunc = jnp.trunc
rint = jnp.rint


@compiled
def _spacing(x: Any) -> Any:
    found = jnp.spacing(x)
    if x.dtype == jnp.float16:
        return jnp.where(jnp.isneginf(x), jnp.nan, found)
    return jnp.where(x == 0, jnp.abs(found), found)  # NumPy's has no sign


spacing = of_one_float(_spacing)
real = jnp.real
imag = jnp.imag
conj = jnp.conj
angle = of_floats(jnp.angle)


def floor_divide(x1: Any, x2: Any, /) -> Any:
    if type(x1) is int or type(x2) is int:
        _check_operands(x1, x2)
    return _quotient(x1, x2)


@compiled
def _whole_quotient(x1: Any, x2: Any) -> Any:
    quotient = _floor_divide(x1, x2)
    # A quotient of zero keeps its sign.
    if not _is_float(quotient):
        return quotient
    return jnp.where(quotient == 0, jax.lax.stop_gradient(x1 / x2) * 0, quotient)


_quotient = by_host_where_varied(_whole_quotient, np.floor_divide)
setattr(floor_divide, ONE_TYPE, _quotient)


def remainder(x1: Any, x2: Any, /) -> Any:
    if type(x1) is int or type(x2) is int:
        _check_operands(x1, x2)
    return _rest(x1, x2)


@compiled
def _rest_by_program(x1: Any, x2: Any) -> Any:
    rest = _remainder(x1, x2)
    if not _is_float(rest):
        return rest
    # A rest of zero has the sign of the divisor, not of the dividend, and the gradient that it had.
    twice = 2 * jax.lax.stop_gradient(rest)
    return jnp.where(rest == 0, jnp.where(x2 < 0, -(twice - rest), rest - twice), rest)


_rest = by_host_where_varied(_rest_by_program, np.remainder)
setattr(remainder, ONE_TYPE, _rest)


def fmod(x1: Any, x2: Any, /) -> Any:
    if type(x1) is int or type(x2) is int:
        _check_operands(x1, x2)
    return _truncated_rest(x1, x2)


_truncated_rest = by_host_where_varied(_fmod, np.fmod)
setattr(fmod, ONE_TYPE, _truncated_rest)


def _is_float(x: Any) -> bool:
    return bool(jnp.issubdtype(x.dtype, jnp.floating))


def divmod(x1: Any, x2: Any, /) -> tuple[Any, Any]:
    return floor_divide(x1, x2), remainder(x1, x2)


def pow(x1: Any, x2: Any, /) -> Any:
    _check_operands(x1, x2)
    if type(x2) is int:
        check_integer_power(x1.dtype.name, x2)
        x1 = x1.astype(default_int()) if x1.dtype == bool else x1
        if x2 not in _EXACT_POWERS and jnp.issubdtype(x1.dtype, jnp.floating):
            x2 = float(x2)
    elif isinstance(x2, jax.Array) and jnp.issubdtype(x2.dtype, jnp.integer):
        dtype = jnp.result_type(x1, x2)
        x2 = x2.astype(dtype) if jnp.issubdtype(dtype, jnp.floating) else x2
        x1 = int(x1) if type(x1) is bool else x1  # next to which JAX takes the default integers
        if jnp.issubdtype(dtype, jnp.integer):
            return integer_powers.power(x1, x2, dtype)
    return _power(x1, x2)


_EXACT_POWERS = range(-1, 3)
"""Powers that one operation gives.  For others that are integers JAX multiplies, and rounds each time."""


def bitwise_count(x: Any, /) -> Any:
    if x.dtype.kind not in "iub":
        raise DTypeError(f"bitwise_count: it is defined for integers and booleans, not for {x.dtype}")
    return x.astype("uint8") if x.dtype == bool else jnp.bitwise_count(x).astype("uint8")


@compiled
def sign(x: Any, /) -> Any:
    if jnp.iscomplexobj(x):
        return complex_sign(jnp, x)
    # jnp.sign(-0.0) is -0.0.
    return jnp.where(jnp.equal(x, 0), jnp.zeros_like(x), jnp.sign(x))


def nan_to_num(
    x: Any, /, *, nan: float = 0.0, posinf: float | None = None, neginf: float | None = None
) -> Any:
    if not math.isinf(nan):
        return jnp.nan_to_num(x, nan=nan, posinf=posinf, neginf=neginf)
    # JAX would replace what has taken the place of a NaN once more.
    return jnp.where(jnp.isnan(x), nan, jnp.nan_to_num(x, posinf=posinf, neginf=neginf))


exp = of_one_float(complex_functions.exp)
exp2 = of_one_float(precise_functions.exp2)
expm1 = of_one_float(complex_functions.expm1)
log = of_one_float(complex_functions.log)
log1p = of_one_float(precise_functions.log1p)
log2 = of_one_float(precise_functions.log2)
log10 = of_one_float(jnp.log10)
sqrt = of_one_float(complex_functions.sqrt)
cbrt = of_one_float(jnp.cbrt)
sin = of_one_float(jnp.sin)
cos = of_one_float(jnp.cos)
tan = of_one_float(jnp.tan)
asin = of_one_float(complex_functions.asin)
acos = of_one_float(complex_functions.acos)
atan = of_one_float(jnp.atan)
sinh = of_one_float(precise_functions.sinh)
cosh = of_one_float(precise_functions.cosh)
tanh = of_one_float(precise_functions.tanh)
asinh = of_one_float(complex_functions.asinh)
acosh = of_one_float(complex_functions.acosh)
atanh = of_one_float(precise_functions.atanh)


def atan2(x1: Any, x2: Any, /) -> Any:
    result = jnp.atan2(*as_floats(x1, x2))
    if result.dtype.kind == "c":
        raise DTypeError("atan2 is defined for real numbers only; ops.angle takes complex ones")
    return result


hypot = of_two_floats(jnp.hypot)
logaddexp = of_two_floats(_of_real_numbers(jnp.logaddexp))
logaddexp2 = of_two_floats(_of_real_numbers(jnp.logaddexp2))


def ldexp(x1: Any, x2: Any, /) -> Any:
    if isinstance(x2, (jax.Array, float)):
        require_exponents(getattr(x2, "dtype", np.dtype(float)).name)
    return jnp.ldexp(floating(x1) if isinstance(x1, jax.Array) else x1, x2)


deg2rad = of_one_float(_of_real_numbers(jnp.deg2rad))
rad2deg = of_one_float(_of_real_numbers(jnp.rad2deg))
i0 = of_one_float(jnp.i0)
erf = of_one_float(jax.scipy.special.erf)
gammainc = of_two_floats(jax.scipy.special.gammainc)
gammaincc = of_two_floats(jax.scipy.special.gammaincc)
_betainc = jax.scipy.special.betainc


@compiled
def betainc(a: Any, b: Any, x: Any, /) -> Any:
    # JAX gives 0 and 1 where one of them is zero.
    return jnp.where((jnp.asarray(a) > 0) & (jnp.asarray(b) > 0), _betainc(a, b, x), jnp.nan)


def rsqrt(x: Any, /) -> Any:
    return jax.lax.rsqrt(floating(x))


equal = compared(jnp.equal)
not_equal = compared(jnp.not_equal)
less = compared(_ordered(jnp.less))
less_equal = compared(_ordered(jnp.less_equal))
greater = compared(_ordered(jnp.greater))
greater_equal = compared(_ordered(jnp.greater_equal))
logical_and = jnp.logical_and
logical_or = jnp.logical_or
logical_xor = jnp.logical_xor
logical_not = jnp.logical_not
bitwise_and = _checked(jnp.bitwise_and)
bitwise_or = _checked(jnp.bitwise_or)
bitwise_xor = _checked(jnp.bitwise_xor)
bitwise_left_shift = _checked(jnp.bitwise_left_shift)
bitwise_right_shift = _checked(jnp.bitwise_right_shift)
bitwise_invert = jnp.bitwise_invert
isfinite = jnp.isfinite
isinf = jnp.isinf
isnan = jnp.isnan
isposinf = jnp.isposinf
isneginf = jnp.isneginf
