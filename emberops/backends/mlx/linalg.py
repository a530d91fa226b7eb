"""Operations of the group ``linalg`` on MLX.

MLX decomposes real matrices on its CPU stream only, and reports trouble when a result is evaluated, or not at
all.  Outside traced code the results are evaluated here, so that the error comes where the mistake is.
"""

from __future__ import annotations

import math
import sys
from typing import Any

import mlx.core as mx

from emberops.backends.composed import linalg as composed
from emberops.backends.mlx import eigen
from emberops.backends.mlx import linalg_rules as rules
from emberops.backends.mlx import linear_algebra as products
from emberops.backends.mlx.householder import reflections
from emberops.backends.mlx.linalg_complex import as_complex, as_real
from emberops.backends.mlx.linear_algebra import promote
from emberops.backends.mlx.promotion import decomposable
from emberops.backends.support.linalg_error import (
    MatrixError,
    not_finite,
    not_positive_definite,
    require_matrix,
    require_square,
    singular,
    triangle_of,
)
from emberops.backends.support.linalg_results import (
    EighResult,
    EigResult,
    LUFactorResult,
    LUResult,
    QRResult,
    SlogdetResult,
    SVDResult,
)
from emberops.typing import NativeTensor as Tensor

matmul = products.matmul
matrix_transpose = products.matrix_transpose
tensordot = products.tensordot
vecdot = products.vecdot


def _evaluated(*results: Tensor) -> bool:
    """Compute the results; false within ``compile`` and ``vmap``, where that is impossible."""
    try:
        mx.eval(*results)
    except ValueError:
        return False
    return True


def _refuse_singular(op: str, result: Tensor) -> Tensor:
    try:
        _evaluated(result)
    except RuntimeError as error:
        raise singular(op) from error
    return result


def inv(x: Tensor, /) -> Tensor:
    require_square("inv", x)
    x = decomposable(x)
    if x.dtype == mx.complex64:
        return as_complex(_refuse_singular("inv", rules.inv(as_real(x))))
    return _refuse_singular("inv", rules.inv(x))


def solve(x1: Tensor, x2: Tensor, /) -> Tensor:
    require_square("solve", x1)
    x1, x2 = (decomposable(x) for x in promote(x1, x2))
    right = x2[:, None] if x2.ndim == 1 else x2
    batch = mx.broadcast_shapes(x1.shape[:-2], right.shape[:-2])
    x1 = mx.broadcast_to(x1, (*batch, *x1.shape[-2:]))
    right = mx.broadcast_to(right, (*batch, *right.shape[-2:]))
    if x1.dtype == mx.complex64:
        result = as_complex(_refuse_singular("solve", rules.solve(as_real(x1), as_real(right))))
    else:
        result = _refuse_singular("solve", rules.solve(x1, right))
    return mx.squeeze(result, -1) if x2.ndim == 1 else result


def solve_triangular(
    x1: Tensor, x2: Tensor, /, *, lower: bool = False, unit_diagonal: bool = False
) -> Tensor:
    require_square("solve_triangular", x1)
    x1 = mx.tril(x1) if lower else mx.triu(x1)
    if unit_diagonal:
        one = mx.eye(x1.shape[-1])
        x1 = mx.where(one != 0, one.astype(x1.dtype), x1)
    # LU of a triangle exchanges nothing it need not, and solve has a gradient.
    return solve(x1, x2)


def det(x: Tensor, /) -> Tensor:
    require_square("det", x)
    x = decomposable(x)
    if x.dtype == mx.complex64:
        return mx.prod(_finite_eigvals(x), axis=-1)
    if x.dtype != mx.float64:
        return mx.linalg.det(x, stream=mx.cpu)
    if x.shape[-1] == 0:  # whose factors MLX divides by its size to find, which ends the process
        return mx.ones(x.shape[:-2], dtype=x.dtype)
    return rules.determinant(x)  # MLX multiplies in single precision


