"""Sets."""

from __future__ import annotations

from typing import Any

from emberops.dispatch.operation import operation
from emberops.typing import Tensor, TensorLike

__all__ = [
    "intersect1d",
    "isin",
    "setdiff1d",
    "setxor1d",
    "union1d",
    "unique",
    "unique_all",
    "unique_counts",
    "unique_inverse",
    "unique_values",
]


@operation
def unique(
    x: TensorLike,
    /,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: int | None = None,
    *,
    equal_nan: bool = True,
) -> Any:
    """Distinct elements, sorted; with ``axis``, distinct slices along it.

    On demand also the index of each one's first occurrence, the indices that rebuild ``x``, and how often
    each occurs.  ``return_index``, ``return_inverse`` and ``return_counts`` ask for them, in this order; ``equal_nan``
    makes one of all NaN.  The size depends on the values, so this cannot be compiled.
    """


@operation
def unique_values(x: TensorLike, /) -> Tensor:
    """Distinct elements, sorted; every NaN is distinct.

    The size depends on the values, so this cannot be compiled.  Array API 2025.12, ``set_functions``.
    """


@operation
def unique_counts(x: TensorLike, /) -> Any:
    """Distinct elements and how often each occurs: a named tuple ``(values, counts)``.

    The size depends on the values, so this cannot be compiled.  Array API 2025.12, ``set_functions``.
    """


@operation
def unique_inverse(x: TensorLike, /) -> Any:
    """Distinct elements and the indices that rebuild ``x``: a named tuple ``(values, inverse_indices)``.

    The size depends on the values, so this cannot be compiled.  Array API 2025.12, ``set_functions``.
    """


@operation
def unique_all(x: TensorLike, /) -> Any:
    """A named tuple ``(values, indices, inverse_indices, counts)`` of the distinct elements.

    The size depends on the values, so this cannot be compiled.  Array API 2025.12, ``set_functions``.
    """


@operation
def isin(x1: TensorLike, x2: TensorLike, /, *, invert: bool = False) -> Tensor:
    """Whether each element of ``x1`` occurs in ``x2``, or, with ``invert``, does not.

    The result is boolean and has the shape of ``x1``.  Array API 2025.12, ``set_functions``.
    """


@operation
def intersect1d(x1: TensorLike, x2: TensorLike, /, *, return_indices: bool = False) -> Any:
    """Distinct elements that are in both, sorted; on demand also their first indices in each.

    The size depends on the values, so this cannot be compiled.
    """


@operation
def union1d(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Distinct elements of both, sorted.

    The size depends on the values, so this cannot be compiled.
    """


@operation
def setdiff1d(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Distinct elements of ``x1`` that are not in ``x2``, sorted.

    The size depends on the values, so this cannot be compiled.
    """


@operation
def setxor1d(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Distinct elements that are in just one of the two, sorted.

    The size depends on the values, so this cannot be compiled.
    """
