"""Composed operations of the group ``linalg``.

What is written here once is what at least two backends lack: SciPy's part of linear algebra, and NumPy's
meaning of ``norm``, ``lstsq`` and ``matrix_rank``.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan, prod
from typing import Any

import numpy as np

from emberops.backends.composed import linalg_norms
from emberops.backends.support.known_values import known, known_number
from emberops.backends.support.linalg_error import MatrixError, require_nonempty, require_rows, require_square
from emberops.backends.support.linalg_results import LstsqResult
from emberops.backends.support.one_program import in_one
from emberops.backends.support.reductions import floating
from emberops.errors import ShapeError
from emberops.typing import DTypeLike
from emberops.typing import NativeTensor as Tensor

norm = linalg_norms.norm
matrix_norm = linalg_norms.matrix_norm
vector_norm = linalg_norms.vector_norm

_PADE = (
    64764752532480000.0,
    32382376266240000.0,
    7771770303897600.0,
    1187353796428800.0,
    129060195264000.0,
    10559470521600.0,
    670442572800.0,
    33522128640.0,
    1323241920.0,
    40840800.0,
    960960.0,
    16380.0,
    182.0,
    1.0,
)
_PADE_REACH = 5.371920351148152
"""Norm up to which the [13/13] Pade approximant is exact to float64 (Higham 2005)."""
_MOST_SQUARINGS = 24
_MOST_ROOT_STEPS = 40
_ROOT_IS_FOUND = 1e-8
"""Steps converge quadratically: one from here is exact, for which no inverse is needed."""
_ROOT_IS_NEAR = 1e-2


def logdet(xp: Any, x: Tensor, /) -> Tensor:
    """Logarithm of the determinant."""
    sign, logabsdet = xp.linalg.slogdet(x)
    return xp.where(xp.real(sign) >= 0, logabsdet, xp.nan)


def expm(xp: Any, x: Tensor, /) -> Tensor:
    """Matrix exponential: Pade approximant of the matrix halved until it is small, squared as often."""
    x = floating(xp, xp.asarray(x))
    require_square("expm", x)
    if 0 in x.shape:
        return x
    size = xp.max(xp.sum(xp.abs(x), axis=-2, keepdims=True), axis=-1, keepdims=True)
    greatest = known_number(xp, xp.max(size))
    if greatest is None or isnan(greatest):
        # As many halvings as any matrix may need, so that it can be traced; those that are not due change nothing.
        return _of_halved(xp, x, _halvings(xp, size), _MOST_SQUARINGS)
    most = int(_halvings(np, greatest))
    return _of_halved(xp, x, None if x.ndim == 2 else _halvings(xp, size), most)


def sqrtm(xp: Any, x: Tensor, /) -> Tensor:
    """Denman's and Beavers' iteration in its product form (Higham 2008, 6.29)."""
    x = floating(xp, xp.asarray(x))
    require_square("sqrtm", x)
    if 0 in x.shape:
        return x
    size = xp.max(xp.sum(xp.abs(x), axis=-1, keepdims=True), axis=-2, keepdims=True)
    size = xp.where(size > 0, size, 1.0)
    one = xp.eye(x.shape[-1], dtype=x.dtype)
    product = root = x / size
    for _ in range(_MOST_ROOT_STEPS):
        inverse = xp.linalg.inv(product)
        root = xp.matmul(root, one + inverse) / 2.0
        product = (one + (product + inverse) / 2.0) / 2.0
        if known(xp, xp.all(xp.abs(product - one) < _ROOT_IS_FOUND)):
            break
    root = xp.matmul(root, 3.0 * one - product) / 2.0
    found = xp.all(xp.abs(product - one) < _ROOT_IS_NEAR, axis=(-2, -1), keepdims=True)
    if known(xp, xp.any(xp.logical_not(found))):
        raise MatrixError(
            "ops.linalg.sqrtm: a matrix has no principal square root of its dtype, or is nearly singular; "
            "one with negative eigenvalues has a complex one: ops.linalg.sqrtm(ops.astype(x, complex))"
        )
    return xp.where(found, root * xp.sqrt(size), xp.nan)


def _halvings(xp: Any, size: Any) -> Any:
    """How often a matrix of a norm is halved until the approximant is exact."""
    return xp.minimum(xp.ceil(xp.log2(xp.maximum(size / _PADE_REACH, 1.0))), float(_MOST_SQUARINGS))


def _of_halved(xp: Any, x: Tensor, times: Tensor | None, most: int) -> Tensor:
    """The exponential of ``x`` from that of ``x`` halved so many ``times``, ``most`` where that is ``None``."""
    # The mean of the diagonal aside: its exponential is a number, and what is left has a smaller one.
    mean = xp.mean(xp.linalg.diagonal(x), axis=-1)[..., None, None]
    mean = xp.where(xp.isfinite(mean), mean, 0.0)
    rest = x - mean * xp.eye(x.shape[-1], dtype=x.dtype)
    if most:
        rest = rest / 2.0 ** (most if times is None else times)
    result = _pade(xp, rest)
    for k in range(most):
        squared = xp.matmul(result, result)
        result = squared if times is None else xp.where(k < times, squared, result)
    return result * xp.exp(mean)


def _pade(xp: Any, a: Tensor) -> Tensor:
    b = _PADE
    one = xp.eye(a.shape[-1], dtype=a.dtype)
    a2 = xp.matmul(a, a)
    a4 = xp.matmul(a2, a2)
    a6 = xp.matmul(a4, a2)
    odd = xp.matmul(a6, b[13] * a6 + b[11] * a4 + b[9] * a2) + b[7] * a6 + b[5] * a4 + b[3] * a2 + b[1] * one
    even = xp.matmul(a6, b[12] * a6 + b[10] * a4 + b[8] * a2) + b[6] * a6 + b[4] * a4 + b[2] * a2 + b[0] * one
    u = xp.matmul(a, odd) / b[0]
    v = even / b[0]
    return xp.linalg.solve(v - u, v + u)


def lstsq(xp: Any, x1: Tensor, x2: Tensor, /, rcond: float | None = None) -> LstsqResult:
    """Least squares by singular values, with NumPy's four results."""
    require_rows("lstsq", x1, x2)
    m, n = x1.shape
    found = LstsqResult(*in_one(xp, _least_squares, x1, x2, rcond))
    # NumPy's residuals have a shape that depends on the values; traced code cannot have that.
    if m <= n or known(xp, found.rank < n):
        return found._replace(residuals=found.residuals[:0])
    return found


