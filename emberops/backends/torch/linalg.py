"""Operations of the group ``linalg`` on PyTorch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeVar

import torch

from emberops.backends.composed import linalg as common
from emberops.backends.composed import linalg_norms
from emberops.backends.support.linalg_error import (
    MatrixError,
    not_finite,
    require_matrix,
    require_nonempty,
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
from emberops.backends.support.shapes import as_axes
from emberops.backends.torch import linear_algebra as products
from emberops.backends.torch.creation import asarray
from emberops.backends.torch.linear_algebra import promote
from emberops.backends.torch.placement import beside
from emberops.backends.torch.promotion import decomposable, floating
from emberops.typing import Axis
from emberops.typing import NativeTensor as Tensor

matmul = products.matmul
matrix_transpose = products.matrix_transpose
tensordot = products.tensordot
vecdot = products.vecdot

F = TypeVar("F", bound=Callable[..., Any])


_LONG = 2**63 - 1
"""The greatest integer that PyTorch takes for an exponent."""
_NativeError: Any = vars(torch.linalg)["LinAlgError"]  # torch's stubs do not export it


class TorchMatrixError(MatrixError, _NativeError):  # type: ignore[misc]  # PyTorch has no type for it
    """What is raised: also caught by code that still says ``except torch.linalg.LinAlgError``."""


def _own_error(function: F) -> F:
    """The function, raising what ``except ops.linalg.LinAlgError`` catches."""

    @wraps(function)
    def translated(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except _NativeError as error:
            raise TorchMatrixError(str(error)) from None

    return translated  # type: ignore[return-value]  # wraps keeps the signature, and mypy does not know it


def _both(x1: Tensor, x2: Tensor) -> list[Tensor]:
    return [decomposable(x) for x in promote(x1, x2)]


def vector_norm(x: Tensor, /, *, axis: Axis = None, keepdims: bool = False, ord: Any = 2) -> Tensor:
    xp = beside((x,))
    if ord not in (2, None) or (type(axis) in (tuple, list) and not axis):
        return linalg_norms.vector_norm(xp, x, axis=axis, keepdims=keepdims, ord=ord)
    if not x.ndim:
        as_axes(axis, 0)  # PyTorch takes a number for a vector of one
    x, keepdims = floating(x), bool(keepdims)
    norms = torch.linalg.vector_norm(x, 2, axis, keepdims)
    if _needs_no_scale(norms.detach()):
        return norms
    scale = linalg_norms.power_of_two(xp, torch.abs(x.detach()), axis)
    if scale is None:
        return torch.linalg.vector_norm(x, 2, axis, keepdims)
    root = torch.linalg.vector_norm(x * scale, 2, axis, keepdims)  # whose gradient at zero is zero
    return root / (scale if keepdims else linalg_norms.without_axes(xp, scale, axis))


_PLAIN = {torch.float32: (2.0**-40, 2.0**60), torch.float64: (2.0**-400, 2.0**500)}
"""Norms in whose squares nothing overflowed, and nothing vanished that would count."""


def _needs_no_scale(norms: Tensor) -> bool:
    """Whether the host can tell at once that norms were found without one: six operations of PyTorch's less."""
    bounds = _PLAIN.get(norms.dtype)
    if (
        bounds is None
        or torch.compiler.is_compiling()
        or _within_vmap()
        or not norms.is_cpu
        or not norms.numel()
    ):
        return False
    lowest, highest = (norms, norms) if norms.numel() == 1 else torch.aminmax(norms)
    return bounds[0] <= lowest.item() and highest.item() <= bounds[1]


@_own_error
def inv(x: Tensor, /) -> Tensor:
    require_square("inv", x)
    return torch.linalg.inv(decomposable(x))


def det(x: Tensor, /) -> Tensor:
    require_square("det", x)
    return torch.linalg.det(decomposable(x))


def slogdet(x: Tensor, /) -> SlogdetResult:
    require_square("slogdet", x)
    return SlogdetResult(*torch.linalg.slogdet(decomposable(x)))


def logdet(x: Tensor, /) -> Tensor:
    require_square("logdet", x)
    return torch.logdet(decomposable(x))


@_own_error
def solve(x1: Tensor, x2: Tensor, /) -> Tensor:
    require_square("solve", x1)
    x1, x2 = _both(x1, x2)
    if x1.ndim == 2 and x2.ndim <= 2:
        return torch.linalg.solve(x1, x2)
    if x2.ndim == 1:
        return torch.linalg.solve(x1, x2[:, None]).squeeze(-1)
    # torch takes (n, k) for a batch of vectors where x1 has a batch of k: name the matrix axes.
    batch = torch.broadcast_shapes(x1.shape[:-2], x2.shape[:-2])  # type: ignore[no-untyped-call]  # PyTorch leaves it unannotated
    return torch.linalg.solve(x1, x2.expand(*batch, *x2.shape[-2:]))


def solve_triangular(
    x1: Tensor, x2: Tensor, /, *, lower: bool = False, unit_diagonal: bool = False
) -> Tensor:
    require_square("solve_triangular", x1)
    x1, x2 = _both(x1, x2)
    if not (unit_diagonal or torch.compiler.is_compiling()) and _any_zero(torch.diagonal(x1, 0, -2, -1)):
        raise singular("solve_triangular")
    right = x2[:, None] if x2.ndim == 1 else x2
    result = torch.linalg.solve_triangular(x1, right, upper=not lower, unitriangular=bool(unit_diagonal))
    return result.squeeze(-1) if x2.ndim == 1 else result


def _any_zero(x: Tensor) -> bool:
    return not _within_vmap() and bool((x == 0).any())


def _within_vmap() -> bool:
    """Where no value is known."""
    return torch._C._functorch.maybe_current_level() is not None


@_own_error
def pinv(x: Tensor, /, rcond: Any = None, hermitian: bool = False, *, rtol: float | None = None) -> Tensor:
    (require_square if hermitian else require_matrix)("pinv", x)
    if rcond is not None and rtol is not None:
        raise ValueError("ops.linalg.pinv: rcond and rtol cannot both be given")
    limit = rcond if rcond is not None else rtol
    _require_convergence("pinv", x)
    if not isinstance(limit, (float, int, torch.Tensor, type(None))):  # one for each matrix
        limit = asarray(limit, device=x.device)
    return torch.linalg.pinv(decomposable(x), rtol=limit, hermitian=bool(hermitian))


@_own_error
def svd(x: Tensor, /, full_matrices: bool = True, compute_uv: bool = True, hermitian: bool = False) -> Any:
    (require_square if hermitian else require_matrix)("svd", x)
    _require_convergence("svd", x)
    if not compute_uv:
        return torch.linalg.svdvals(decomposable(x))
    return SVDResult(*torch.linalg.svd(decomposable(x), bool(full_matrices)))


@_own_error
def svdvals(x: Tensor, /) -> Tensor:
    require_matrix("svdvals", x)
    _require_convergence("svdvals", x)
    return torch.linalg.svdvals(decomposable(x))


@_own_error
def eig(x: Tensor, /, *, keep_real: bool = False) -> Any:
    require_square("eig", x)
    _require_finite("eig", x)
    result = torch.linalg.eig(decomposable(x))
    return (
        EigResult(result.eigenvalues.real, result.eigenvectors.real)
        if keep_real and _are_real(x, result.eigenvalues)
        else EigResult(*result)
    )


@_own_error
def eigvals(x: Tensor, /, *, keep_real: bool = False) -> Tensor:
    require_square("eigvals", x)
    _require_finite("eigvals", x)
    values = torch.linalg.eigvals(decomposable(x))
    return values.real if keep_real and _are_real(x, values) else values


def _are_real(x: Tensor, values: Tensor) -> bool:
    """Whether a real matrix is known to have real eigenvalues only."""
    return not x.is_complex() and _are_known() and not bool(values.imag.any())


def _require_finite(op: str, x: Tensor) -> None:
    if _are_known() and not bool(torch.isfinite(x).all()):
        raise not_finite(op)


