"""Operations of the group ``linear_algebra`` on MLX.

MLX multiplies matrices of floats only: integers and booleans are multiplied and summed here, in blocks, so
that they stay exact and wrap as they do elsewhere.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from functools import reduce
from typing import Any

import mlx.core as mx

from emberops.backends.mlx import statistical
from emberops.backends.mlx.creation import asarray
from emberops.backends.mlx.elementwise import multiply
from emberops.backends.mlx.reductions import reduced
from emberops.backends.support.einstein import as_text, check_path, contract
from emberops.backends.support.shapes import is_whole
from emberops.errors import ShapeError
from emberops.typing import DTypeLike
from emberops.typing import NativeTensor as Tensor

_NUMBERS = (bool, int, float, complex)
_BLOCK = 1 << 22
"""How many products of integers exist at one time."""

matrix_transpose = mx.matrix_transpose


def promote(*tensors: Tensor) -> list[Tensor]:
    """The tensors in their common dtype."""
    dtype = reduce(mx.result_type, [x.dtype for x in tensors])
    return [x.astype(dtype) for x in tensors]


def matmul(x1: Tensor, x2: Tensor, /) -> Tensor:
    if mx.issubdtype(x1.dtype, mx.inexact) or mx.issubdtype(x2.dtype, mx.inexact):
        return mx.matmul(x1, x2)
    if x1.ndim == 0 or x2.ndim == 0:
        raise ShapeError(
            f"ops.matmul: x1 of shape {x1.shape} and x2 of shape {x2.shape}: neither may have no axes"
        )
    x1, x2 = promote(x1, x2)
    if x1.ndim == 1:
        return mx.squeeze(matmul(x1[None, :], x2), -2 if x2.ndim > 1 else 0)
    if x2.ndim == 1:
        return mx.squeeze(matmul(x1, x2[:, None]), -1)
    if x1.shape[-1] != x2.shape[-2]:
        raise ShapeError(
            f"ops.matmul: the last axis of x1 of shape {x1.shape} does not fit x2 of shape {x2.shape}"
        )
    if x1.dtype == mx.bool_:
        return mx.matmul(x1.astype(mx.float32), x2.astype(mx.float32)) != 0
    return _integer_matmul(x1, x2)


def _integer_matmul(x1: Tensor, x2: Tensor) -> Tensor:
    batch = mx.broadcast_shapes(x1.shape[:-2], x2.shape[:-2])
    products_for_each = math.prod(batch) * x1.shape[-2] * x2.shape[-1]
    step = max(_BLOCK // max(products_for_each, 1), 1)
    parts = [
        mx.sum(x1[..., :, k : k + step, None] * x2[..., None, k : k + step, :], axis=-2).astype(x1.dtype)
        for k in range(0, x1.shape[-1], step)
    ]
    if not parts:
        return mx.zeros((*batch, x1.shape[-2], x2.shape[-1]), dtype=x1.dtype)
    return reduce(mx.add, parts)


def tensordot(x1: Tensor, x2: Tensor, /, axes: int | tuple[Sequence[int], Sequence[int]] = 2) -> Tensor:
    left, right = _contracted(x1.ndim, axes)
    if [x1.shape[i] for i in left] != [x2.shape[i] for i in right]:
        raise ShapeError(
            f"ops.tensordot: axes {axes} pair different sizes of shapes {x1.shape} and {x2.shape}"
        )
    left, right = [a % x1.ndim for a in left], [a % x2.ndim for a in right]
    free1 = [i for i in range(x1.ndim) if i not in left]
    free2 = [i for i in range(x2.ndim) if i not in right]
    size = math.prod(x1.shape[i] for i in left)
    shape1, shape2 = [x1.shape[i] for i in free1], [x2.shape[i] for i in free2]
    rows = mx.reshape(mx.transpose(x1, free1 + left), (math.prod(shape1), size))
    columns = mx.reshape(mx.transpose(x2, right + free2), (size, math.prod(shape2)))
    return mx.reshape(matmul(rows, columns), shape1 + shape2)


def _contracted(rank: int, axes: int | tuple[Any, Any]) -> tuple[list[int], list[int]]:
    if is_whole(axes):
        return list(range(rank - axes, rank)), list(range(axes))
    left, right = ([a] if is_whole(a) else list(a) for a in axes)
    return left, right


def vecdot(x1: Tensor, x2: Tensor, /, *, axis: int = -1) -> Tensor:
    if x1.shape[axis] != x2.shape[axis]:
        raise ShapeError(f"ops.vecdot: sizes along axis {axis} of shapes {x1.shape} and {x2.shape} differ")
    x1, x2 = promote(x1, x2)
    if x1.dtype == mx.bool_:
        return reduced(mx.any, mx.logical_and(x1, x2), axis, False, False)
    rows, columns = mx.broadcast_arrays(mx.moveaxis(x1, axis, -1), mx.moveaxis(x2, axis, -1))
    return mx.squeeze(matmul(mx.conj(rows)[..., None, :], columns[..., :, None]), (-2, -1))


def dot(x1: Any, x2: Any, /) -> Tensor:
    if isinstance(x1, _NUMBERS) or isinstance(x2, _NUMBERS) or x1.ndim == 0 or x2.ndim == 0:
        return multiply(x1, x2)
    if x2.ndim == 1 or (x1.ndim <= 2 and x2.ndim == 2):
        return matmul(x1, x2)
    return tensordot(x1, x2, axes=([-1], [-2]))


def vdot(x1: Tensor, x2: Tensor, /) -> Tensor:
    return matmul(mx.flatten(mx.conj(x1)), mx.flatten(x2))


def inner(x1: Any, x2: Any, /) -> Tensor:
    if isinstance(x1, _NUMBERS) or isinstance(x2, _NUMBERS) or x1.ndim == 0 or x2.ndim == 0:
        return multiply(x1, x2)
    return tensordot(x1, x2, axes=([-1], [-1]))


def outer(x1: Any, x2: Any, /) -> Tensor:
    if isinstance(x1, _NUMBERS):
        return mx.reshape(multiply(x1, x2), (1, -1))
    if isinstance(x2, _NUMBERS):
        return mx.reshape(multiply(x1, x2), (-1, 1))
    return mx.multiply(mx.reshape(x1, (-1, 1)), mx.reshape(x2, (1, -1)))


def kron(x1: Any, x2: Any, /) -> Tensor:
    if isinstance(x1, _NUMBERS) or isinstance(x2, _NUMBERS):
        return multiply(x1, x2)
    if x1.size and x2.size:
        return mx.kron(x1, x2)
    ndim = max(x1.ndim, x2.ndim)
    shapes = [(1,) * (ndim - x.ndim) + tuple(x.shape) for x in (x1, x2)]
    return mx.zeros([a * b for a, b in zip(*shapes, strict=True)], mx.result_type(x1, x2))


def trace(x: Tensor, /, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: DTypeLike = None) -> Tensor:
    return statistical.sum(mx.diagonal(x, offset, axis1, axis2), -1, dtype=dtype)


def diagonal(x: Tensor, /, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Tensor:
    return mx.diagonal(x, offset, axis1, axis2)


def einsum(subscripts: str, /, *operands: Tensor, optimize: Any = True) -> Tensor:
    subscripts, tensors = as_text(subscripts, operands, asarray)
    check_path(optimize, len(tensors))
    operands = tuple(promote(*tensors))
    if mx.issubdtype(operands[0].dtype, mx.inexact):
        if len(operands) == 1:  # a sum, which MLX takes one number after the other
            return contract(sys.modules["emberops.backends.mlx"], subscripts, *operands)
        return mx.einsum(subscripts, *operands)
    if operands[0].dtype == mx.bool_:
        return mx.einsum(subscripts, *[x.astype(mx.float32) for x in operands]) != 0
    return contract(mx, subscripts, *operands).astype(operands[0].dtype)
