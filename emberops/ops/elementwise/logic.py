"""Element by element: comparison, logic, bits, tests of floating-point values."""

from __future__ import annotations

from emberops.dispatch.operation import operation
from emberops.typing import Tensor, TensorLike

__all__ = [
    "bitwise_and",
    "bitwise_count",
    "bitwise_invert",
    "bitwise_left_shift",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "equal",
    "greater",
    "greater_equal",
    "isfinite",
    "isinf",
    "isnan",
    "isneginf",
    "isposinf",
    "less",
    "less_equal",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "not_equal",
]


@operation
def equal(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """``x1 == x2``.

    Shapes broadcast; either argument may be a Python number.  The result is boolean.  Array API 2025.12,
    ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def not_equal(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """``x1 != x2``.

    Shapes broadcast; either argument may be a Python number.  The result is boolean.  Array API 2025.12,
    ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def less(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """``x1 < x2``.

    Shapes broadcast; either argument may be a Python number.  The result is boolean.  Array API 2025.12,
    ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def less_equal(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """``x1 <= x2``.

    Shapes broadcast; either argument may be a Python number.  The result is boolean.  Array API 2025.12,
    ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def greater(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """``x1 > x2``.

    Shapes broadcast; either argument may be a Python number.  The result is boolean.  Array API 2025.12,
    ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def greater_equal(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """``x1 >= x2``.

    Shapes broadcast; either argument may be a Python number.  The result is boolean.  Array API 2025.12,
    ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def logical_and(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Whether both are true (not zero).

    Shapes broadcast; either argument may be a Python number.  The result is boolean.  Array API 2025.12,
    ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def logical_or(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Whether either is true (not zero).

    Shapes broadcast; either argument may be a Python number.  The result is boolean.  Array API 2025.12,
    ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def logical_xor(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Whether just one is true (not zero).

    Shapes broadcast; either argument may be a Python number.  The result is boolean.  Array API 2025.12,
    ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def logical_not(x: TensorLike, /) -> Tensor:
    """Whether the element is false (zero).

    The result is boolean.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def bitwise_and(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Bitwise and.

    Shapes broadcast and dtypes promote; either argument may be a Python integer.  Integers and booleans
    only.  Array API 2025.12, ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def bitwise_or(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Bitwise or.

    Shapes broadcast and dtypes promote; either argument may be a Python integer.  Integers and booleans
    only.  Array API 2025.12, ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def bitwise_xor(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Bitwise exclusive or.

    Shapes broadcast and dtypes promote; either argument may be a Python integer.  Integers and booleans
    only.  Array API 2025.12, ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def bitwise_left_shift(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Bits of ``x1`` shifted left by ``x2``; 0 once all are shifted out.

    Shapes broadcast and dtypes promote; either argument may be a Python integer.  Integers and booleans
    only.  Array API 2025.12, ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def bitwise_right_shift(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Bits of ``x1`` shifted right by ``x2``, the sign kept.

    Shapes broadcast and dtypes promote; either argument may be a Python integer.  Integers and booleans
    only.  Array API 2025.12, ``elementwise_functions``.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.
    """


@operation
def bitwise_invert(x: TensorLike, /) -> Tensor:
    """Every bit inverted; of booleans, the negation.

    The dtype stays.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def bitwise_count(x: TensorLike, /) -> Tensor:
    """How many bits of the absolute value are set, as uint8; of booleans, 1 where true.

    Raises
    ------
    DTypeError
        If ``x`` is not of integers or booleans.
    """


@operation
def isfinite(x: TensorLike, /) -> Tensor:
    """Whether neither NaN nor infinite.

    The result is boolean.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def isinf(x: TensorLike, /) -> Tensor:
    """Whether infinite.

    The result is boolean.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def isnan(x: TensorLike, /) -> Tensor:
    """Whether NaN.

    The result is boolean.  Array API 2025.12, ``elementwise_functions``.
    """


@operation
def isposinf(x: TensorLike, /) -> Tensor:
    """Whether positive infinity.

    The result is boolean.
    """


@operation
def isneginf(x: TensorLike, /) -> Tensor:
    """Whether negative infinity.

    The result is boolean.
    """
