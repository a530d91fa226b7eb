"""Operations of the group ``linalg`` on an Array API namespace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from emberops.backends.standard.fitting import named
from emberops.backends.support.linalg_error import require_matrix, require_square, singular
from emberops.backends.support.linalg_results import EighResult, EigResult, QRResult, SVDResult
from emberops.backends.support.operands import together
from emberops.backends.support.reductions import floating
from emberops.errors import OperationNotSupportedError

Function = Callable[..., Any]


def svd(
    xp: Any,
    native: Function,
    x: Any,
    /,
    full_matrices: bool = True,
    compute_uv: bool = True,
    hermitian: bool = False,
) -> Any:
    require_matrix("svd", x)
    x = floating(xp, x)
    if not compute_uv:
        return xp.linalg.svdvals(x)
    try:
        return SVDResult(*native(x, full_matrices=full_matrices))
    except ValueError as error:
        if not full_matrices or "full_matrices" not in str(error):
            raise
        raise OperationNotSupportedError(
            f"ops.linalg.svd on the backend {xp.NAME!r} needs full_matrices=False ({error})"
        ) from None


def svdvals(xp: Any, x: Any, /) -> Any:
    return xp.linalg.svd(x, full_matrices=False)[1]


def qr(xp: Any, native: Function, x: Any, /, mode: str = "reduced") -> Any:
    require_matrix("qr", x)
    if mode == "r":
        return native(floating(xp, x))[1]
    return QRResult(*(native(floating(xp, x)) if mode == "reduced" else native(floating(xp, x), mode=mode)))


def _lower(xp: Any, x: Any, uplo: str) -> Any:
    """The Hermitian matrices of which a triangle is meant."""
    if uplo not in ("L", "U"):
        raise ValueError(f"UPLO is 'L' or 'U', not {uplo!r}")
    require_square("eigh", x)
    x = floating(xp, x)
    half = xp.tril(x, -1) if uplo == "L" else xp.triu(x, 1)
    return half + xp.conj(xp.matrix_transpose(half)) + (x - xp.tril(x, -1) - xp.triu(x, 1))


def eig(xp: Any, native: Function, x: Any, /, *, keep_real: bool = False) -> Any:
    require_square("eig", x)
    values, vectors = native(floating(xp, x))
    if keep_real and _are_real(xp, x, values):
        return EigResult(xp.real(values), xp.real(vectors))
    return EigResult(values, vectors)


def eigvals(xp: Any, native: Function, x: Any, /, *, keep_real: bool = False) -> Any:
    require_square("eigvals", x)
    values = native(floating(xp, x))
    return xp.real(values) if keep_real and _are_real(xp, x, values) else values


def _are_real(xp: Any, x: Any, values: Any) -> bool:
    """Whether a real matrix is known to have real eigenvalues only."""
    if xp.LAZY or xp.isdtype(x.dtype, "complex floating") or not xp.isdtype(values.dtype, "complex floating"):
        return False
    return bool(xp.all(xp.imag(values) == 0))


def eigh(xp: Any, native: Function, x: Any, /, UPLO: str = "L") -> Any:  # noqa: N803  NumPy's name
    return EighResult(*native(_lower(xp, x, UPLO)))


def eigvalsh(xp: Any, native: Function, x: Any, /, UPLO: str = "L") -> Any:  # noqa: N803  NumPy's name
    return native(_lower(xp, x, UPLO))


def cholesky(xp: Any, native: Function, x: Any, /, *, upper: bool = False) -> Any:
    require_square("cholesky", x)
    # dask.array gives the upper factor unless it is told otherwise, which array-api-compat does not do.
    own = getattr(xp.original.linalg, "cholesky", native)
    factor = own(floating(xp, x), lower=True) if "lower" in named(own) else native(floating(xp, x))
    return xp.conj(xp.matrix_transpose(factor)) if upper else factor


def solve(xp: Any, native: Function, x1: Any, x2: Any, /) -> Any:
    require_square("solve", x1)
    return native(*(floating(xp, x) for x in together(xp, x1, x2)))


def solve_triangular(
    xp: Any, x1: Any, x2: Any, /, *, lower: bool = False, unit_diagonal: bool = False
) -> Any:
    require_square("solve_triangular", x1)
    x1, x2 = (floating(xp, x) for x in together(xp, x1, x2))
    half = xp.tril(x1) if lower else xp.triu(x1)
    if unit_diagonal:
        half = half - (xp.tril(xp.triu(half))) + xp.eye(x1.shape[-1], dtype=x1.dtype)
    elif not xp.LAZY and not bool(xp.all(xp.linalg.diagonal(half) != 0)):
        raise singular("solve_triangular")
    return xp.linalg.solve(half, x2)
