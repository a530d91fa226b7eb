"""Matrices made of others, or of a few numbers, composed over any namespace."""

from __future__ import annotations

from typing import Any

from emberops.backends.support.operands import together
from emberops.errors import ShapeError

__all__ = ["block_diag", "toeplitz"]


def block_diag(xp: Any, *arrays: Any) -> Any:
    if not arrays:
        return xp.zeros((1, 0))
    for x in arrays:
        if x.ndim > 2:
            raise ShapeError(f"block_diag: a tensor of shape {tuple(x.shape)} is no matrix")
    blocks = [xp.reshape(x, (1,) * (2 - x.ndim) + tuple(x.shape)) for x in together(xp, *arrays)]
    columns, before, rows = sum(b.shape[1] for b in blocks), 0, []
    for block in blocks:
        height, width = block.shape
        left = xp.zeros((height, before), dtype=block.dtype)
        right = xp.zeros((height, columns - before - width), dtype=block.dtype)
        rows.append(xp.concat([left, block, right], axis=1))
        before += width
    return xp.concat(rows, axis=0)


def toeplitz(xp: Any, c: Any, r: Any = None, /) -> Any:
    r = xp.conj(c) if r is None else r
    for name, x in (("c", c), ("r", r)):
        if x.ndim != 1:
            raise ShapeError(f"toeplitz: {name} of shape {tuple(x.shape)} is no vector")
    c, r = together(xp, c, r)
    height, width = c.shape[0], r.shape[0]
    if not (height and width):
        return xp.zeros((height, width), dtype=c.dtype)
    # Every diagonal in a row, from the lowest on: a row of the matrix is a window of it.
    diagonals = xp.concat([xp.flip(c, axis=0), r[1:]], axis=0)
    places = (height - 1 - xp.arange(height))[:, None] + xp.arange(width)[None, :]
    return xp.reshape(xp.take(diagonals, xp.reshape(places, (-1,)), axis=0), (height, width))