def _least_squares(xp: Any, x1: Tensor, x2: Tensor, rcond: float | None) -> tuple[Tensor, ...]:
    m, n = x1.shape
    u, s, vh = xp.linalg.svd(x1, full_matrices=False)
    u, right = xp.conj(xp.matrix_transpose(u)), x2 if x2.ndim == 2 else x2[:, None]
    precision = float(xp.finfo(s.dtype).eps)
    # LAPACK takes what is no share for half of the precision, of singular values that are as wrong as that.
    part = precision * max(m, n) if rcond is None else rcond if 0 < rcond < 1 else precision / 4
    kept = s > part * s[:1]
    inverse = xp.where(kept, 1.0 / xp.where(kept, s, 1.0), 0.0)
    v = xp.conj(xp.matrix_transpose(vh))
    solution = xp.matmul(v, inverse[:, None] * xp.matmul(u, right))
    # What rounding has left of the right-hand side is solved for once more.
    rest = right - xp.matmul(x1 * 1.0, solution)
    solution = solution + xp.matmul(v, inverse[:, None] * xp.matmul(u, rest))
    rank = xp.sum(kept)
    residuals = xp.sum(xp.abs(right - xp.matmul(x1 * 1.0, solution)) ** 2, axis=0)
    return solution if x2.ndim == 2 else solution[:, 0], residuals, rank, s


def pinv(
    xp: Any, x: Tensor, /, rcond: Any = None, hermitian: bool = False, *, rtol: float | None = None
) -> Tensor:
    """Pseudo-inverse by singular values."""
    if rcond is not None and rtol is not None:
        raise ValueError("ops.linalg.pinv: rcond and rtol cannot both be given")
    if hermitian:
        require_square("pinv", x)
    if 0 in x.shape:
        return xp.zeros_like(xp.matrix_transpose(x))
    u, s, vh = xp.linalg.svd(x, full_matrices=False, hermitian=hermitian)
    limit = rcond if rcond is not None else rtol
    if limit is None:
        limit = max(x.shape[-2:]) * float(xp.finfo(s.dtype).eps)
    kept = s > _for_each_matrix(xp, limit) * xp.max(s, axis=-1, keepdims=True)
    inverse = xp.where(kept, 1.0 / xp.where(kept, s, 1.0), 0.0)
    return xp.matmul(
        xp.conj(xp.matrix_transpose(vh)) * inverse[..., None, :], xp.conj(xp.matrix_transpose(u))
    )