def _finite_eigvals(x: Tensor) -> Tensor:
    """Eigenvalues of complex matrices; NaN of one that is not finite, for which MLX ends the process."""
    if x.shape[-1] == 0:  # a reduction of the diagonal that MLX takes of nothing does not end
        return mx.zeros(x.shape[:-1], dtype=x.dtype)
    if x.shape[-1] == 1:
        return mx.diagonal(x, 0, -2, -1)
    finite = mx.all(mx.isfinite(x), axis=(-2, -1), keepdims=True)
    values = mx.linalg.eigvals(mx.where(finite, x, 0), stream=mx.cpu)
    return mx.where(finite[..., 0], values, math.nan)


def slogdet(x: Tensor, /) -> SlogdetResult:
    require_square("slogdet", x)
    x = decomposable(x)
    if x.dtype != mx.complex64:
        return SlogdetResult(*mx.linalg.slogdet(x, stream=mx.cpu))
    values = _finite_eigvals(x)
    size = mx.abs(values)
    direction = mx.where(size == 0, 0, values / mx.where(size == 0, 1, size))
    return SlogdetResult(mx.prod(direction, axis=-1), mx.sum(mx.log(size), axis=-1))


def svd(x: Tensor, /, full_matrices: bool = True, compute_uv: bool = True, hermitian: bool = False) -> Any:
    (require_square if hermitian else require_matrix)("svd", x)
    if not compute_uv:
        return svdvals(x)
    x = decomposable(x)
    _require_finite("svd", x)
    if hermitian:  # of which one triangle is read
        x = _of_lower(x) if x.dtype == mx.complex64 else rules.mirrored["L"](x)
    if x.dtype != mx.complex64 and not (full_matrices and x.shape[-1] != x.shape[-2]):
        return SVDResult(*rules.svd(x))
    u, s, vh = mx.linalg.svd(x, stream=mx.cpu)
    if not full_matrices:
        k = s.shape[-1]
        u, vh = u[..., :, :k], vh[..., :k, :]
    return SVDResult(u, s, vh)


def pinv(x: Tensor, /, rcond: Any = None, hermitian: bool = False, *, rtol: float | None = None) -> Tensor:
    xp = sys.modules["emberops.backends.mlx"]

    def by_values(x: Tensor) -> Tensor:
        return composed.pinv(xp, x, rcond, hermitian, rtol=rtol)

    if x.ndim < 2 or x.size == 0 or x.dtype == mx.complex64:
        return by_values(x)
    # By its own rule: that of the singular values divides by the differences of equal ones.
    run = mx.custom_function(by_values)
    run.vjp(rules.pinv_vjp)
    inverse: Tensor = run(decomposable(x))
    return inverse


def svdvals(x: Tensor, /) -> Tensor:
    require_matrix("svdvals", x)
    x = decomposable(x)
    _require_finite("svdvals", x)
    return mx.linalg.svd(x, compute_uv=False, stream=mx.cpu) if x.dtype == mx.complex64 else rules.svdvals(x)


def eig(x: Tensor, /, *, keep_real: bool = False) -> EigResult:
    require_square("eig", x)
    x = decomposable(x)
    _require_finite("eig", x)
    values, vectors = (eigen.eig(x) if _is_double(x) else None) or mx.linalg.eig(x, stream=mx.cpu)
    if x.dtype == mx.complex64:  # MLX gives the left vectors of the transposed matrix, which are conjugated
        vectors = mx.conj(vectors)
    if not keep_real:
        return EigResult(values.astype(mx.complex64), vectors.astype(mx.complex64))
    if values.dtype == mx.complex64 and _is_symmetric(x):
        return _refined(x, mx.real(values), mx.real(vectors))
    if _are_real(x, values):
        return EigResult(mx.real(values).astype(x.dtype), mx.real(vectors).astype(x.dtype))
    return EigResult(values, vectors)


