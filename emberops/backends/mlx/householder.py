"""The factors of ``qr(mode="raw")``, which MLX keeps to itself: reflections as LAPACK's ``geqrf`` stores them."""

from __future__ import annotations

import mlx.core as mx

from emberops.typing import NativeTensor as Tensor


def reflections(x: Tensor) -> tuple[Tensor, Tensor]:
    """``(h, tau)`` of matrices ``(..., m, n)``, ``h`` transposed as NumPy gives it.

    Column by column (Golub and Van Loan 2013, 5.1): ``I - tau v v*`` turns what is on and below the diagonal into one
    number, which stays there with what is above it; below it goes ``v``, whose first element is one.
    """
    rows, columns = x.shape[-2:]
    steps = min(rows, columns)
    place = mx.arange(rows)
    finished, taus = [], []
    for k in range(steps):
        column = x[..., :, k]
        pivot = column[..., k : k + 1]
        tail = mx.where(place > k, column, 0)
        moves = mx.any(tail != 0, axis=-1, keepdims=True) | (mx.imag(pivot) != 0)
        size = mx.sqrt(_square(pivot) + mx.sum(_square(tail), axis=-1, keepdims=True))
        turned = mx.where(moves, mx.where(mx.real(pivot) < 0, size, -size).astype(x.dtype), pivot)
        tau = mx.where(moves, (turned - pivot) / mx.where(moves, turned, 1), 0)
        v = tail / mx.where(moves, pivot - turned, 1)
        finished.append(mx.where(place < k, column, mx.where(place == k, turned, v)))
        taus.append(tau)
        v = mx.where(place == k, mx.ones_like(v), v)
        share = mx.matmul(mx.conj(v)[..., None, :], x) * mx.conj(tau)[..., None]
        x = x - v[..., :, None] * share
    h = [mx.stack(finished, axis=-2)] if steps else []
    h.append(mx.swapaxes(x[..., :, steps:], -1, -2))
    tau = mx.concatenate(taus, axis=-1) if steps else mx.zeros((*x.shape[:-2], 0), dtype=x.dtype)
    return mx.concatenate(h, axis=-2), tau


def _square(x: Tensor) -> Tensor:
    return mx.square(mx.real(x)) + mx.square(mx.imag(x))