def matrix_rank(
    xp: Any, x: Tensor, /, tol: float | None = None, hermitian: bool = False, *, rtol: float | None = None
) -> Tensor:
    """Number of singular values above a tolerance."""
    if tol is not None and rtol is not None:
        raise ValueError("ops.linalg.matrix_rank: tol and rtol cannot both be given")
    if x.ndim < 2:
        return xp.sum(xp.any(x != 0))
    s = xp.abs(xp.linalg.eigvalsh(x)) if hermitian else xp.linalg.svdvals(x)
    if tol is not None:
        limit = xp.expand_dims(xp.asarray(tol), axis=-1)
    elif 0 in s.shape:
        return xp.sum(s > 0, axis=-1)
    else:
        part = max(x.shape[-2:]) * float(xp.finfo(s.dtype).eps) if rtol is None else rtol
        limit = _for_each_matrix(xp, part) * xp.max(s, axis=-1, keepdims=True)
    return xp.sum(s > limit, axis=-1)


def _for_each_matrix(xp: Any, tolerance: Any) -> Any:
    """A tolerance beside singular values: one for all of them, or one for each matrix."""
    if isinstance(tolerance, (list, tuple, np.ndarray)):
        tolerance = xp.asarray(tolerance)
    return tolerance[..., None] if getattr(tolerance, "ndim", 0) else tolerance


def matrix_power(xp: Any, x: Tensor, n: int, /) -> Tensor:
    """Powers by repeated squaring."""
    require_square("matrix_power", x)
    if n == 0:
        return xp.broadcast_to(xp.eye(x.shape[-1], dtype=x.dtype), tuple(x.shape))
    if n < 0:
        x, n = xp.linalg.inv(x), -n
    result = None
    while True:
        if n & 1:
            result = x if result is None else xp.matmul(result, x)
        n >>= 1
        if not n:
            return result
        x = xp.matmul(x, x)


def require_several(name: str, arrays: Sequence[Tensor]) -> None:
    """Refuse a product of fewer than two matrices.

    Raises
    ------
    ValueError
        As NumPy does.
    """
    if len(arrays) < 2:
        raise ValueError(f"ops.linalg.{name}: a product needs two matrices at least, not {len(arrays)}")


def multi_dot(xp: Any, arrays: Sequence[Tensor], /) -> Tensor:
    """Product of several matrices in the cheapest order."""
    arrays = list(arrays)
    require_several("multi_dot", arrays)
    row, column = arrays[0].ndim == 1, arrays[-1].ndim == 1
    if row:
        arrays[0] = arrays[0][None, :]
    if column:
        arrays[-1] = arrays[-1][:, None]
    if any(x.ndim != 2 for x in arrays):
        raise MatrixError(
            "ops.linalg.multi_dot: all but the first and the last must be matrices, those vectors at least"
        )
    cuts = _cheapest_cuts([x.shape[0] for x in arrays] + [arrays[-1].shape[1]])

    def product(i: int, j: int) -> Tensor:
        return arrays[i] if i == j else xp.matmul(product(i, cuts[i, j]), product(cuts[i, j] + 1, j))

    result = product(0, len(arrays) - 1)
    if row:
        result = result[0, ...]
    return result[..., 0] if column else result


def _cheapest_cuts(sizes: list[int]) -> dict[tuple[int, int], int]:
    """Where to split each part of the chain (Cormen et al., matrix-chain order)."""
    n = len(sizes) - 1
    cost = {(i, i): 0 for i in range(n)}
    cuts: dict[tuple[int, int], int] = {}
    for length in range(1, n):
        for i in range(n - length):
            j = i + length
            cost[i, j], cuts[i, j] = min(
                (cost[i, k] + cost[k + 1, j] + sizes[i] * sizes[k + 1] * sizes[j + 1], k) for k in range(i, j)
            )
    return cuts


