"""Composed operations of the group ``linear_algebra``."""

from __future__ import annotations

import math
from collections.abc import Callable
from operator import mul
from typing import Any

from emberops.backends.support.operands import together
from emberops.backends.support.option_words import convolution_mode
from emberops.backends.support.reductions import floating
from emberops.errors import ShapeError
from emberops.typing import NativeTensor as Tensor

_MANY_COORDINATES = 16
"""From so many on, JAX compares vectors in a loop: a program grows with each, and fewer run faster without."""


def matvec(xp: Any, x1: Tensor, x2: Tensor, /) -> Tensor:
    """Product of matrices and vectors."""
    _check_matrices("matvec", x2, x1)
    return xp.squeeze(xp.matmul(x1, xp.expand_dims(x2, axis=-1)), axis=-1)


def vecmat(xp: Any, x1: Tensor, x2: Tensor, /) -> Tensor:
    """Product of vectors, conjugated, and matrices."""
    _check_matrices("vecmat", x1, x2)
    return xp.squeeze(xp.matmul(xp.expand_dims(xp.conj(x1), axis=-2), x2), axis=-2)


def _check_matrices(op: str, vectors: Tensor, matrices: Tensor) -> None:
    if vectors.ndim < 1 or matrices.ndim < 2:
        raise ShapeError(
            f"ops.{op}: shapes {tuple(matrices.shape)} and {tuple(vectors.shape)} are no matrices and vectors"
        )


def cross(
    xp: Any,
    x1: Tensor,
    x2: Tensor,
    /,
    axisa: int = -1,
    axisb: int = -1,
    axisc: int = -1,
    axis: int | None = None,
    *,
    times: Callable[[Tensor, Tensor], Tensor] = mul,
) -> Tensor:
    """Cross product with NumPy's axes, vectors of two elements included.

    ``times`` makes the products, of which those of parallel vectors cancel only if each is rounded.
    """
    if axis is not None:
        axisa = axisb = axisc = axis
    x1, x2 = together(xp, x1, x2)
    if not (x1.ndim and x2.ndim):
        raise ShapeError("ops.cross: At least one array has zero dimension")  # NumPy's words
    a, b = xp.moveaxis(x1, axisa, -1), xp.moveaxis(x2, axisb, -1)
    if a.shape[-1] not in (2, 3) or b.shape[-1] not in (2, 3):
        raise ShapeError(
            f"ops.cross: vectors have two or three elements, these {a.shape[-1]} (x1, axis {axisa}) and "
            f"{b.shape[-1]} (x2, axis {axisb})"
        )
    a0, a1, b0, b1 = a[..., 0], a[..., 1], b[..., 0], b[..., 1]
    last = times(a0, b1) - times(a1, b0)
    if a.shape[-1] == b.shape[-1] == 2:
        return last
    a2 = a[..., 2] if a.shape[-1] == 3 else None
    b2 = b[..., 2] if b.shape[-1] == 3 else None
    if a2 is None:
        parts = [a1 * b2, -(a0 * b2), last]
    elif b2 is None:
        parts = [-(a2 * b1), a2 * b0, last]
    else:
        parts = [times(a1, b2) - times(a2, b1), times(a2, b0) - times(a0, b2), last]
    return xp.moveaxis(xp.stack(parts, axis=-1), -1, axisc)


def convolve(xp: Any, x1: Tensor, x2: Tensor, /, mode: str = "full") -> Tensor:
    """Discrete convolution of two vectors: the windows of one times the other, reversed."""
    # A number is one of one element here, as it is in NumPy, and in no other function of vectors.
    x1, x2 = (x if x.ndim else xp.reshape(x, (1,)) for x in (x1, x2))
    _check_vectors("convolve", x1, x2)
    if x1.shape[0] < x2.shape[0]:
        x1, x2 = x2, x1
    return _slid(xp, x1, xp.flip(x2, axis=0), mode)


def correlate(xp: Any, x1: Tensor, x2: Tensor, /, mode: str = "valid") -> Tensor:
    """Cross-correlation of two vectors."""
    _check_vectors("correlate", x1, x2)
    if x1.shape[0] < x2.shape[0]:
        return xp.flip(_slid(xp, xp.conj(x2), x1, mode), axis=0)
    return _slid(xp, x1, xp.conj(x2), mode)


