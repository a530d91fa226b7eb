"""Matrices made of others, or of a few numbers."""

from __future__ import annotations

from emberops.dispatch.operation import operation
from emberops.typing import Tensor, TensorLike


@operation
def block_diag(*arrays: TensorLike) -> Tensor:
    """A matrix with the given ones along its diagonal, and zeros elsewhere.

    Parameters
    ----------
    arrays
        Tensors of at most two axes; a vector is a row, a number a matrix of one element.  None of them give an empty
        matrix of shape ``(1, 0)``, as with SciPy.

    Returns
    -------
    Tensor
        Of the promoted dtype; as many rows and columns as all have together.

    Raises
    ------
    ShapeError
        If one has more than two axes.
    """


@operation
def toeplitz(c: TensorLike, r: TensorLike | None = None, /) -> Tensor:
    """The matrix whose diagonals are constant, from its first column and row.

    Parameters
    ----------
    c
        The first column, a vector.
    r
        The first row, a vector, whose first element is not looked at; the conjugate of ``c`` by default.

    Returns
    -------
    Tensor
        Shape ``(len(c), len(r))`` and the promoted dtype.

    Raises
    ------
    ShapeError
        If one is no vector.
    """
