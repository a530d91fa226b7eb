"""Reductions of runs of elements, which indices begin: NumPy's ``reduceat``."""

from __future__ import annotations

from emberops.dispatch.operation import operation
from emberops.typing import DTypeLike, Tensor, TensorLike

__all__ = [
    "add_reduceat",
    "logical_and_reduceat",
    "logical_or_reduceat",
    "maximum_reduceat",
    "minimum_reduceat",
    "multiply_reduceat",
]


@operation
def add_reduceat(x: TensorLike, indices: TensorLike, /, axis: int = 0, *, dtype: DTypeLike = None) -> Tensor:
    """Sums of the elements from each index up to the next one; from the last one to the end.

    ``numpy.add.reduceat``; truth values are counted, and small integers added in the default dtype as in
    ``sum``. Where an index is not below the next, it is the element there alone.

    Parameters
    ----------
    indices
        Where runs begin: a vector of integers in any order, which need no number of runs to be known to a compiler.

    Raises
    ------
    ArgumentTypeError
        If ``x`` is a number.
    ShapeError
        If ``indices`` are no vector.
    DTypeError
        If ``indices`` are no integers.
    OutOfBoundsError
        If an index is negative or beyond the axis, and the values are known.
    """


@operation
def multiply_reduceat(
    x: TensorLike, indices: TensorLike, /, axis: int = 0, *, dtype: DTypeLike = None
) -> Tensor:
    """Products of the elements from each index up to the next one; from the last one to the end.

    ``numpy.multiply.reduceat``; in the dtype of ``prod``. Where an index is not below the next, it is the
    element there alone.

    Parameters
    ----------
    indices
        Where runs begin: a vector of integers in any order, which need no number of runs to be known to a compiler.

    Raises
    ------
    ArgumentTypeError
        If ``x`` is a number.
    ShapeError
        If ``indices`` are no vector.
    DTypeError
        If ``indices`` are no integers.
    OutOfBoundsError
        If an index is negative or beyond the axis, and the values are known.
    """


@operation
def maximum_reduceat(x: TensorLike, indices: TensorLike, /, axis: int = 0) -> Tensor:
    """Maxima of the elements from each index up to the next one; from the last one to the end.

    ``numpy.maximum.reduceat``; NaN where a run holds one. Where an index is not below the next, it is the
    element there alone.

    Parameters
    ----------
    indices
        Where runs begin: a vector of integers in any order, which need no number of runs to be known to a compiler.

    Raises
    ------
    ArgumentTypeError
        If ``x`` is a number.
    ShapeError
        If ``indices`` are no vector.
    DTypeError
        If ``indices`` are no integers.
    OutOfBoundsError
        If an index is negative or beyond the axis, and the values are known.
    """


@operation
def minimum_reduceat(x: TensorLike, indices: TensorLike, /, axis: int = 0) -> Tensor:
    """Minima of the elements from each index up to the next one; from the last one to the end.

    ``numpy.minimum.reduceat``; NaN where a run holds one. Where an index is not below the next, it is the
    element there alone.

    Parameters
    ----------
    indices
        Where runs begin: a vector of integers in any order, which need no number of runs to be known to a compiler.

    Raises
    ------
    ArgumentTypeError
        If ``x`` is a number.
    ShapeError
        If ``indices`` are no vector.
    DTypeError
        If ``indices`` are no integers.
    OutOfBoundsError
        If an index is negative or beyond the axis, and the values are known.
    """


@operation
def logical_and_reduceat(x: TensorLike, indices: TensorLike, /, axis: int = 0) -> Tensor:
    """Whether all elements from each index up to the next one are true; from the last one to the end.

    ``numpy.logical_and.reduceat``; NaN is true. Where an index is not below the next, it is the
    element there alone.

    Parameters
    ----------
    indices
        Where runs begin: a vector of integers in any order, which need no number of runs to be known to a compiler.

    Raises
    ------
    ArgumentTypeError
        If ``x`` is a number.
    ShapeError
        If ``indices`` are no vector.
    DTypeError
        If ``indices`` are no integers.
    OutOfBoundsError
        If an index is negative or beyond the axis, and the values are known.
    """


@operation
def logical_or_reduceat(x: TensorLike, indices: TensorLike, /, axis: int = 0) -> Tensor:
    """Whether any elements from each index up to the next one are true; from the last one to the end.

    ``numpy.logical_or.reduceat``; NaN is true. Where an index is not below the next, it is the
    element there alone.

    Parameters
    ----------
    indices
        Where runs begin: a vector of integers in any order, which need no number of runs to be known to a compiler.

    Raises
    ------
    ArgumentTypeError
        If ``x`` is a number.
    ShapeError
        If ``indices`` are no vector.
    DTypeError
        If ``indices`` are no integers.
    OutOfBoundsError
        If an index is negative or beyond the axis, and the values are known.
    """
