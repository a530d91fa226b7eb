"""Searching."""

from __future__ import annotations

from collections.abc import Sequence

from emberops.dispatch.operation import operation
from emberops.typing import Axis, Tensor, TensorLike

__all__ = [
    "argmax",
    "argmin",
    "argwhere",
    "count_nonzero",
    "digitize",
    "flatnonzero",
    "nanargmax",
    "nanargmin",
    "nonzero",
    "searchsorted",
    "select",
    "where",
]


@operation
def where(condition: TensorLike, x1: TensorLike | None = None, x2: TensorLike | None = None, /) -> Tensor:
    """``x1`` where ``condition`` holds and ``x2`` elsewhere; without them, ``nonzero(condition)``.

    The three broadcast; ``x1`` and ``x2`` promote, and either may be a Python number.  Array API 2025.12,
    ``searching_functions``.

    Raises
    ------
    ValueError
        If only one of ``x1`` and ``x2`` is given.
    """


@operation
def nonzero(x: TensorLike, /) -> tuple[Tensor, ...]:
    """Indices of the elements that are not zero, a tensor for each axis, in order.

    The size depends on the values, so this cannot be compiled.  Array API 2025.12, ``searching_functions``.
    """


@operation
def argwhere(x: TensorLike, /) -> Tensor:
    """Indices of the elements that are not zero, a row for each element.

    The size depends on the values, so this cannot be compiled.
    """


@operation
def flatnonzero(x: TensorLike, /) -> Tensor:
    """Positions, in row-major order, of the elements that are not zero.

    The size depends on the values, so this cannot be compiled.
    """


@operation
def count_nonzero(x: TensorLike, /, axis: Axis = None, *, keepdims: bool = False) -> Tensor:
    """Number of elements that are not zero.

    ``axis`` is one axis, several, or ``None`` for all; ``()`` reduces nothing.  Array API 2025.12,
    ``searching_functions``.

    Raises
    ------
    AxisError
        If there is no such axis.
    """


@operation
def argmax(x: TensorLike, /, axis: int | None = None, *, keepdims: bool = False) -> Tensor:
    """Position of the greatest element, the first of several; of the first NaN if there is one.

    With ``axis=None``, the position in row-major order.  Array API 2025.12, ``searching_functions``.

    Raises
    ------
    AxisError
        If there is no such axis.
    ValueError
        If there is no element.
    """


@operation
def argmin(x: TensorLike, /, axis: int | None = None, *, keepdims: bool = False) -> Tensor:
    """Position of the smallest element, the first of several; of the first NaN if there is one.

    With ``axis=None``, the position in row-major order.  Array API 2025.12, ``searching_functions``.

    Raises
    ------
    AxisError
        If there is no such axis.
    ValueError
        If there is no element.
    """


@operation
def nanargmax(x: TensorLike, /, axis: int | None = None, *, keepdims: bool = False) -> Tensor:
    """Position of the greatest element that is not NaN.

    Where all are NaN it raises ValueError; it is -1 where a compiler hides that.
    """


@operation
def nanargmin(x: TensorLike, /, axis: int | None = None, *, keepdims: bool = False) -> Tensor:
    """Position of the smallest element that is not NaN.

    Where all are NaN it raises ValueError; it is -1 where a compiler hides that.
    """


@operation
def searchsorted(
    x1: TensorLike, x2: TensorLike, /, side: str = "left", sorter: TensorLike | None = None
) -> Tensor:
    """Positions at which the elements of ``x2`` would keep the 1-D tensor ``x1`` sorted.

    ``side`` is ``left`` or ``right`` of equal elements; ``sorter`` holds the indices that sort ``x1`` if it
    is not sorted itself.  Array API 2025.12, ``searching_functions``.

    Raises
    ------
    ValueError
        If ``side`` is neither.
    """


@operation
def digitize(x: TensorLike, bins: TensorLike, /, right: bool = False) -> Tensor:
    """Number of the bin that holds each element; ``bins`` are its edges, rising or falling.

    Bins hold their lower edge, or, with ``right``, their upper one.
    """


@operation
def select(
    condlist: Sequence[TensorLike], choicelist: Sequence[TensorLike], default: TensorLike = 0
) -> Tensor:
    """Elements of the first choice whose condition holds, or ``default``.

    Raises
    ------
    ValueError
        If the lists differ in length or are empty.
    """
