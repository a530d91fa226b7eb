"""Sorting."""

from __future__ import annotations

from collections.abc import Sequence

from emberops.dispatch.operation import operation
from emberops.typing import Tensor, TensorLike

__all__ = [
    "argpartition",
    "argsort",
    "in_top_k",
    "lexsort",
    "partition",
    "sort",
    "sort_complex",
    "top_k",
]


@operation
def sort(x: TensorLike, /, axis: int | None = -1, *, descending: bool = False, stable: bool = True) -> Tensor:
    """Elements in rising order along ``axis``; of the flattened tensor where it is ``None``.

    NaN counts as greatest.  With ``descending`` they fall, NaN first, and equal elements keep their
    order; the sort is stable whatever ``stable`` says.  Array API 2025.12, ``sorting_functions``.

    Raises
    ------
    AxisError
        If there is no such axis.
    """


@operation
def argsort(
    x: TensorLike, /, axis: int | None = -1, *, descending: bool = False, stable: bool = True
) -> Tensor:
    """Indices that sort along ``axis``; the flattened tensor where it is ``None``.

    Equal elements keep their order.  NaN counts as greatest.  ``descending`` and ``stable`` are as in
    :func:`sort`.  Array API 2025.12, ``sorting_functions``.

    Raises
    ------
    AxisError
        If there is no such axis.
    """


@operation
def lexsort(keys: Sequence[TensorLike], /, axis: int = -1) -> Tensor:
    """Indices that sort by several keys, the last of which counts first."""


@operation
def partition(x: TensorLike, kth: int | Sequence[int], /, axis: int | None = -1) -> Tensor:
    """Elements rearranged around the one that sorting would put at position ``kth``.

    Nothing greater stands before it and nothing smaller after it; of several ``kth``, that holds for each.
    """


@operation
def argpartition(x: TensorLike, kth: int | Sequence[int], /, axis: int | None = -1) -> Tensor:
    """Indices that ``partition`` along ``axis``."""


@operation
def top_k(x: TensorLike, k: int, /, sorted: bool = True) -> tuple[Tensor, Tensor]:
    """The ``k`` greatest elements along the last axis, greatest first, and their indices.

    Of equal elements, the first comes first.  ``sorted=False`` permits any order.
    """


@operation
def in_top_k(targets: TensorLike, predictions: TensorLike, /, k: int) -> Tensor:
    """Whether each row's target class is among the ``k`` greatest of its predictions.

    ``targets`` has shape ``(n,)``, ``predictions`` ``(n, classes)``.  The result is boolean.
    """


@operation
def sort_complex(x: TensorLike, /) -> Tensor:
    """Complex numbers in the order of their real parts, of equal ones in that of their imaginary parts.

    Of shape ``x.shape``, sorted along the last axis; real input becomes complex.  As ``numpy.sort_complex``.
    """
