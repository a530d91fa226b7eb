"""Operations of the group ``linalg`` on NumPy; SciPy is not needed."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import numpy as np

from emberops.backends.composed import linalg_norms
from emberops.backends.composed.linalg_norms import SAFE
from emberops.backends.numpy import linear_algebra as products
from emberops.backends.support.linalg_error import MatrixError, require_square, singular
from emberops.backends.support.linalg_results import EigResult, LUFactorResult, LUResult
from emberops.errors import ShapeError
from emberops.typing import NativeTensor as Tensor
from emberops.typing import TensorLike

matmul = products.matmul
matrix_transpose = products.matrix_transpose
tensordot = products.tensordot
vecdot = products.vecdot

F = TypeVar("F", bound=Callable[..., Any])


def _own_error(function: F) -> F:
    """NumPy's function, raising what ``except ops.linalg.LinAlgError`` catches."""

    @wraps(function)
    def translated(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except np.linalg.LinAlgError as error:
            raise MatrixError(*error.args) from None

    return translated  # type: ignore[return-value]  # wraps keeps the signature, and mypy does not know it


_LOWEST = {np.float32: 2.0 ** -SAFE["float32"][0], np.float64: 2.0 ** -SAFE["float64"][0]}
"""From where on a single norm is what NumPy says; to ask its dtype takes longer than to compute it."""

_PLAIN_POWERS = (0, 1, -1, 2, -2, np.inf, -np.inf)
"""Orders of norms whose numbers are not raised to a power beyond a square."""

_LOWEST_OF_HALVES = 2.0**-3
"""The same for half precision, which single precision has room for."""


def _scaled(native: F) -> F:
    """A norm that is taken again of smaller or greater numbers where squares have overflowed or vanished."""

    @wraps(native)
    def norm(x: TensorLike, /, *args: Any, **kwargs: Any) -> Any:
        with np.errstate(over="ignore"):
            found = native(x, *args, **kwargs)
            lowest = _LOWEST.get(type(found))
            if lowest is not None and (lowest <= found < np.inf or (found == 0 and not np.any(x))):
                return found
            if not hasattr(found, "__array_interface__"):
                return found  # of a sparse matrix, which NumPy leaves to its own operators
            if found.dtype.char == "e":
                usual = (found < np.inf) & (found >= _LOWEST_OF_HALVES)
                x = np.asarray(x)
                return found if usual.all() else native(x.astype(np.float32), *args, **kwargs).astype(x.dtype)
            if found.dtype.char not in "fd":
                return found
            safe, down, up = SAFE["float32" if found.dtype.char == "f" else "float64"]
            vanishing = found < 2.0**-safe
            overflown = found == np.inf
            if not (vanishing | overflown).any():
                return found
            x = np.asarray(x)
            if not overflown.any() and not _holds_tiny(x, 2.0**-safe):
                return found
            powers = dict(zip(("ord", "axis", "keepdims"), args, strict=False)) | kwargs
            if isinstance(powers.get("ord"), (int, float)) and powers["ord"] not in _PLAIN_POWERS:
                again = linalg_norms.vector_norm(sys.modules["emberops.backends.numpy"], x, **powers)
                return np.where(vanishing | overflown, again, found)[()]
            smaller, greater = found.dtype.type(2.0**-down), found.dtype.type(2.0**up)
            # A complex infinity times a number has a part that is NaN, and the norm was right as it was.
            again = native(x * smaller, *args, **kwargs) / smaller
            found = np.where(overflown & ~np.isnan(again), again, found)
            return np.where(vanishing, native(x * greater, *args, **kwargs) / greater, found)[()]

    return norm  # type: ignore[return-value]  # wraps keeps the signature, and mypy does not know it


def _holds_tiny(x: Tensor, bound: float) -> bool:
    """Whether a norm that vanishes may be due to underflow: of nothing but zeros, as in distances, it is zero."""
    sizes = np.abs(x)
    return bool(((sizes > 0) & (sizes < bound)).any())


norm = _scaled(np.linalg.norm)
matrix_norm = _scaled(np.linalg.matrix_norm)
vector_norm = _scaled(np.linalg.vector_norm)
inv = _own_error(np.linalg.inv)
det = _own_error(np.linalg.det)
slogdet = _own_error(np.linalg.slogdet)
solve = _own_error(np.linalg.solve)
lstsq = _own_error(np.linalg.lstsq)
svd = _own_error(np.linalg.svd)
svdvals = _own_error(np.linalg.svdvals)
eigh = _own_error(np.linalg.eigh)
eigvalsh = _own_error(np.linalg.eigvalsh)
cholesky = _own_error(np.linalg.cholesky)
qr = _own_error(np.linalg.qr)
matrix_rank = _own_error(np.linalg.matrix_rank)
matrix_power = _own_error(np.linalg.matrix_power)
multi_dot = _own_error(np.linalg.multi_dot)
cond = _own_error(np.linalg.cond)
tensorinv = _own_error(np.linalg.tensorinv)
tensorsolve = _own_error(np.linalg.tensorsolve)
trace = np.linalg.trace
diagonal = np.linalg.diagonal
cross = np.linalg.cross
outer = np.linalg.outer


@_own_error
def eig(x: Tensor, /, *, keep_real: bool = False) -> Any:
    result = np.linalg.eig(x)
    return result if keep_real else EigResult(*map(_complex, result))


@_own_error
def eigvals(x: Tensor, /, *, keep_real: bool = False) -> Tensor:
    values = np.linalg.eigvals(x)
    return values if keep_real else _complex(values)


def _complex(x: Tensor) -> Tensor:
    return x.astype(np.result_type(x, np.complex64), copy=False)


@_own_error
def pinv(
    x: TensorLike, /, rcond: Any = None, hermitian: bool = False, *, rtol: float | None = None
) -> Tensor:
    if rtol is None:
        return np.linalg.pinv(x, rcond, hermitian)
    return np.linalg.pinv(x, hermitian=hermitian, rtol=rtol, **({} if rcond is None else {"rcond": rcond}))


@_own_error
def solve_triangular(
    x1: TensorLike, x2: TensorLike, /, *, lower: bool = False, unit_diagonal: bool = False
) -> Tensor:
    require_square("solve_triangular", np.asarray(x1))  # NumPy makes a matrix of a vector
    triangle = np.tril(x1) if lower else np.triu(x1)
    if unit_diagonal:
        n = triangle.shape[-1]
        triangle[..., np.arange(n), np.arange(n)] = 1
    elif not np.all(np.diagonal(triangle, 0, -2, -1)):
        raise singular("solve_triangular")
    values = np.asarray(x2)
    columns = values[..., None] if values.ndim == 1 else values
    if columns.shape[-2] != triangle.shape[-1]:
        raise ShapeError(f"solve_triangular: {values.shape} values for a matrix of shape {triangle.shape}")
    batch = np.broadcast_shapes(triangle.shape[:-2], columns.shape[:-2])
    dtype = np.result_type(triangle, columns)
    dtype = dtype if dtype.kind in "fc" else np.dtype(np.float64)
    found = np.array(np.broadcast_to(columns, (*batch, *columns.shape[-2:])), dtype)
    _substitute(triangle, found, lower)
    return found[..., 0] if values.ndim == 1 else found


def _substitute(triangle: Any, values: Any, lower: bool) -> None:
    """Substitution by halves, in place: what is zero because the triangle is stays exactly so, as in LAPACK."""
    size = triangle.shape[-1]
    if size == 1:
        values /= triangle
    if size < 2:
        return
    head, tail = slice(size // 2), slice(size // 2, None)
    first, last = (head, tail) if lower else (tail, head)
    _substitute(triangle[..., first, first], values[..., first, :], lower)
    values[..., last, :] -= triangle[..., last, first] @ values[..., first, :]
    _substitute(triangle[..., last, last], values[..., last, :], lower)


def lu_factor(x: TensorLike, /) -> LUFactorResult:
    """Gaussian elimination with partial pivoting, column by column over the whole batch."""
    x = np.asarray(x)
    lu = np.array(x, dtype=np.result_type(x, np.float32) if x.dtype.kind in "fc" else np.float64)
    if lu.ndim < 2:
        require_square("lu_factor", lu)
    rows, columns = lu.shape[-2:]
    steps = min(rows, columns)
    flat = lu.reshape(math.prod(lu.shape[:-2]), rows, columns)
    pivots = np.zeros((flat.shape[0], steps), dtype=np.int32)
    batch = np.arange(flat.shape[0])
    for k in range(steps):
        pivot = k + np.argmax(np.abs(flat[:, k:, k]), axis=1)
        pivots[:, k] = pivot
        flat[batch, k], flat[batch, pivot] = flat[batch, pivot], flat[batch, k].copy()
        head = flat[:, k, k]
        factors = np.divide(
            flat[:, k + 1 :, k], head[:, None], where=head[:, None] != 0, out=flat[:, k + 1 :, k].copy()
        )
        flat[:, k + 1 :, k] = factors
        flat[:, k + 1 :, k + 1 :] -= factors[:, :, None] * flat[:, k, None, k + 1 :]
    return LUFactorResult(flat.reshape(lu.shape), pivots.reshape(*lu.shape[:-2], steps))


def lu(x: TensorLike, /) -> LUResult:
    factors, pivots = lu_factor(x)
    rows, columns = factors.shape[-2:]
    steps = min(rows, columns)
    count = math.prod(factors.shape[:-2])
    order = np.broadcast_to(np.arange(rows), (count, rows)).copy()
    batch = np.arange(order.shape[0])
    for k, pivot in enumerate(pivots.reshape(count, steps).T):
        order[batch, k], order[batch, pivot] = order[batch, pivot], order[batch, k].copy()
    permutation = np.eye(rows, dtype=factors.dtype)[:, order.reshape(*factors.shape[:-2], rows)]
    permutation = np.moveaxis(permutation, 0, -2)
    lower = np.tril(factors[..., :, :steps], -1) + np.eye(rows, steps, dtype=factors.dtype)
    return LUResult(permutation, lower, np.triu(factors[..., :steps, :]))
