"""Operations of the group ``linear_algebra`` on NumPy."""

from __future__ import annotations

from typing import Literal

import numpy as np

from emberops.backends.numpy.dtypes import native_dtype
from emberops.typing import DTypeLike, TensorLike
from emberops.typing import NativeTensor as Tensor

_LOOPED = 1000
"""So many elements of two operands NumPy's einsum has gone through before the search for a better way has ended."""

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
    # A path is worth its search from three operands on; two go to BLAS where NumPy's einsum would loop for long.
    if optimize is True and len(operands) < 3 and sum(map(np.size, operands)) < _LOOPED:
        optimize = False
    return np.einsum(subscripts, *operands, optimize=optimize)
