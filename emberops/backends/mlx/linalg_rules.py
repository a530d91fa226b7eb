"""Gradients of real decompositions, which MLX lacks: each primitive with its reverse rule (Giles 2008)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mlx.core as mx

from emberops.typing import NativeTensor as Tensor


def _t(x: Tensor) -> Tensor:
    return mx.swapaxes(x, -1, -2)


def _inv(x: Tensor) -> Tensor:
    """Inverse; MLX reads outside a matrix without elements."""
    if x.shape[-1] == 0:
        return x
    return mx.linalg.inv(x, stream=mx.cpu)


def _inv_vjp(_x: Tensor, cotangent: Tensor, inverse: Tensor) -> Tensor:
    return -mx.matmul(mx.matmul(_t(inverse), cotangent), _t(inverse))


def _solve(x1: Tensor, x2: Tensor) -> Tensor:
    """Solution of ``x1 @ x = x2`` for equal batches of matrices; without unknowns there is nothing to do."""
    if x2.size == 0:
        return x2
    return mx.linalg.solve(x1, x2, stream=mx.cpu)


def _solve_vjp(primals: tuple[Tensor, Tensor], cotangent: Tensor, solution: Tensor) -> tuple[Tensor, Tensor]:
    right = solve(_t(primals[0]), cotangent)
    return -mx.matmul(right, _t(solution)), right


def _cholesky(x: Tensor) -> Tensor:
    """Lower Cholesky factor; its upper triangle is zero."""
    return mx.tril(mx.linalg.cholesky(x, stream=mx.cpu))


def _cholesky_vjp(_x: Tensor, cotangent: Tensor, lower: Tensor) -> Tensor:
    product = mx.tril(mx.matmul(_t(lower), mx.tril(cotangent)))
    halved = product - 0.5 * mx.tril(mx.triu(product))
    inverse = inv(lower)
    inner = mx.matmul(mx.matmul(_t(inverse), halved), inverse)
    return 0.5 * (inner + _t(inner))


def _eigh(x: Tensor) -> tuple[Tensor, Tensor]:
    """Eigenvalues and eigenvectors of symmetric matrices."""
    values, vectors = mx.linalg.eigh(x, stream=mx.cpu)
    return values, vectors


def _eigh_vjp(_x: Tensor, cotangents: tuple[Tensor, Tensor], outputs: tuple[Tensor, Tensor]) -> Tensor:
    values, vectors = outputs
    to_values, to_vectors = cotangents
    gaps = values[..., None, :] - values[..., :, None]
    one = mx.eye(values.shape[-1]) != 0
    weights = mx.where(one, 0.0, 1.0 / mx.where(one, 1.0, gaps))
    inner = weights * mx.matmul(_t(vectors), to_vectors)
    inner = inner + mx.where(one, to_values[..., None, :], 0.0)
    return mx.matmul(mx.matmul(vectors, inner), _t(vectors))


def _from_lower(x: Tensor) -> Tensor:
    """The symmetric matrix that the lower triangle stands for."""
    half = mx.tril(x, -1)
    return mx.tril(mx.triu(x)) + half + _t(half)


def _from_upper(x: Tensor) -> Tensor:
    """The symmetric matrix that the upper triangle stands for."""
    return _t(_from_lower(_t(x)))


def _mirrored_vjp(_x: Tensor, cotangent: Tensor, _result: Tensor) -> Tensor:
    # Not of the one triangle: changes are taken for symmetric ones, as on other backends.
    return (cotangent + _t(cotangent)) / 2


def _svdvals(x: Tensor) -> Tensor:
    """Singular values."""
    return mx.linalg.svd(x, compute_uv=False, stream=mx.cpu)


def _svdvals_vjp(x: Tensor, cotangent: Tensor, values: Tensor) -> Tensor:
    u, _, vh = mx.linalg.svd(x, stream=mx.cpu)
    k = values.shape[-1]
    return mx.matmul(u[..., :, :k] * cotangent[..., None, :], vh[..., :k, :])


def _svd(x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """As many singular vectors as there are values."""
    u, values, vh = mx.linalg.svd(x, stream=mx.cpu)
    k = values.shape[-1]
    return u[..., :, :k], values, vh[..., :k, :]


def _svd_vjp(
    _x: Tensor, cotangents: tuple[Tensor, Tensor, Tensor], outputs: tuple[Tensor, Tensor, Tensor]
) -> Tensor:
    u, values, vh = outputs
    to_u, to_values, to_v = cotangents[0], cotangents[1], _t(cotangents[2])
    v, row = _t(vh), values[..., None, :]
    gaps = row**2 - values[..., :, None] ** 2
    one = mx.eye(values.shape[-1]) != 0
    weights = mx.where(one, 0.0, 1.0 / mx.where(one, 1.0, gaps))

    def turned(vectors: Tensor, to: Tensor) -> Tensor:
        inner = mx.matmul(_t(vectors), to)
        return weights * (inner - _t(inner))

    inner = turned(u, to_u) * row + values[..., :, None] * turned(v, to_v)
    whole = mx.matmul(mx.matmul(u, inner + mx.where(one, to_values[..., None, :], 0.0)), vh)
    # What moves the vectors out of the space that they span: nothing where they span all of it.
    left = to_u / row
    left = left - mx.matmul(u, mx.matmul(_t(u), left))
    right = to_v / row
    right = right - mx.matmul(v, mx.matmul(vh, right))
    return whole + mx.matmul(left, vh) + mx.matmul(u, _t(right))


def _qr(x: Tensor) -> tuple[Tensor, Tensor]:
    """Q and R of matrices that have as many rows as columns, or more."""
    q, r = mx.linalg.qr(x, stream=mx.cpu)
    return q, r


def _qr_vjp(_x: Tensor, cotangents: tuple[Tensor, Tensor], outputs: tuple[Tensor, Tensor]) -> Tensor:
    q, r = outputs
    to_q, to_r = cotangents
    inner = mx.matmul(r, _t(to_r)) - mx.matmul(_t(to_q), q)
    symmetric = mx.tril(inner) + _t(mx.tril(inner, -1))
    return _t(solve(r, _t(to_q + mx.matmul(q, symmetric))))


def pinv_vjp(x: Tensor, cotangent: Tensor, inverse: Tensor) -> Tensor:
    """The reverse rule of the pseudo-inverse, where the rank stays (Golub and Pereyra 1973)."""
    left, right = mx.matmul(inverse, _t(inverse)), mx.matmul(_t(inverse), inverse)
    beside = _t(cotangent) - mx.matmul(mx.matmul(x, inverse), _t(cotangent))
    below = _t(cotangent) - mx.matmul(_t(cotangent), mx.matmul(inverse, x))
    direct = mx.matmul(mx.matmul(_t(inverse), cotangent), _t(inverse))
    return mx.matmul(beside, left) + mx.matmul(right, below) - direct


def _det(x: Tensor) -> Tensor:
    """Determinant of matrices with elements, in their own precision."""
    factors, _ = mx.linalg.lu_factor(x, stream=mx.cpu)
    sign, _ = mx.linalg.slogdet(x, stream=mx.cpu)
    return sign.astype(x.dtype) * mx.prod(mx.abs(mx.diagonal(factors, 0, -2, -1)), axis=-1)


def _det_vjp(x: Tensor, cotangent: Tensor, _result: Tensor) -> Tensor:
    # The cofactors: by singular values, for a matrix that has no inverse has them too.
    u, values, vh = mx.linalg.svd(x, stream=mx.cpu)
    one = mx.eye(values.shape[-1]) != 0
    others = mx.prod(mx.where(one, 1.0, values[..., None, :]), axis=-1)
    cofactors = mx.matmul(u * others[..., None, :], vh)
    return (cotangent * _det(u) * _det(vh))[..., None, None] * cofactors


def _with_rule(function: Callable[..., Any], rule: Callable[..., Any]) -> Any:
    made = mx.custom_function(function)
    made.vjp(rule)
    return made


inv = _with_rule(_inv, _inv_vjp)
solve = _with_rule(_solve, _solve_vjp)
determinant = _with_rule(_det, _det_vjp)
cholesky = _with_rule(_cholesky, _cholesky_vjp)
mirrored = {"L": _with_rule(_from_lower, _mirrored_vjp), "U": _with_rule(_from_upper, _mirrored_vjp)}
eigh = _with_rule(_eigh, _eigh_vjp)
svdvals = _with_rule(_svdvals, _svdvals_vjp)
svd = _with_rule(_svd, _svd_vjp)
qr = _with_rule(_qr, _qr_vjp)
