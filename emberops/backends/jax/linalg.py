"""Operations of the group ``linalg`` on JAX.

JAX marks a matrix that it cannot handle by infinities or NaNs.  Outside traced code that is looked for here, and
raised as on the other backends.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import jax.scipy.linalg as jsl
import numpy as np

from emberops.backends.composed import linalg as common
from emberops.backends.composed import linalg_norms
from emberops.backends.jax import linear_algebra as products
from emberops.backends.jax.compiled import compiled, compiling
from emberops.backends.jax.full_precision import in_full_precision
from emberops.backends.jax.promotion import decomposable
from emberops.backends.jax.whole import in_one
from emberops.backends.support.known_values import known
from emberops.backends.support.linalg_error import (
    not_finite,
    not_positive_definite,
    require_matrix,
    require_square,
    singular,
    triangle_of,
)
from emberops.backends.support.linalg_results import (
    EigResult,
    LstsqResult,
    LUFactorResult,
    LUResult,
    SVDResult,
)
from emberops.backends.support.shapes import as_axes
from emberops.typing import Axis
from emberops.typing import NativeTensor as Tensor

matmul = products.matmul
matrix_transpose = products.matrix_transpose
tensordot = products.tensordot
vecdot = products.vecdot

trace = jnp.linalg.trace
diagonal = jnp.linalg.diagonal
outer = jnp.linalg.outer


@compiling(static_argnames=("axis", "keepdims", "ord"))
def _vector_norm(x: Tensor, axis: Axis, keepdims: bool, ord: Any) -> Tensor:
    return linalg_norms.vector_norm(
        sys.modules["emberops.backends.jax"], x, axis=axis, keepdims=keepdims, ord=ord
    )


def vector_norm(x: Tensor, /, *, axis: Axis = None, keepdims: bool = False, ord: Any = 2) -> Tensor:
    return _vector_norm(x, axis=as_axes(axis, x.ndim), keepdims=bool(keepdims), ord=ord)


def _known(*tensors: Tensor) -> bool:
    return not any(isinstance(x, jax.core.Tracer) for x in tensors)


@compiled
def _is_finite(x: Tensor) -> Tensor:
    return jnp.all(jnp.isfinite(x))


def _check_singular(op: str, x: Tensor, result: Tensor) -> None:
    """Raise if elimination met a pivot of 0; looked at only where the result has gone wrong."""
    if not _known(x, result) or _is_finite(result).item():
        return
    factors, _ = jsl.lu_factor(decomposable(x))
    if bool(jnp.any(jnp.diagonal(factors, 0, -2, -1) == 0)):
        raise singular(op)


def inv(x: Tensor, /) -> Tensor:
    require_square("inv", x)
    x = decomposable(x)
    result = jnp.linalg.inv(x)
    _check_singular("inv", x, result)
    return result


def det(x: Tensor, /) -> Tensor:
    require_square("det", x)
    return jnp.linalg.det(decomposable(x))


def slogdet(x: Tensor, /) -> Any:
    require_square("slogdet", x)
    return jnp.linalg.slogdet(decomposable(x))


def solve(x1: Tensor, x2: Tensor, /) -> Tensor:
    require_square("solve", x1)
    x1, x2 = decomposable(x1), decomposable(x2)
    result = jnp.linalg.solve(x1, x2)
    _check_singular("solve", x1, result)
    return result


def solve_triangular(
    x1: Tensor, x2: Tensor, /, *, lower: bool = False, unit_diagonal: bool = False
) -> Tensor:
    require_square("solve_triangular", x1)
    x1, x2 = decomposable(x1), decomposable(x2)
    if not unit_diagonal and known(jnp, jnp.any(jnp.diagonal(x1, 0, -2, -1) == 0)):
        raise singular("solve_triangular")
    if x2.ndim == 1 or x1.ndim == x2.ndim == 2:
        batch = x1.shape[:-2]
        x2 = jnp.broadcast_to(x2, (*batch, *x2.shape)) if batch else x2
        return jsl.solve_triangular(x1, x2, lower=lower, unit_diagonal=unit_diagonal)
    batch = jnp.broadcast_shapes(x1.shape[:-2], x2.shape[:-2])
    x1 = jnp.broadcast_to(x1, (*batch, *x1.shape[-2:]))
    x2 = jnp.broadcast_to(x2, (*batch, *x2.shape[-2:]))
    return jsl.solve_triangular(x1, x2, lower=lower, unit_diagonal=unit_diagonal)


def svdvals(x: Tensor, /) -> Tensor:
    require_matrix("svdvals", x)
    values = jnp.linalg.svdvals(decomposable(x))
    _require_converged("svdvals", values)
    return values


def lstsq(x1: Tensor, x2: Tensor, /, rcond: float | None = None) -> LstsqResult:
    found = common.lstsq(sys.modules["emberops.backends.jax"], decomposable(x1), decomposable(x2), rcond)
    _require_converged("lstsq", found.singular_values)
    return found


def matrix_rank(
    x: Tensor, /, tol: float | None = None, hermitian: bool = False, *, rtol: float | None = None
) -> Tensor:
    if x.ndim > 1 and not hermitian:
        _require_finite("matrix_rank", x)
    return in_one(_matrix_rank, x, tol, hermitian, rtol)


def _matrix_rank(xp: Any, x: Tensor, tol: float | None, hermitian: bool, rtol: float | None) -> Tensor:
    return common.matrix_rank(xp, x, tol, hermitian, rtol=rtol)


def pinv(x: Tensor, /, rcond: Any = None, hermitian: bool = False, *, rtol: float | None = None) -> Tensor:
    (require_square if hermitian else require_matrix)("pinv", x)
    if rcond is not None and rtol is not None:
        raise ValueError("ops.linalg.pinv: rcond and rtol cannot both be given")
    x = decomposable(x)
    limit = rcond if rcond is not None else rtol
    if limit is None:
        limit = max(x.shape[-2:]) * float(jnp.finfo(x.dtype).eps)  # type: ignore[no-untyped-call]  # JAX leaves it unannotated
    result = jnp.linalg.pinv(x, limit, hermitian)
    _require_converged("pinv", result)
    return result


def svd(x: Tensor, /, full_matrices: bool = True, compute_uv: bool = True, hermitian: bool = False) -> Any:
    (require_square if hermitian else require_matrix)("svd", x)
    # Not by JAX's way for Hermitian matrices, which loses the vectors of eigenvalues that are zero.
    found = jnp.linalg.svd(decomposable(x), full_matrices, compute_uv)
    _require_converged("svd", found[1] if compute_uv else found)
    return SVDResult(*found) if compute_uv else found


def _require_converged(op: str, singular_values: Tensor) -> None:
    """Refuse a matrix of infinities or NaNs, which JAX answers by NaNs; asked of NumPy, which compiles nothing."""
    if _known(singular_values) and np.isnan(np.asarray(singular_values)).any():
        raise not_finite(op)


def eig(x: Tensor, /, *, keep_real: bool = False) -> Any:
    require_square("eig", x)
    _require_finite("eig", x)
    result = _eig(decomposable(x))
    if keep_real and _are_real(x, result.eigenvalues):
        return EigResult(result.eigenvalues.real, result.eigenvectors.real)
    return result


def eigvals(x: Tensor, /, *, keep_real: bool = False) -> Tensor:
    require_square("eigvals", x)
    _require_finite("eigvals", x)
    values = _eigvals(decomposable(x))
    return values.real if keep_real and _are_real(x, values) else values


_eig = compiled(jnp.linalg.eig)
_eigvals = compiled(jnp.linalg.eigvals)


def _require_finite(op: str, x: Tensor) -> None:
    if known(jnp, ~_is_finite(x)):
        raise not_finite(op)


def _are_real(x: Tensor, values: Tensor) -> bool:
    """Whether a real matrix is known to have real eigenvalues only."""
    return not jnp.iscomplexobj(x) and _known(values) and not bool(jnp.any(values.imag))


@partial(jax.custom_jvp, nondiff_argnums=(1,))
def _symmetric(x: Tensor, triangle: str) -> Tensor:
    """A matrix of which one triangle is read, and whose changes are taken for symmetric ones, as on other backends."""
    return x


@_symmetric.defjvp
def _symmetric_jvp(triangle: str, primals: tuple[Tensor], tangents: tuple[Tensor]) -> tuple[Tensor, Tensor]:
    # JAX's own rules read both triangles.
    (x,), (tangent,) = primals, tangents
    half = jnp.tril(x, -1) if triangle == "L" else jnp.triu(x, 1)
    mirrored = jnp.tril(jnp.triu(x)) + half + _adjoint(half)
    return mirrored, (tangent + _adjoint(tangent)) / 2


def _adjoint(x: Tensor) -> Tensor:
    return jnp.conj(jnp.swapaxes(x, -1, -2))


def eigh(x: Tensor, /, UPLO: str = "L") -> Any:  # noqa: N803  NumPy's name
    require_square("eigh", x)
    triangle = triangle_of("eigh", UPLO)
    return jnp.linalg.eigh(_symmetric(decomposable(x), triangle), triangle, symmetrize_input=False)


def eigvalsh(x: Tensor, /, UPLO: str = "L") -> Tensor:  # noqa: N803  NumPy's name
    require_square("eigvalsh", x)
    triangle = triangle_of("eigvalsh", UPLO)
    return jnp.linalg.eigvalsh(_symmetric(decomposable(x), triangle), triangle, symmetrize_input=False)


@compiled
def _has_nan(x: Tensor) -> Tensor:
    return jnp.any(jnp.isnan(x))


def cholesky(x: Tensor, /, *, upper: bool = False) -> Tensor:
    require_square("cholesky", x)
    result = jnp.linalg.cholesky(_symmetric(decomposable(x), "L"), upper=upper, symmetrize_input=False)
    if _known(result) and _has_nan(result).item():
        raise not_positive_definite("cholesky")
    return result


def qr(x: Tensor, /, mode: str = "reduced") -> Any:
    require_matrix("qr", x)
    return jnp.linalg.qr(decomposable(x), mode)


def lu(x: Tensor, /) -> LUResult:
    require_matrix("lu", x)
    return _lu(decomposable(x))


@compiled
def _lu(x: Tensor) -> LUResult:
    flat = jax.vmap(jsl.lu)(
        jnp.reshape(x, (math.prod(x.shape[:-2]), *x.shape[-2:]))
    )  # jsl.lu takes one matrix
    return LUResult(*(jnp.reshape(part, (*x.shape[:-2], *part.shape[-2:])) for part in flat))


def lu_factor(x: Tensor, /) -> LUFactorResult:
    require_matrix("lu_factor", x)
    return LUFactorResult(*jsl.lu_factor(decomposable(x)))


@in_full_precision
def multi_dot(arrays: Sequence[Tensor], /) -> Tensor:
    common.require_several("multi_dot", arrays)
    return jnp.linalg.multi_dot(arrays)


def matrix_power(x: Tensor, n: int, /) -> Tensor:
    require_square("matrix_power", x)
    # JAX's own is one program for each power.
    return common.matrix_power(sys.modules["emberops.backends.jax"], x, n)
