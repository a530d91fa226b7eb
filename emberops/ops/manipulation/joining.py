"""Joining tensors and taking them apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from emberops.dispatch.operation import operation
from emberops.typing import DTypeLike, RawTensorLike, Tensor, TensorLike


@operation
def concat(arrays: Sequence[TensorLike], /, axis: int | None = 0, *, dtype: DTypeLike = None) -> Tensor:
    """Tensors joined along an axis that they have.

    Parameters
    ----------
    arrays
        Tensors of equal shapes, ``axis`` apart; dtypes are promoted.
    axis
        ``None``: each is taken as a vector.
    dtype
        Of the result, in place of the promoted one.

    Raises
    ------
    ShapeError
        If the shapes do not fit, or there are no tensors.

    Notes
    -----
    Array API 2025.12, ``manipulation_functions``.
    """


@operation
def stack(arrays: Sequence[TensorLike], /, axis: int = 0, *, dtype: DTypeLike = None) -> Tensor:
    """Tensors of one shape joined along a new axis.

    Raises
    ------
    ShapeError
        If the shapes differ, or there are no tensors.
    """


@operation
def hstack(arrays: Sequence[TensorLike], /, *, dtype: DTypeLike = None) -> Tensor:
    """Tensors joined along the second axis; vectors and numbers along the first."""


@operation
def vstack(arrays: Sequence[TensorLike], /, *, dtype: DTypeLike = None) -> Tensor:
    """Tensors joined along the first axis; vectors count as rows."""


@operation
def dstack(arrays: Sequence[TensorLike], /) -> Tensor:
    """Tensors joined along the third axis, which they get if they lack it."""


@operation
def column_stack(arrays: Sequence[TensorLike], /) -> Tensor:
    """Vectors, and matrices as they are, as the columns of a matrix."""


@operation
def split(x: TensorLike, /, indices_or_sections: Any, axis: int = 0) -> list[Tensor]:
    """Pieces along an axis: as many equal ones as a number says, or cut before each of several indices.

    ``indices_or_sections`` is that number, or those indices in rising order.

    Raises
    ------
    ShapeError
        If the size is no multiple of the number: :func:`array_split` takes any.
    """


@operation
def array_split(x: TensorLike, /, indices_or_sections: Any, axis: int = 0) -> list[Tensor]:
    """:func:`split` into pieces that need not be equal: the first ones are longer by one."""


@operation
def hsplit(x: TensorLike, /, indices_or_sections: Any) -> list[Tensor]:
    """:func:`split` along the second axis, of a vector along the first."""


@operation
def vsplit(x: TensorLike, /, indices_or_sections: Any) -> list[Tensor]:
    """:func:`split` along the first axis of a tensor with two or more."""


@operation
def dsplit(x: TensorLike, /, indices_or_sections: Any) -> list[Tensor]:
    """:func:`split` along the third axis."""


@operation
def append(x: TensorLike, values: TensorLike, /, axis: int | None = None) -> Tensor:
    """``values`` after those of ``x``, along ``axis``, or both as vectors."""


@operation
def delete(x: TensorLike, obj: Any, /, axis: int | None = None) -> Tensor:
    """Without the entries at an index, several indices, a slice or a mask; without ``axis`` of the vector.

    Raises
    ------
    OutOfBoundsError
        If an index is outside the axis.
    """


@operation
def insert(x: TensorLike, obj: Any, values: RawTensorLike, /, axis: int | None = None) -> Tensor:
    """With ``values`` before an index, or before each of several indices of ``x``."""


@operation
def block(arrays: RawTensorLike) -> Tensor:
    """A tensor from nested lists of blocks: the innermost lists join along the last axis, and so outwards."""
