"""Element by element: one tensor's rounding, signs and parts."""

from __future__ import annotations

from emberops.dispatch.operation import operation
from emberops.typing import Tensor, TensorLike

__all__ = [
    "abs",
    "angle",
    "ceil",
    "clip",
    "complex",
    "conj",
    "fabs",
    "floor",
    "frexp",
    "imag",
    "iscomplex",
    "isreal",
    "modf",
    "nan_to_num",
    "negative",
    "positive",
    "real",
    "real_if_close",
    "reciprocal",
    "rint",
    "round",
    "sign",
    "signbit",
    "spacing",
    "square",
    "trunc",
]


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
def frexp(x: TensorLike, /) -> tuple[Tensor, Tensor]:
    """Mantissa, from 0.5 to below 1 with the sign of ``x``, and the power of two that it is multiplied with, int32.

    Of zero, infinities and NaN the mantissa is the number and the exponent 0.  Booleans and integers give the default
    float dtype.
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
def complex(real: TensorLike, imag: TensorLike, /) -> Tensor:
    """Complex numbers of their two parts, which broadcast.

    Nothing is computed, so that an infinite part leaves the other what it is, as ``real + 1j * imag`` does not.
    Parts in single precision, and shorter ones, give complex64; whole numbers and booleans are of the default float
    dtype.  As ``torch.complex``, whose parts must be alike.

    Raises
    ------
    DTypeError
        If a part is complex itself.
    """


@operation
def real_if_close(x: TensorLike, /, tol: float = 100) -> Tensor:
    """The real part of complex numbers, if all imaginary parts are next to zero; the numbers as they are otherwise.

    ``tol`` is how large they may be: a multiple of the dtype's ``eps`` if above 1, a size otherwise.  Where a
    compiler hides the values, the numbers stay complex.
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

    ``nan``, ``posinf`` and ``neginf`` are the numbers that stand for them.

    The dtype stays.
    """