def eigvals(x: Tensor, /, *, keep_real: bool = False) -> Tensor:
    require_square("eigvals", x)
    x = decomposable(x)
    _require_finite("eigvals", x)
    if keep_real and _is_symmetric(x):
        return rules.eigh(x)[0]
    precise = eigen.eig(x) if _is_double(x) else None
    values = mx.linalg.eigvals(x, stream=mx.cpu) if precise is None else precise[0]
    if keep_real and _are_real(x, values):
        return mx.real(values).astype(x.dtype)
    return values.astype(mx.complex64)


def _is_double(x: Tensor) -> bool:
    """Whether a matrix with elements is of double precision, and known."""
    return x.dtype == mx.float64 and x.size > 0 and _evaluated(x)


def _refined(x: Tensor, values: Tensor, vectors: Tensor) -> EigResult:
    """What decomposes a symmetric matrix in its own precision.

    Order and signs are those of ``values`` and ``vectors``, which MLX computes in single precision, as for any matrix.
    """
    ascending, basis = rules.eigh(x)
    place = mx.argsort(mx.argsort(values, axis=-1), axis=-1)
    found = mx.take_along_axis(basis, mx.expand_dims(place, -2), axis=-1)
    turned = mx.sum(found * vectors.astype(x.dtype), axis=-2, keepdims=True) < 0
    return EigResult(mx.take_along_axis(ascending, place, axis=-1), mx.where(turned, -found, found))


def _require_finite(op: str, x: Tensor) -> None:
    finite = mx.all(mx.isfinite(x))
    if _evaluated(finite) and not finite.item():
        raise not_finite(op)


def _is_symmetric(x: Tensor) -> bool:
    """Whether a real matrix is known to be symmetric; its eigenvalues can then be had in double precision."""
    same = mx.all(x == mx.swapaxes(x, -1, -2))
    return bool(x.dtype != mx.complex64 and _evaluated(same) and same.item())


def _are_real(x: Tensor, values: Tensor) -> bool:
    """Whether a real matrix is known to have real eigenvalues only."""
    complex_ones = mx.any(mx.imag(values) != 0)
    return bool(x.dtype != mx.complex64 and _evaluated(complex_ones) and not complex_ones.item())


def eigh(x: Tensor, /, UPLO: str = "L") -> EighResult:  # noqa: N803  NumPy's name
    require_square("eigh", x)
    UPLO, x = triangle_of("eigh", UPLO), decomposable(x)  # noqa: N806  NumPy's name
    if x.dtype == mx.complex64:
        values, vectors = mx.linalg.eigh(x, UPLO=UPLO, stream=mx.cpu)
        return EighResult(values, vectors)
    return EighResult(*rules.eigh(rules.mirrored[UPLO.upper()](x)))


def eigvalsh(x: Tensor, /, UPLO: str = "L") -> Tensor:  # noqa: N803  NumPy's name
    return eigh(x, UPLO).eigenvalues


def cholesky(x: Tensor, /, *, upper: bool = False) -> Tensor:
    require_square("cholesky", x)
    x = decomposable(x)
    if x.dtype == mx.complex64:
        lower = as_complex(rules.cholesky(as_real(_of_lower(x))))
        lower = mx.where(
            mx.eye(x.shape[-1]) != 0, mx.real(lower), lower
        )  # what rounding left there is not its
    else:
        lower = rules.cholesky(x)
    pivots = mx.real(mx.diagonal(lower, 0, -2, -1))
    # MLX leaves a factor half done; the pivot that stopped it is not positive.
    if _evaluated(pivots) and not mx.all(pivots > 0).item():
        raise not_positive_definite("cholesky")
    return mx.conj(mx.swapaxes(lower, -1, -2)) if upper else lower


def _of_lower(x: Tensor) -> Tensor:
    """The Hermitian matrix of which only the lower triangle is read, and of its diagonal the real part."""
    below = mx.tril(x, -1)
    return below + mx.conj(mx.swapaxes(below, -1, -2)) + mx.real(mx.tril(mx.triu(x)))


