"""Index tensors that depend on shapes alone."""

from __future__ import annotations

from typing import Any

from emberops.dispatch.operation import operation
from emberops.typing import DTypeLike, Shape, Tensor, TensorLike


@operation
def indices(dimensions: Shape, dtype: DTypeLike = int, sparse: bool = False) -> Any:
    """The coordinate grids of a shape, stacked along a new first axis; a tuple of sparse ones if ``sparse``."""


@operation
def triu_indices(n: int, k: int = 0, m: int | None = None) -> tuple[Tensor, Tensor]:
    """Rows and columns of the upper triangle of an ``(n, m)`` matrix, from its ``k``-th diagonal on."""


@operation
def tril_indices(n: int, k: int = 0, m: int | None = None) -> tuple[Tensor, Tensor]:
    """Rows and columns of the lower triangle of an ``(n, m)`` matrix, up to its ``k``-th diagonal."""


@operation
def triu_indices_from(x: TensorLike, /, k: int = 0) -> tuple[Tensor, Tensor]:
    """:func:`triu_indices` for the shape of the matrix ``x``."""


@operation
def tril_indices_from(x: TensorLike, /, k: int = 0) -> tuple[Tensor, Tensor]:
    """:func:`tril_indices` for the shape of the matrix ``x``."""


@operation
def diag_indices(n: int, ndim: int = 2) -> tuple[Tensor, ...]:
    """Indices of the main diagonal of a tensor with ``ndim`` axes of size ``n``."""


@operation
def diag_indices_from(x: TensorLike, /) -> tuple[Tensor, ...]:
    """:func:`diag_indices` for the shape of ``x``, whose axes have equal sizes."""