def cond(xp: Any, x: Tensor, /, p: Any = None) -> Tensor:
    """Condition number."""
    require_nonempty("cond", x)
    if p in (None, 2, -2):
        return in_one(xp, _ratio_of_ends, x, xp.linalg.svdvals(x), p == -2)
    require_square("cond", x)
    try:
        return xp.linalg.matrix_norm(x, ord=p) * xp.linalg.matrix_norm(xp.linalg.inv(x), ord=p)
    except MatrixError:
        singular = xp.linalg.matrix_rank(x) < x.shape[-1]
        if x.ndim == 2 or bool(xp.all(singular)) or not bool(xp.any(singular)):
            return xp.full(tuple(x.shape[:-2]), xp.inf, dtype=xp.linalg.matrix_norm(x).dtype)
        regular = xp.where(singular[..., None, None], xp.eye(x.shape[-1], dtype=x.dtype), x)
        return xp.where(singular, xp.inf, cond(xp, regular, p))


def _ratio_of_ends(xp: Any, x: Tensor, s: Tensor, of_least: bool) -> Tensor:
    """The largest of the singular values ``s`` of ``x`` by the least, or the other way round."""
    number = s[..., -1] / s[..., 0] if of_least else s[..., 0] / s[..., -1]
    # Zero by zero: the matrix is singular, unless it holds NaN itself.
    of_numbers = xp.all(xp.logical_not(xp.isnan(x)), axis=(-2, -1))
    return xp.where(xp.logical_and(xp.isnan(number), of_numbers), xp.inf, number)


def tensorinv(xp: Any, x: Tensor, /, ind: int = 2) -> Tensor:
    """Inverse with respect to tensordot."""
    if ind < 1:
        raise ValueError(f"ops.linalg.tensorinv: ind counts the axes of the rows, at least one; not {ind}")
    shape = tuple(x.shape)
    if prod(shape[:ind]) != prod(shape[ind:]):
        raise MatrixError(f"ops.linalg.tensorinv: x of shape {shape} with ind={ind} makes no square matrix")
    flat = xp.linalg.inv(xp.reshape(x, (prod(shape[:ind]), prod(shape[ind:]))))
    return xp.reshape(flat, shape[ind:] + shape[:ind])


def tensorsolve(xp: Any, x1: Tensor, x2: Tensor, /, axes: Sequence[int] | None = None) -> Tensor:
    """Solution with respect to tensordot."""
    if axes:
        last = [a % x1.ndim for a in axes]
        x1 = xp.permute_dims(x1, [a for a in range(x1.ndim) if a not in last] + last)
    shape = tuple(x1.shape)[x2.ndim :]
    if prod(shape) != prod(tuple(x2.shape)) or prod(shape) != prod(tuple(x1.shape)[: x2.ndim]):
        raise MatrixError(
            f"ops.linalg.tensorsolve: x1 of shape {tuple(x1.shape)} does not make a square matrix with x2 of shape "
            f"{tuple(x2.shape)}"
        )
    flat = xp.linalg.solve(xp.reshape(x1, (prod(shape),) * 2), xp.reshape(x2, (-1,)))
    return xp.reshape(flat, shape)


def cross(xp: Any, x1: Tensor, x2: Tensor, /, *, axis: int = -1) -> Tensor:
    """Cross product of vectors of three elements."""
    if x1.shape[axis] != 3 or x2.shape[axis] != 3:
        raise ShapeError(
            f"ops.linalg.cross: x1 of shape {tuple(x1.shape)} and x2 of shape {tuple(x2.shape)} need three elements "
            f"along axis {axis}"
        )
    return xp.cross(x1, x2, axis=axis)


def outer(xp: Any, x1: Tensor, x2: Tensor, /) -> Tensor:
    """Outer product of two vectors."""
    if x1.ndim != 1 or x2.ndim != 1:
        raise ShapeError(
            f"ops.linalg.outer takes vectors, not shapes {tuple(x1.shape)} and {tuple(x2.shape)}; ops.outer flattens"
        )
    return xp.outer(x1, x2)


def trace(xp: Any, x: Tensor, /, *, offset: int = 0, dtype: DTypeLike = None) -> Tensor:
    """Sum along the diagonal of each matrix."""
    return xp.trace(x, offset, -2, -1, dtype)


def diagonal(xp: Any, x: Tensor, /, *, offset: int = 0) -> Tensor:
    """Diagonal of each matrix."""
    return xp.diagonal(x, offset, -2, -1)


def cholesky_inverse(xp: Any, x: Tensor, /, upper: bool = False) -> Tensor:
    """Inverse from the Cholesky factor."""
    one = xp.eye(x.shape[-1], dtype=x.dtype)
    half = xp.linalg.solve_triangular(x, one, lower=not upper)
    other = xp.conj(xp.matrix_transpose(half))
    return xp.matmul(half, other) if upper else xp.matmul(other, half)