def qr(x: Tensor, /, mode: str = "reduced") -> Any:
    require_matrix("qr", x)
    x = decomposable(x)
    if mode == "raw":
        return reflections(x)
    if mode not in ("reduced", "complete", "r"):
        raise ValueError(f"ops.linalg.qr: mode is 'reduced', 'complete', 'r' or 'raw', not {mode!r}")
    rows, columns = x.shape[-2:]
    if mode == "complete" and rows > columns:
        return _complete_qr(x)
    if x.dtype == mx.complex64:
        with mx.stream(mx.cpu):  # twice the rows round twice as much, unless in double precision
            q, r = _positive(*mx.linalg.qr(as_real(x).astype(mx.float64)))
            q, r = as_complex(q.astype(mx.float32)), as_complex(r.astype(mx.float32))
    else:
        q, r = rules.qr(x[..., :rows] if rows < columns else x)
        if rows < columns:  # Q is that of the square part
            r = mx.triu(mx.matmul(mx.swapaxes(q, -1, -2), x))
    return r if mode == "r" else QRResult(q, r)


def _positive(q: Tensor, r: Tensor) -> tuple[Tensor, Tensor]:
    """The one decomposition with a positive diagonal of R: real and imaginary rows keep their pattern in it."""
    sign = mx.where(mx.diagonal(r, 0, -2, -1) < 0, -1.0, 1.0).astype(r.dtype)
    return q * sign[..., None, :], r * sign[..., :, None]


def _complete_qr(x: Tensor) -> QRResult:
    """All of Q: orthogonalise the columns of x followed by those of the identity that they leave free."""
    rows, columns = x.shape[-2:]
    q, r = qr(x, "reduced")
    # Directions orthogonal to the columns of q: the left singular vectors of the projector on what is left.
    eye = mx.broadcast_to(mx.eye(rows, dtype=q.dtype), (*x.shape[:-2], rows, rows))
    projector = eye - mx.matmul(q, mx.conj(mx.swapaxes(q, -1, -2)))
    free = mx.linalg.svd(projector, stream=mx.cpu)[0][..., :, : rows - columns]
    below = mx.zeros((*x.shape[:-2], rows - columns, columns), dtype=r.dtype)
    return QRResult(mx.concatenate([q, free], axis=-1), mx.concatenate([r, below], axis=-2))


def lu(x: Tensor, /) -> LUResult:
    require_matrix("lu", x)
    if x.size == 0:  # MLX reads outside it
        rows, columns = x.shape[-2:]
        lower = mx.broadcast_to(mx.eye(rows, min(rows, columns)), (*x.shape[:-1], min(rows, columns)))
        permutation = mx.broadcast_to(mx.eye(rows), (*x.shape[:-1], rows))
        return LUResult(permutation, lower, mx.zeros((*x.shape[:-2], min(rows, columns), columns)))
    order, lower, upper = mx.linalg.lu(_real("lu", x), stream=mx.cpu)
    rows = x.shape[-2]
    permutation = (order[..., :, None].astype(mx.int32) == mx.arange(rows)).astype(lower.dtype)
    return LUResult(permutation, lower, upper)


def lu_factor(x: Tensor, /) -> LUFactorResult:
    require_matrix("lu_factor", x)
    if x.size == 0:  # MLX reads outside it
        return LUFactorResult(x, mx.zeros((*x.shape[:-2], min(x.shape[-2:])), dtype=mx.int32))
    factors, pivots = mx.linalg.lu_factor(_real("lu_factor", x), stream=mx.cpu)
    return LUFactorResult(factors, pivots.astype(mx.int32))


def _real(op: str, x: Tensor) -> Tensor:
    x = decomposable(x)
    if x.dtype == mx.complex64:
        raise MatrixError(
            f"ops.linalg.{op}: MLX has no LU decomposition of complex matrices; ops.linalg.solve, inv and qr take them"
        )
    return x