def _slid(xp: Any, x: Tensor, kernel: Tensor, mode: str) -> Tensor:
    """The products of a kernel with its neighbours at all places along a vector that is at least as long."""
    mode = convolution_mode(mode)
    n, size = x.shape[0], kernel.shape[0]
    before, count = {"full": (size - 1, n + size - 1), "same": (size // 2, n), "valid": (0, n - size + 1)}[
        mode
    ]
    zeros = xp.zeros_like(x[:1])
    after = max(count + size - 1 - n - before, 0)
    padded = xp.concat([*[zeros] * before, x, *[zeros] * after], axis=0)
    places = xp.arange(count)[:, None] + xp.arange(size)[None, :]
    windows = xp.reshape(xp.take(padded, xp.reshape(places, (-1,)), axis=0), (count, size))
    whole = before + n - size + 1  # up to here from `before` on, a window is all within the vector
    if count == whole - before or not xp.isdtype(kernel.dtype, ("real floating", "complex floating")):
        return xp.matmul(windows, kernel)
    # Where the kernel reaches beyond the vector nothing is added: zero times infinity would be NaN.
    products = xp.multiply(windows, kernel)
    inside = xp.logical_and(places >= before, places < before + n)
    sums = xp.sum(xp.where(inside, products, xp.zeros_like(products)), axis=-1)
    within = xp.matmul(windows[before:whole, :], kernel)
    return xp.concat([sums[:before], within, sums[whole:]], axis=0)


def _check_vectors(op: str, *tensors: Tensor) -> None:
    for name, x in zip(("x1", "x2"), tensors, strict=True):
        if x.ndim != 1 or x.shape[0] == 0:
            raise ShapeError(f"ops.{op}: {name} of shape {tuple(x.shape)} is no vector with elements")


def cdist(xp: Any, x1: Tensor, x2: Tensor, /, p: float = 2.0) -> Tensor:
    if x1.ndim < 2 or x2.ndim < 2 or x1.shape[-1] != x2.shape[-1]:
        raise ShapeError(
            f"cdist: x1 of shape {tuple(x1.shape)} and x2 of shape {tuple(x2.shape)} do not hold vectors of one size"
        )
    if p < 0:
        raise ValueError(f"cdist: p must not be negative, but is {p}")
    x1, x2 = together(xp, floating(xp, x1), floating(xp, x2))
    if x1.shape[-1] == 0:
        return xp.sum(x1[..., :, None, :] - x2[..., None, :, :], axis=-1)
    if p == 0:
        return _over_coordinates(xp, xp.add, lambda apart: xp.astype(apart != 0, apart.dtype), x1, x2)
    largest = _over_coordinates(xp, xp.add if p == 1 else xp.maximum, xp.abs, x1, x2)
    if p in (1, math.inf):
        return largest
    scale = _scale_of(xp, xp.stop_gradient(largest))
    power, root = (xp.square, xp.sqrt) if p == 2 else (lambda x: xp.abs(x) ** p, lambda x: x ** (1.0 / p))
    total = _over_coordinates(xp, xp.add, lambda apart: power(apart / scale), x1, x2)
    same = total == 0
    return xp.where(same, 0.0, scale * root(xp.where(same, 1.0, total)))


def _over_coordinates(
    xp: Any, join: Callable[[Any, Any], Any], of: Callable[[Any], Any], x1: Tensor, x2: Tensor
) -> Tensor:
    """What is made ``of`` the differences, joined coordinate by coordinate.

    Those of all coordinates at once would fill many times the memory of the distances.  JAX compiles many as one step.
    """
    rows, columns = xp.moveaxis(x1, -1, 0), xp.moveaxis(x2, -1, 0)

    def made(row: Tensor, column: Tensor) -> Any:
        return of(row[..., :, None] - column[..., None, :])

    def step(joined: Tensor, places: tuple[Tensor, Tensor]) -> tuple[Any, None]:
        return join(joined, made(*places)), None

    first = made(rows[0, ...], columns[0, ...])
    rest = rows.shape[0] - 1
    if not rest:
        return first
    unroll = rest if rest < _MANY_COORDINATES else 1
    joined, _ = xp.scan(step, first, (rows[1:, ...], columns[1:, ...]), unroll=unroll)
    return joined


def _scale_of(xp: Any, largest: Tensor) -> Tensor:
    """By what differences are divided, so that powers neither overflow nor vanish; where all are zero is no slope."""
    return xp.where(xp.logical_and(largest > 0, xp.isfinite(largest)), largest, 1.0)
