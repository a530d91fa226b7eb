"""``ops.linalg``: decompositions, systems of equations, norms.

Matrices are the last two axes of a tensor, the axes before them a batch.  Integers and booleans are taken as the
default float dtype.  A matrix that an algorithm cannot handle raises :class:`LinAlgError` on every backend, as in
NumPy; not while a function is traced (``jit``, ``vmap``), where no value is known and JAX gives infinities or NaNs.
:class:`LinAlgError` is NumPy's, so that it also catches what SciPy raises.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from emberops.catalogue.absent import AbsentNameError
from emberops.dispatch.operation import operation
from emberops.ops.linear_algebra import matmul, matrix_transpose, tensordot, vecdot
from emberops.typing import Axis, DTypeLike, Tensor, TensorLike

if TYPE_CHECKING:
    from emberops.errors import LinAlgError as LinAlgError

__all__ = [
    "LinAlgError",
    "cholesky",
    "cholesky_inverse",
    "cond",
    "cross",
    "det",
    "diagonal",
    "eig",
    "eigh",
    "eigvals",
    "eigvalsh",
    "expm",
    "inv",
    "logdet",
    "lstsq",
    "lu",
    "lu_factor",
    "matmul",
    "matrix_norm",
    "matrix_power",
    "matrix_rank",
    "matrix_transpose",
    "multi_dot",
    "norm",
    "outer",
    "pinv",
    "qr",
    "slogdet",
    "solve",
    "solve_triangular",
    "sqrtm",
    "svd",
    "svdvals",
    "tensordot",
    "tensorinv",
    "tensorsolve",
    "trace",
    "vecdot",
    "vector_norm",
]


@operation
def norm(
    x: TensorLike, /, ord: int | float | str | None = None, axis: Axis = None, keepdims: bool = False
) -> Tensor:
    """Norm of a vector or a matrix, with NumPy's meaning.

    Parameters
    ----------
    x
        A tensor of any dtype.
    ord
        ``None``: the 2-norm of all elements along ``axis``.  Of matrices ``"fro"``, ``"nuc"``, ``inf``, ``-inf``,
        1, -1, 2, -2; of vectors ``inf``, ``-inf``, 0 or any other number ``p`` for ``sum(abs(x)**p)**(1/p)``.
    axis
        One axis for vectors, two for matrices; ``None`` for all of ``x``, which then has one or two axes unless
        ``ord`` is ``None``.
    keepdims
        Whether the reduced axes stay, with size 1.

    Raises
    ------
    ValueError
        If ``ord`` does not fit the number of axes.
    """


@operation
def matrix_norm(
    x: TensorLike, /, *, keepdims: bool = False, ord: int | float | Literal["fro", "nuc"] | None = "fro"
) -> Tensor:
    """Norm of each matrix.  ``ord`` is as in :func:`norm`.  Array API 2025.12, ``linear_algebra_functions``."""


@operation
def vector_norm(
    x: TensorLike, /, *, axis: Axis = None, keepdims: bool = False, ord: int | float = 2
) -> Tensor:
    """Norm along one axis or several, of all elements if ``axis`` is ``None``.

    Array API 2025.12, ``linear_algebra_functions``.
    """


@operation
def inv(x: TensorLike, /) -> Tensor:
    """Inverse of each square matrix.

    Raises
    ------
    LinAlgError
        If a matrix is singular or not square.

    Notes
    -----
    Array API 2025.12, ``linear_algebra_functions``.
    """


@operation
def det(x: TensorLike, /) -> Tensor:
    """Determinant of each square matrix: shape ``(...)``.  Array API 2025.12, ``linear_algebra_functions``."""


@operation
def slogdet(x: TensorLike, /) -> tuple[Tensor, Tensor]:
    """Sign and logarithm of the absolute value of each determinant, as ``(sign, logabsdet)``; (0, -inf) if it is 0.

    Array API 2025.12, ``linear_algebra_functions``.
    """


@operation
def logdet(x: TensorLike, /) -> Tensor:
    """Logarithm of each determinant; NaN where it is negative."""


@operation
def solve(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Solve ``x1 @ x = x2``.

    Parameters
    ----------
    x1
        Square matrices ``(..., n, n)``.
    x2
        A vector ``(n,)`` or matrices ``(..., n, k)``, whose batch axes broadcast with those of ``x1``.

    Raises
    ------
    LinAlgError
        If a matrix is singular or not square.

    Notes
    -----
    Array API 2025.12, ``linear_algebra_functions``.
    """


@operation
def solve_triangular(
    x1: TensorLike, x2: TensorLike, /, *, lower: bool = False, unit_diagonal: bool = False
) -> Tensor:
    """Solve ``x1 @ x = x2`` for triangular ``x1``; its other half is not read.

    Parameters
    ----------
    x1
        Matrices ``(..., n, n)``: upper triangles unless ``lower``.
    x2
        A vector ``(n,)`` or matrices ``(..., n, k)``.
    lower
        Whether the lower triangle counts.
    unit_diagonal
        Whether the diagonal is taken to be ones.

    Raises
    ------
    LinAlgError
        If an element of the diagonal is 0.
    """


