"""Element by element: exponentials, logarithms, trigonometry, special functions."""

from __future__ import annotations

from emberops.dispatch.operation import operation
from emberops.typing import Tensor, TensorLike

__all__ = [
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "cos",
    "cosh",
    "deg2rad",
    "erf",
    "erfc",
    "erfinv",
    "exp",
    "exp2",
    "expm1",
    "hypot",
    "i0",
    "ldexp",
    "log",
    "log1p",
    "log2",
    "log10",
    "logaddexp",
    "logaddexp2",
    "rad2deg",
    "rsqrt",
    "sin",
    "sinc",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
]


@operation
def exp(x: TensorLike, /) -> Tensor:
    """E raised to the power ``x``.

    Booleans and integers give the default float dtype.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def exp2(x: TensorLike, /) -> Tensor:
    """2 raised to the power ``x``.

    Booleans and integers give the default float dtype.
    """


@operation
def expm1(x: TensorLike, /) -> Tensor:
    """``exp(x) - 1``, accurate near zero.

    Booleans and integers give the default float dtype.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def log(x: TensorLike, /) -> Tensor:
    """Natural logarithm: NaN below zero, -inf at zero.

    Booleans and integers give the default float dtype.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def log1p(x: TensorLike, /) -> Tensor:
    """``log(1 + x)``, accurate near zero.

    Booleans and integers give the default float dtype.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def log2(x: TensorLike, /) -> Tensor:
    """Logarithm to base 2.

    Booleans and integers give the default float dtype.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def log10(x: TensorLike, /) -> Tensor:
    """Logarithm to base 10.

    Booleans and integers give the default float dtype.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def sqrt(x: TensorLike, /) -> Tensor:
    """Square root: NaN below zero.

    Booleans and integers give the default float dtype.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def cbrt(x: TensorLike, /) -> Tensor:
    """Cube root.

    Booleans and integers give the default float dtype.
    """


@operation
def rsqrt(x: TensorLike, /) -> Tensor:
    """``1 / sqrt(x)``.

    Booleans and integers give the default float dtype.
    """


@operation
def sin(x: TensorLike, /) -> Tensor:
    """Sine of an angle in radians.

    Booleans and integers give the default float dtype.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def cos(x: TensorLike, /) -> Tensor:
    """Cosine of an angle in radians.

    Booleans and integers give the default float dtype.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def tan(x: TensorLike, /) -> Tensor:
    """Tangent of an angle in radians.

    Booleans and integers give the default float dtype.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def asin(x: TensorLike, /) -> Tensor:
    """Inverse sine, in radians.

    Booleans and integers give the default float dtype.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def acos(x: TensorLike, /) -> Tensor:
    """Inverse cosine, in radians.

    Booleans and integers give the default float dtype.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def atan(x: TensorLike, /) -> Tensor:
    """Inverse tangent, in radians.

    Booleans and integers give the default float dtype.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def sinh(x: TensorLike, /) -> Tensor:
    """Hyperbolic sine.

    Booleans and integers give the default float dtype.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def cosh(x: TensorLike, /) -> Tensor:
    """Hyperbolic cosine.

    Booleans and integers give the default float dtype.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def tanh(x: TensorLike, /) -> Tensor:
    """Hyperbolic tangent.

    Booleans and integers give the default float dtype.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def asinh(x: TensorLike, /) -> Tensor:
    """Inverse hyperbolic sine.

    Booleans and integers give the default float dtype.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def acosh(x: TensorLike, /) -> Tensor:
    """Inverse hyperbolic cosine.

    Booleans and integers give the default float dtype.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def atanh(x: TensorLike, /) -> Tensor:
    """Inverse hyperbolic tangent.

    Booleans and integers give the default float dtype.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def deg2rad(x: TensorLike, /) -> Tensor:
    """Degrees to radians.

    Booleans and integers give the default float dtype.
    """


@operation
def rad2deg(x: TensorLike, /) -> Tensor:
    """Radians to degrees.

    Booleans and integers give the default float dtype.
    """


@operation
def sinc(x: TensorLike, /) -> Tensor:
    """``sin(pi x) / (pi x)``, 1 at zero.

    Booleans and integers give the default float dtype.
    """


@operation
def erf(x: TensorLike, /) -> Tensor:
    """Error function.

    Booleans and integers give the default float dtype.
    """


@operation
def erfc(x: TensorLike, /) -> Tensor:
    """Complementary error function ``1 - erf(x)``, accurate for large ``x``.

    Booleans and integers give the default float dtype.
    """


@operation
def erfinv(x: TensorLike, /) -> Tensor:
    """Inverse of the error function.

    Booleans and integers give the default float dtype.
    """


@operation
def i0(x: TensorLike, /) -> Tensor:
    """Modified Bessel function of the first kind, order 0.

    Booleans and integers give the default float dtype.
    """


@operation
def atan2(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Inverse tangent of ``x1 / x2`` in the right quadrant, in radians.

    Shapes broadcast and dtypes promote; either argument may be a Python number, which takes the other's
    dtype.  Integers give the default float dtype.  Array API 2025.12, ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def hypot(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """``sqrt(x1**2 + x2**2)`` without overflow on the way.

    Shapes broadcast and dtypes promote; either argument may be a Python number, which takes the other's
    dtype.  Integers give the default float dtype.  Array API 2025.12, ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def logaddexp(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """``log(exp(x1) + exp(x2))`` without overflow on the way.

    Shapes broadcast and dtypes promote; either argument may be a Python number, which takes the other's
    dtype.  Integers give the default float dtype.  Array API 2025.12, ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def logaddexp2(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """``log2(2**x1 + 2**x2)`` without overflow on the way.

    Shapes broadcast and dtypes promote; either argument may be a Python number, which takes the other's
    dtype.  Integers give the default float dtype.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def ldexp(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """``x1 * 2**x2``.

    Shapes broadcast and dtypes promote; either argument may be a Python number, which takes the other's
    dtype.  Integers give the default float dtype.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """
