"""Eigenvalues and eigenvectors of real matrices in double precision, which MLX rounds to complex64.

MLX hands LAPACK the transposed matrix and asks for its left vectors.  Given the transposed matrix, it decomposes the
matrix itself as NumPy does, so that the eigenvalues come in NumPy's order, and the inverse of the vectors holds those
of the matrix in its rows.  Where all eigenvalues are real, what was rounded away is found again by Newton's method.
"""

from __future__ import annotations

import mlx.core as mx

from emberops.backends.mlx import linalg_rules as rules
from emberops.backends.mlx.linalg_complex import as_complex, as_real
from emberops.typing import NativeTensor as Tensor

_STEPS = 2
"""Each doubles the digits: two lead from those of single precision to all of double."""
_APART = 1e-5
"""Eigenvalues that differ by less, relative to the largest, may be one that single precision split."""
_TOLERANCE = 1e-5
"""What the equation may be missed by, relative to the matrix; a matrix without a basis of eigenvectors misses it."""


def eig(x: Tensor) -> tuple[Tensor, Tensor] | None:
    """Eigenvalues and unit eigenvectors of float64 matrices, real if all eigenvalues are real.

    ``None`` where the matrix has no well-conditioned basis of eigenvectors, so that the way over the inverse is lost.
    """
    values, transposed = mx.linalg.eig(_t(x), stream=mx.cpu)
    try:
        if mx.any(mx.imag(values) != 0).item():
            vectors = as_complex(rules.inv(as_real(_t(transposed)).astype(x.dtype)))
            return _checked(x, values, _rotated(values, _units(vectors)))
        vectors = rules.inv(_t(mx.real(transposed)).astype(x.dtype))
        return _checked(x, *_refined(x, _units(vectors)))
    except RuntimeError:  # the vectors have no inverse
        return None


def _t(x: Tensor) -> Tensor:
    return mx.swapaxes(x, -1, -2)


def _units(vectors: Tensor) -> Tensor:
    """The columns at length one."""
    squares = mx.square(mx.real(vectors)) + mx.square(mx.imag(vectors))
    return vectors / mx.sqrt(mx.sum(squares, axis=-2, keepdims=True)).astype(vectors.dtype)


def _rotated(values: Tensor, vectors: Tensor) -> Tensor:
    """The columns of complex eigenvalues with a real largest element, as LAPACK gives them."""
    largest = mx.argmax(mx.abs(vectors), axis=-2, keepdims=True)
    pivot = mx.take_along_axis(vectors, largest, axis=-2)
    turned = vectors * mx.conj(pivot) / mx.abs(pivot)
    return mx.where(mx.imag(values)[..., None, :] != 0, turned, vectors)


def _refined(x: Tensor, vectors: Tensor) -> tuple[Tensor, Tensor]:
    """Eigenvalues, and the eigenvectors that ``vectors`` are near to.

    In the basis of the vectors the matrix has the eigenvalues on its diagonal, and next to it what the vectors lack
    of each other.  Vectors of one multiple eigenvalue are left as they are.
    """
    for _ in range(_STEPS):
        inner = _in_basis(x, vectors)
        values = mx.diagonal(inner, 0, -2, -1)
        gaps = values[..., None, :] - values[..., :, None]
        limit = _APART * mx.max(mx.abs(values), axis=-1)[..., None, None]
        apart = mx.abs(gaps) > limit
        missing = mx.where(apart, inner / mx.where(apart, gaps, 1), 0)
        vectors = _units(vectors + mx.matmul(vectors, missing))
    return mx.diagonal(_in_basis(x, vectors), 0, -2, -1), vectors


def _in_basis(x: Tensor, vectors: Tensor) -> Tensor:
    return mx.matmul(rules.inv(vectors), mx.matmul(x, vectors))


def _checked(x: Tensor, values: Tensor, vectors: Tensor) -> tuple[Tensor, Tensor] | None:
    """The decomposition, if it is one."""
    missed = mx.abs(mx.matmul(x.astype(vectors.dtype), vectors) - vectors * values[..., None, :])
    limit = _TOLERANCE * mx.max(mx.abs(x))
    return (values, vectors) if mx.all(missed <= limit.astype(missed.dtype)).item() else None