@operation
def lstsq(
    x1: TensorLike, x2: TensorLike, /, rcond: float | None = None
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Least-squares solution of ``x1 @ x = x2``, with NumPy's meaning.

    Parameters
    ----------
    x1, x2
        A matrix ``(m, n)``; a vector ``(m,)`` or matrix ``(m, k)``.
    rcond
        Singular values below ``rcond`` times the largest count as 0; by default the epsilon of the dtype times
        ``max(m, n)``.

    Returns
    -------
    tuple
        The solution of least norm; the sums of squared residuals, empty unless the rank is ``n`` and ``m > n``;
        the rank; the singular values of ``x1``.
    """


@operation
def pinv(
    x: TensorLike, /, rcond: float | None = None, hermitian: bool = False, *, rtol: float | None = None
) -> Tensor:
    """Moore-Penrose pseudo-inverse of each matrix.

    Parameters
    ----------
    x
        Matrices ``(..., m, n)``.
    rcond, rtol
        Two names (NumPy's, the standard's) for one thing: singular values below it times the largest count as 0.
        By default the epsilon of the dtype times ``max(m, n)``; on NumPy 1e-15, its own default.
    hermitian
        Whether the matrices are Hermitian, which makes it faster.

    Notes
    -----
    Array API 2025.12, ``linear_algebra_functions``.
    """


@operation
def svd(
    x: TensorLike, /, full_matrices: bool = True, compute_uv: bool = True, hermitian: bool = False
) -> tuple[Tensor, Tensor, Tensor]:
    """Singular value decomposition ``x = U @ diag(S) @ Vh`` of each matrix.

    Parameters
    ----------
    x
        Matrices ``(..., m, n)``; ``k = min(m, n)``.
    full_matrices
        Whether ``U`` is ``(m, m)`` and ``Vh`` ``(n, n)``; otherwise ``(m, k)`` and ``(k, n)``.
    compute_uv
        If false, return ``S`` alone, as :func:`svdvals`.
    hermitian
        Whether the matrices are Hermitian, which makes it faster.

    Returns
    -------
    tuple
        ``(U, S, Vh)`` with ``S`` descending; singular vectors are unique up to their signs.

    Notes
    -----
    Array API 2025.12, ``linear_algebra_functions``.
    """


@operation
def svdvals(x: TensorLike, /) -> Tensor:
    """Singular values of each matrix, descending.  Array API 2025.12, ``linear_algebra_functions``."""


@operation
def eig(x: TensorLike, /, *, keep_real: bool = False) -> tuple[Tensor, Tensor]:
    """Eigenvalues and right eigenvectors of each square matrix, as ``(eigenvalues, eigenvectors)``.

    They are complex, and in no particular order.

    Parameters
    ----------
    keep_real
        Do as NumPy on every backend: give real tensors where ``x`` is real and all eigenvalues are.  That depends on
        their values, so within traced code the results stay complex.

    Notes
    -----
    Array API 2025.12, ``linear_algebra_functions``, which knows no ``keep_real``.
    """


@operation
def eigvals(x: TensorLike, /, *, keep_real: bool = False) -> Tensor:
    """Eigenvalues of each square matrix, as in :func:`eig`.  Array API 2025.12, ``linear_algebra_functions``."""


@operation
def eigh(x: TensorLike, /, UPLO: Literal["L", "U"] = "L") -> tuple[Tensor, Tensor]:  # noqa: N803  NumPy's name
    """Eigenvalues, ascending, and eigenvectors of each Hermitian matrix, as ``(eigenvalues, eigenvectors)``.

    ``UPLO`` says which triangle is read.  Array API 2025.12, ``linear_algebra_functions``.
    """


@operation
def eigvalsh(x: TensorLike, /, UPLO: Literal["L", "U"] = "L") -> Tensor:  # noqa: N803  NumPy's name
    """Eigenvalues of each Hermitian matrix, ascending.  Array API 2025.12, ``linear_algebra_functions``."""


@operation
def cholesky(x: TensorLike, /, *, upper: bool = False) -> Tensor:
    """Cholesky factor of each Hermitian positive definite matrix: lower, or upper if asked for.

    Raises
    ------
    LinAlgError
        If a matrix is not positive definite.

    Notes
    -----
    Array API 2025.12, ``linear_algebra_functions``.
    """


@operation
def cholesky_inverse(x: TensorLike, /, upper: bool = False) -> Tensor:
    """Inverse of the matrices whose Cholesky factors are ``x``."""


@operation
def qr(
    x: TensorLike, /, mode: Literal["reduced", "complete", "r", "raw"] = "reduced"
) -> tuple[Tensor, Tensor]:
    """QR decomposition of each matrix ``(..., m, n)``, as ``(Q, R)``; with ``mode="r"``, ``R`` alone.

    ``reduced``: ``Q`` is ``(m, min(m, n))``; ``complete``: ``(m, m)``; ``raw``: the reflections and their factors
    ``(h, tau)`` as LAPACK stores them, ``h`` transposed.
    Array API 2025.12, ``linear_algebra_functions``.
    """


@operation
def lu(x: TensorLike, /) -> tuple[Tensor, Tensor, Tensor]:
    """LU decomposition ``x = P @ L @ U`` with partial pivoting, as ``(P, L, U)``."""


@operation
def lu_factor(x: TensorLike, /) -> tuple[Tensor, Tensor]:
    """LU decomposition in one matrix, and its pivots, as in SciPy.

    Returns
    -------
    tuple
        ``L`` below the diagonal (its own, of ones, left out) and ``U`` on and above it; int32 pivots: row ``i`` was
        exchanged with row ``pivots[i]``, counted from 0.
    """


@operation
def matrix_rank(
    x: TensorLike, /, tol: float | None = None, hermitian: bool = False, *, rtol: float | None = None
) -> Tensor:
    """Number of singular values above a tolerance, for each matrix.

    Parameters
    ----------
    x
        Matrices ``(..., m, n)``; a vector has rank 1 unless it is 0.
    tol
        The tolerance.
    hermitian
        Whether the matrices are Hermitian, which makes it faster.
    rtol
        The tolerance as a part of the largest singular value; by default the epsilon of the dtype times
        ``max(m, n)``.

    Notes
    -----
    Array API 2025.12, ``linear_algebra_functions``.
    """


@operation
def matrix_power(x: TensorLike, n: int, /) -> Tensor:
    """Each square matrix multiplied with itself ``n`` times; its inverse if ``n`` is negative.

    Array API 2025.12, ``linear_algebra_functions``.
    """


@operation
def multi_dot(arrays: Sequence[TensorLike], /) -> Tensor:
    """Product of several matrices in the order that costs least; the first and last may be vectors."""


@operation
def cond(x: TensorLike, /, p: int | float | str | None = None) -> Tensor:
    """Condition number of each matrix in the norm ``p``, the 2-norm by default; infinite if it is singular."""


@operation
def sqrtm(x: TensorLike, /) -> Tensor:
    """Principal square root of square matrices: ``matmul(r, r)`` is ``x``.

    Parameters
    ----------
    x
        Shape ``(..., n, n)``.  Integers give the default float dtype.

    Returns
    -------
    Tensor
        The shape and dtype of ``x``, real for a real one.  Unlike SciPy's it does not turn complex: no dtype depends on
        values here.

    Raises
    ------
    LinAlgError
        If a matrix is not square, is singular, or is real with a negative eigenvalue.  NaN where a compiler hides that.

    Notes
    -----
    The iteration of Denman and Beavers in its product form: Higham, *Functions of Matrices*, 2008, 6.29.
    """


@operation
def expm(x: TensorLike, /) -> Tensor:
    """Matrix exponential of each square matrix."""


@operation
def tensorinv(x: TensorLike, /, ind: int = 2) -> Tensor:
    """Inverse with respect to ``tensordot(..., ind)``: the first ``ind`` axes are rows, the others columns."""


@operation
def tensorsolve(x1: TensorLike, x2: TensorLike, /, axes: Sequence[int] | None = None) -> Tensor:
    """Solve ``tensordot(x1, x, x.ndim) = x2``; ``axes`` of ``x1`` are moved to its end first."""


@operation
def cross(x1: TensorLike, x2: TensorLike, /, *, axis: int = -1) -> Tensor:
    """Cross product of vectors of three elements.  Array API 2025.12, ``linear_algebra_functions``."""


@operation
def outer(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Outer product of two vectors.  Array API 2025.12, ``linear_algebra_functions``."""


@operation
def trace(x: TensorLike, /, *, offset: int = 0, dtype: DTypeLike = None) -> Tensor:
    """Sum along the diagonal of each matrix.  Array API 2025.12, ``linear_algebra_functions``."""


@operation
def diagonal(x: TensorLike, /, *, offset: int = 0) -> Tensor:
    """Diagonal of each matrix, as the last axis.  Array API 2025.12, ``linear_algebra_functions``."""


if not TYPE_CHECKING:  # which would believe that every name is there

    def __getattr__(name: str) -> Any:
        if name == "LinAlgError":  # NumPy's class, which comes with NumPy: not before it is asked for
            from emberops.backends.support.linalg_error import CAUGHT

            globals()[name] = CAUGHT  # purity: ignore[PUR103]  what `ops.linalg.LinAlgError` is made of
            return CAUGHT  # purity: ignore[PUR103]
        raise AbsentNameError(name, "linalg")
