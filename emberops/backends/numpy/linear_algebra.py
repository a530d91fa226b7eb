"""Operations of the group ``linear_algebra`` on NumPy."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np

from emberops.backends.numpy.dtypes import native_dtype
from emberops.typing import DTypeLike, TensorLike
from emberops.typing import NativeTensor as Tensor

_LOOPED = 1000
"""So many elements of two operands NumPy's einsum has gone through before the search for a better way has ended."""
_SEARCHED = 20_000
"""So many products of three operands and more it has made before that search has ended."""

matmul = np.matmul
matrix_transpose = np.matrix_transpose
tensordot = np.tensordot
vecdot = np.vecdot
dot = np.dot
vdot = np.vdot
inner = np.inner
outer = np.outer
kron = np.kron
cross = np.cross
diagonal = np.diagonal
convolve = np.convolve
correlate = np.correlate

if hasattr(np, "matvec"):  # NumPy 2.2
    matvec = np.matvec
    vecmat = np.vecmat


def trace(
    x: TensorLike, /, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: DTypeLike = None
) -> Tensor:
    return np.trace(x, offset, axis1, axis2, native_dtype(dtype))


def einsum(
    subscripts: str, /, *operands: TensorLike, optimize: bool | Literal["greedy", "optimal"] = True
) -> Tensor:
    # A path is worth its search where NumPy's einsum would loop for long; two operands go to BLAS there.
    if optimize is True and _is_looped_over(subscripts, operands):
        optimize = False
    return np.einsum(subscripts, *operands, optimize=optimize)


def _is_looped_over(subscripts: str | TensorLike, operands: Sequence[TensorLike]) -> bool:
    """True where a loop over all products is done before an order of contraction is found."""
    if not isinstance(subscripts, str):  # a tensor, its axes, the next one, ...
        return sum(map(np.size, (subscripts, *operands[1::2]))) < _LOOPED
    if len(operands) < 3:
        return sum(map(np.size, operands)) < _LOOPED
    return _steps(subscripts, operands) < _SEARCHED


def _steps(subscripts: str, operands: Sequence[TensorLike]) -> int:
    """How many products a loop over all labels makes, or more: the axes of an ellipsis count for each operand."""
    if "." in subscripts:
        return math.prod(map(np.size, operands))
    terms = subscripts.partition("->")[0].replace(" ", "").split(",")
    extents: dict[str, int] = {}
    for term, operand in zip(terms, operands, strict=False):
        extents.update(zip(term, np.shape(operand), strict=False))
    return math.prod(extents.values())