def _require_convergence(op: str, x: Tensor) -> None:
    """Refuse what has no singular values, as PyTorch does on a processor; on a GPU it gives NaN."""
    if not x.is_cpu:
        _require_finite(op, x)


def _are_known() -> bool:
    """Whether values may be looked at: not where a graph is recorded."""
    return not torch.compiler.is_compiling() and not _within_vmap()


@_own_error
def eigh(x: Tensor, /, UPLO: str = "L") -> Any:  # noqa: N803  NumPy's name
    require_square("eigh", x)
    return EighResult(*torch.linalg.eigh(decomposable(x), triangle_of("eigh", UPLO)))


@_own_error
def eigvalsh(x: Tensor, /, UPLO: str = "L") -> Tensor:  # noqa: N803  NumPy's name
    require_square("eigvalsh", x)
    return torch.linalg.eigvalsh(decomposable(x), triangle_of("eigvalsh", UPLO))


@_own_error
def cholesky(x: Tensor, /, *, upper: bool = False) -> Tensor:
    require_square("cholesky", x)
    return torch.linalg.cholesky(decomposable(x), upper=bool(upper))


def cholesky_inverse(x: Tensor, /, upper: bool = False) -> Tensor:
    require_square("cholesky_inverse", x)
    return torch.cholesky_inverse(decomposable(x), bool(upper))


def qr(x: Tensor, /, mode: str = "reduced") -> Any:
    require_matrix("qr", x)
    if mode == "raw":
        h, tau = torch.geqrf(decomposable(x))
        return h.mT, tau
    if mode not in ("reduced", "complete", "r"):
        raise ValueError(f"ops.linalg.qr: mode is 'reduced', 'complete', 'r' or 'raw', not {mode!r}")
    found = torch.linalg.qr(decomposable(x), mode)
    return found.R if mode == "r" else QRResult(*found)


def lu(x: Tensor, /) -> Any:
    require_matrix("lu", x)
    return LUResult(*torch.linalg.lu(decomposable(x)))


def lu_factor(x: Tensor, /) -> LUFactorResult:
    require_matrix("lu_factor", x)
    # lu_factor itself refuses singular matrices, which do have this decomposition.
    factors, pivots, _ = torch.linalg.lu_factor_ex(decomposable(x))
    return LUFactorResult(factors, pivots - 1)


@_own_error
def matrix_power(x: Tensor, n: int, /) -> Tensor:
    require_square("matrix_power", x)
    if abs(n) <= _LONG and (x.is_floating_point() or x.is_complex()):
        return torch.linalg.matrix_power(x, n)
    return common.matrix_power(beside((x,)), x, n)


def multi_dot(arrays: Sequence[Tensor], /) -> Tensor:
    common.require_several("multi_dot", arrays)
    arrays = promote(*arrays)
    if arrays[0].is_floating_point() or arrays[0].is_complex():
        return torch.linalg.multi_dot(arrays)
    # It multiplies no truths, and integers on processors alone; the products here know a way.
    return common.multi_dot(beside(arrays), arrays)


@_own_error
def cond(x: Tensor, /, p: Any = None) -> Tensor:
    require_nonempty("cond", x)
    if p not in (None, 2, -2):
        require_square("cond", x)
    if p in (None, 2, -2, "nuc"):
        _require_convergence("cond", x)
    x = decomposable(x)
    number = torch.linalg.cond(x, p)
    # Zero by zero: the matrix is singular, unless it holds NaN itself.
    missing = x.isnan().any(-1).any(-1)
    return torch.where(missing, torch.nan, torch.where(number.isnan(), torch.inf, number))


def expm(x: Tensor, /) -> Tensor:
    require_square("expm", x)
    if torch.compiler.is_compiling() or _within_vmap() or x.numel() == 0:
        return torch.linalg.matrix_exp(decomposable(x))
    # The approximant of the other backends: PyTorch's own is off in the last digit where the result is exact.
    return common.expm(beside((x,)), decomposable(x))


def diagonal(x: Tensor, /, *, offset: int = 0) -> Tensor:
    return torch.diagonal(x, offset, -2, -1)
