"""Element by element: arithmetic, rounding, signs and parts."""

from __future__ import annotations

from emberops.dispatch import operation
from emberops.ops import logic, transcendental
from emberops.ops.logic import *
from emberops.ops.transcendental import *
from emberops.typing import Tensor, TensorLike

__all__ = [
    "abs",
    "add",
    "angle",
    "ceil",
    "clip",
    "conj",
    "copysign",
    "divide",
    "divmod",
    "fabs",
    "float_power",
    "floor",
    "floor_divide",
    "fmax",
    "fmin",
    "fmod",
    "gcd",
    "heaviside",
    "imag",
    "iscomplex",
    "isreal",
    "lcm",
    "maximum",
    "minimum",
    "modf",
    "multiply",
    "nan_to_num",
    "negative",
    "nextafter",
    "positive",
    "pow",
    "real",
    "reciprocal",
    "remainder",
    "rint",
    "round",
    "sign",
    "signbit",
    "spacing",
    "square",
    "subtract",
    "trunc",
]
__all__ += logic.__all__
__all__ += transcendental.__all__


@operation
def add(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Sum.

    Shapes broadcast and dtypes promote; either argument may be a Python number, which takes the other's
    dtype.  Array API 2025.12, ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def subtract(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Difference.

    Shapes broadcast and dtypes promote; either argument may be a Python number, which takes the other's
    dtype.  Booleans are refused, as NumPy does: use ``logical_xor``.  Array API 2025.12,
    ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def multiply(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Product.

    Shapes broadcast and dtypes promote; either argument may be a Python number, which takes the other's
    dtype.  Array API 2025.12, ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def divide(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Quotient ``x1 / x2``.

    Shapes broadcast and dtypes promote; either argument may be a Python number, which takes the other's
    dtype.  Integers give the default float dtype.  Array API 2025.12, ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def floor_divide(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Quotient rounded down, ``x1 // x2``.

    Shapes broadcast and dtypes promote; either argument may be a Python number, which takes the other's
    dtype.  Division of an integer by zero gives 0.  Array API 2025.12, ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def remainder(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Remainder of the floor division, ``x1 % x2``, with the sign of ``x2``.

    Shapes broadcast and dtypes promote; either argument may be a Python number, which takes the other's
    dtype.  For integers, the remainder by zero is 0.  Array API 2025.12, ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def fmod(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Remainder of the division rounded towards zero, with the sign of ``x1``.

    Shapes broadcast and dtypes promote; either argument may be a Python number, which takes the other's
    dtype.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def divmod(x1: TensorLike, x2: TensorLike, /) -> tuple[Tensor, Tensor]:
    """``(floor_divide(x1, x2), remainder(x1, x2))``.

    Shapes broadcast and dtypes promote; either argument may be a Python number, which takes the other's
    dtype.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def pow(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """``x1`` raised to the power ``x2``.

    Shapes broadcast and dtypes promote; either argument may be a Python number, which takes the other's
    dtype.  An integer tensor to a negative Python integer is a ValueError; to a tensor of negative
    integers, it is the backend's affair.  Array API 2025.12, ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def float_power(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """``x1`` raised to the power ``x2``, in floating point.

    Shapes broadcast and dtypes promote; either argument may be a Python number, which takes the other's
    dtype.  Integers give the default float dtype.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def maximum(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """The greater of two elements; NaN where either is NaN.

    Shapes broadcast and dtypes promote; either argument may be a Python number, which takes the other's
    dtype.  Array API 2025.12, ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def minimum(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """The smaller of two elements; NaN where either is NaN.

    Shapes broadcast and dtypes promote; either argument may be a Python number, which takes the other's
    dtype.  Array API 2025.12, ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def fmax(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """The greater of two elements; the other where one is NaN.

    Shapes broadcast and dtypes promote; either argument may be a Python number, which takes the other's
    dtype.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def fmin(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """The smaller of two elements; the other where one is NaN.

    Shapes broadcast and dtypes promote; either argument may be a Python number, which takes the other's
    dtype.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def gcd(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Greatest common divisor.

    Shapes broadcast and dtypes promote; either argument may be a Python integer.  Integers and booleans
    only.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def lcm(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Least common multiple.

    Shapes broadcast and dtypes promote; either argument may be a Python integer.  Integers and booleans
    only.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def copysign(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """The magnitude of ``x1`` with the sign of ``x2``.

    Shapes broadcast and dtypes promote; either argument may be a Python number, which takes the other's
    dtype.  Integers give the default float dtype.  Array API 2025.12, ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def nextafter(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """The next representable value after ``x1`` in the direction of ``x2``.

    Shapes broadcast and dtypes promote; either argument may be a Python number, which takes the other's
    dtype.  Integers give the default float dtype.  Array API 2025.12, ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def heaviside(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Step function of ``x1``: 0 below zero, 1 above it, ``x2`` at zero.

    Shapes broadcast and dtypes promote; either argument may be a Python number, which takes the other's
    dtype.  Integers give the default float dtype.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def clip(x: TensorLike, /, min: TensorLike | None = None, max: TensorLike | None = None) -> Tensor:
    """Elements limited to ``[min, max]``; ``None`` is no limit; ``max`` wins where ``min > max``.

    The limits broadcast with ``x`` and may be Python numbers.  Array API 2025.12,
    ``elementwise_functions``.
    """


@operation
def abs(x: TensorLike, /) -> Tensor:
    """Absolute value.

    Complex elements give their modulus; else the dtype stays.  Array API 2025.12,
    ``elementwise_functions``.
    """


@operation
def fabs(x: TensorLike, /) -> Tensor:
    """Absolute value, in floating point.

    Booleans and integers give the default float dtype.
    """


@operation
def negative(x: TensorLike, /) -> Tensor:
    """``-x``.

    The dtype stays.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def positive(x: TensorLike, /) -> Tensor:
    """``+x``.

    The dtype stays.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def reciprocal(x: TensorLike, /) -> Tensor:
    """``1 / x``.

    Meant for floats: NumPy divides integers by integers.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def square(x: TensorLike, /) -> Tensor:
    """``x * x``.

    The dtype stays.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def sign(x: TensorLike, /) -> Tensor:
    """-1, 0 or 1 by the sign; NaN for NaN; ``x / abs(x)`` for complex elements.

    The dtype stays.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def signbit(x: TensorLike, /) -> Tensor:
    """Whether the sign bit is set, that of -0.0 included.

    The result is boolean.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def ceil(x: TensorLike, /) -> Tensor:
    """Rounded up.

    The dtype stays.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def floor(x: TensorLike, /) -> Tensor:
    """Rounded down.

    The dtype stays.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def trunc(x: TensorLike, /) -> Tensor:
    """Rounded towards zero.

    The dtype stays.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def round(x: TensorLike, /, decimals: int = 0) -> Tensor:
    """Rounded to ``decimals`` places, halves to even.

    The dtype stays.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def rint(x: TensorLike, /) -> Tensor:
    """Rounded to the nearest integer, halves to even, in floating point.

    Booleans and integers give the default float dtype.
    """


@operation
def modf(x: TensorLike, /) -> tuple[Tensor, Tensor]:
    """Fractional and integral parts, both with the sign of ``x``.

    Booleans and integers give the default float dtype.
    """


@operation
def spacing(x: TensorLike, /) -> Tensor:
    """Distance to the nearest representable value further from zero.

    Booleans and integers give the default float dtype.
    """


@operation
def real(x: TensorLike, /) -> Tensor:
    """Real part.

    Real tensors are returned unchanged.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def imag(x: TensorLike, /) -> Tensor:
    """Imaginary part: zeros for a real tensor.

    Array API 2025.12, ``elementwise_functions``.
    """


@operation
def iscomplex(x: TensorLike, /) -> Tensor:
    """Whether the imaginary part is not 0.

    The result is boolean.
    """


@operation
def isreal(x: TensorLike, /) -> Tensor:
    """Whether the imaginary part is 0.

    The result is boolean.
    """


@operation
def conj(x: TensorLike, /) -> Tensor:
    """Complex conjugate.

    Real tensors are returned unchanged.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def angle(x: TensorLike, /, deg: bool = False) -> Tensor:
    """Argument of a complex number, in radians or degrees; 0 or pi for a real one."""


@operation
def nan_to_num(
    x: TensorLike, /, *, nan: float = 0.0, posinf: float | None = None, neginf: float | None = None
) -> Tensor:
    """NaN and infinities replaced by numbers: by default 0 and the dtype's largest and smallest.

    The dtype stays.
    """
