"""Operations of the group ``linear_algebra`` on NumPy."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Literal

import numpy as np

from emberops.backends.composed import linear_algebra as composed
from emberops.backends.numpy.dtypes import native_dtype
from emberops.backends.support.shapes import of_two_elements
from emberops.typing import DTypeLike, TensorLike
from emberops.typing import NativeTensor as Tensor

_LOOPED = 1000
"""So many elements of two operands NumPy's einsum has gone through before the search for a better way has ended."""
_SEARCHED = 20_000
"""So many products of three operands and more it has made before that search has ended."""

_FEW_COORDINATES = 8
"""Up to so many, squares are summed coordinate by coordinate; of more, vector by vector."""

_IN_CACHE = 20_000
"""So many numbers and what is made of them stay in a processor's cache."""

matmul = np.matmul
matrix_transpose = np.matrix_transpose
tensordot = np.tensordot
vecdot = np.vecdot
dot = np.dot
vdot = np.vdot
inner = np.inner
outer = np.outer
kron = np.kron
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


def cross(
    x1: TensorLike,
    x2: TensorLike,
    /,
    axisa: int = -1,
    axisb: int = -1,
    axisc: int = -1,
    axis: int | None = None,
) -> Tensor:
    shapes = [x.shape if hasattr(x, "shape") else np.shape(x) for x in (x1, x2)]
    if of_two_elements(shapes, (axisa, axisb) if axis is None else (axis, axis)):
        # Refused from NumPy 2.5 on; what NumPy gave before is an array, of no axes too.
        x1, x2 = np.asarray(x1), np.asarray(x2)
        return np.asarray(composed.cross(_namespace(), x1, x2, axisa, axisb, axisc, axis))
    return np.cross(x1, x2, axisa, axisb, axisc, axis)


def einsum(
    subscripts: str, /, *operands: TensorLike, optimize: bool | Literal["greedy", "optimal"] = True
) -> Tensor:
    # A path is worth its search where NumPy's einsum would loop for long; two operands go to BLAS there.
    # The loop takes any subclass for its numbers; the way to BLAS calls methods, of which masked arrays have their own.
    if optimize is True and (_is_looped_over(subscripts, operands) or _of_subclass(operands)):
        optimize = False
    return np.einsum(subscripts, *operands, optimize=optimize)


def _is_looped_over(subscripts: str | TensorLike, operands: Sequence[TensorLike]) -> bool:
    """True where a loop over all products is done before an order of contraction is found."""
    if not isinstance(subscripts, str):  # a tensor, its axes, the next one, ...
        return sum(map(np.size, (subscripts, *operands[1::2]))) < _LOOPED
    if len(operands) < 3:
        return sum(map(np.size, operands)) < _LOOPED
    return _steps(subscripts, operands) < _SEARCHED


def _of_subclass(operands: Sequence[TensorLike]) -> bool:
    return any(isinstance(x, np.ndarray) and type(x) is not np.ndarray for x in operands)


def _steps(subscripts: str, operands: Sequence[TensorLike]) -> int:
    """How many products a loop over all labels makes, or more: the axes of an ellipsis count for each operand."""
    if "." in subscripts:
        return math.prod(map(np.size, operands))
    terms = subscripts.partition("->")[0].replace(" ", "").split(",")
    extents: dict[str, int] = {}
    for term, operand in zip(terms, operands, strict=False):
        extents.update(zip(term, np.shape(operand), strict=False))
    return math.prod(extents.values())


def cdist(x1: TensorLike, x2: TensorLike, /, p: float = 2.0) -> Tensor:
    x1, x2 = np.asarray(x1), np.asarray(x2)
    known = x1.ndim == x2.ndim == 2 and x1.shape[1] == x2.shape[1] and x1.dtype == x2.dtype
    if p != 2 or not known or x1.dtype not in (np.float32, np.float64):
        return composed.cdist(_namespace(), x1, x2, p)
    with np.errstate(over="ignore", invalid="ignore"):
        squares = _squares_between(x1, x2)
    limits = np.finfo(squares.dtype)
    lost = np.nonzero(~((squares > limits.tiny / limits.eps) & (squares < np.inf)))
    np.sqrt(squares, out=squares)
    if lost[0].size:  # their squares overflowed or vanished, if they are no zeros: once more, with a scale
        rows, columns = lost
        squares[lost] = composed.cdist(_namespace(), x1[rows, None, :], x2[columns, None, :], p)[:, 0, 0]
    return squares


def _namespace() -> ModuleType:
    return sys.modules["emberops.backends.numpy"]


def _squares_between(x1: Tensor, x2: Tensor) -> Tensor:
    """The sums of squared differences, in pieces that stay in the processor's cache."""
    if len(x1) > len(x2):
        return np.ascontiguousarray(_squares_between(x2, x1).T)
    squares = np.zeros((len(x1), len(x2)), x1.dtype)
    if x1.shape[1] > _FEW_COORDINATES:
        for vector, row in zip(x1, squares, strict=True):
            apart = x2 - vector
            np.einsum("ij,ij->i", apart, apart, out=row)
        return squares
    step = max(_IN_CACHE // max(len(x2), 1), 1)
    for start in range(0, len(x1), step):
        piece = squares[start : start + step]
        for own, other in zip(x1[start : start + step].T, x2.T, strict=True):
            apart = own[:, None] - other
            piece += np.multiply(apart, apart, out=apart)
    return squares
