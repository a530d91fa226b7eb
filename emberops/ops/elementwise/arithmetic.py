"""Element by element: arithmetic of two tensors, and what else has two operands that are numbers."""

from __future__ import annotations

from emberops.dispatch.operation import operation
from emberops.typing import Tensor, TensorLike

__all__ = [
    "add",
    "copysign",
    "divide",
    "divmod",
    "float_power",
    "floor_divide",
    "fmax",
    "fmin",
    "fmod",
    "gcd",
    "heaviside",
    "lcm",
    "maximum",
    "minimum",
    "multiply",
    "nextafter",
    "pow",
    "remainder",
    "subtract",
]


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
