"""Operations of the group ``linear_algebra`` on PyTorch."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

import torch

from emberops.backends.support.einstein import as_text, check_path, contract
from emberops.backends.support.scalars import check_fits
from emberops.backends.support.shapes import is_whole
from emberops.backends.torch import statistical
from emberops.backends.torch.creation import asarray
from emberops.backends.torch.placement import beside
from emberops.backends.torch.promotion import common_dtype, dtype_name
from emberops.errors import ShapeError
from emberops.typing import DTypeLike
from emberops.typing import NativeTensor as Tensor

_NUMBERS = (bool, int, float, complex)


def promote(*tensors: Tensor) -> list[Tensor]:
    """The tensors in their common dtype; axes play no part, where torch's own promotion is weak for 0-d."""
    dtype = reduce(common_dtype, [x.dtype for x in tensors])
    return [x.to(dtype) for x in tensors]


def matmul(x1: Tensor, x2: Tensor, /) -> Tensor:
    dtype = x1.dtype
    if dtype is x2.dtype and dtype.is_floating_point:
        return torch.matmul(x1, x2)
    x1, x2 = promote(x1, x2)
    if x1.dtype is torch.bool:
        # Sums of ones never round to zero, so float32 is exact here, and fast on every device.
        return torch.matmul(x1.to(torch.float32), x2.to(torch.float32)) != 0
    if x1.dtype.is_floating_point or x1.is_complex() or x1.device.type == "cpu":
        return torch.matmul(x1, x2)
    return _integer_matmul(x1, x2)


def _integer_matmul(x1: Tensor, x2: Tensor) -> Tensor:
    """Accelerators have no matrix product of integers: multiply and sum."""
    if x1.ndim == 1:
        return _integer_matmul(x1[None, :], x2).squeeze(-2 if x2.ndim > 1 else 0)
    if x2.ndim == 1:
        return _integer_matmul(x1, x2[:, None]).squeeze(-1)
    return (x1.unsqueeze(-1) * x2.unsqueeze(-3)).sum(-2, dtype=x1.dtype)


def matrix_transpose(x: Tensor, /) -> Tensor:
    if x.ndim < 2:
        raise ShapeError(f"ops.matrix_transpose: x of shape {tuple(x.shape)} has fewer than two axes")
    return torch.transpose(x, -2, -1)


def tensordot(x1: Tensor, x2: Tensor, /, axes: int | tuple[Sequence[int], Sequence[int]] = 2) -> Tensor:
    left, right = _contracted(x1.ndim, axes)
    if [x1.shape[i] for i in left] != [x2.shape[i] for i in right]:
        # torch broadcasts a size of 1 here.
        raise ShapeError(
            f"ops.tensordot: axes {axes} pair different sizes of shapes {tuple(x1.shape)} and {tuple(x2.shape)}"
        )
    x1, x2 = promote(x1, x2)
    if x1.dtype is torch.bool:
        return torch.tensordot(x1.to(torch.float32), x2.to(torch.float32), dims=(left, right)) != 0
    if x1.dtype.is_floating_point or x1.is_complex() or x1.device.type == "cpu":
        return torch.tensordot(x1, x2, dims=(left, right))
    free1 = [i for i in range(x1.ndim) if i not in {a % x1.ndim for a in left}]
    free2 = [i for i in range(x2.ndim) if i not in {a % x2.ndim for a in right}]
    rows = x1.permute(*free1, *[a % x1.ndim for a in left]).flatten(len(free1))
    columns = x2.permute(*[a % x2.ndim for a in right], *free2).flatten(0, len(right) - 1)
    shape = [x1.shape[i] for i in free1] + [x2.shape[i] for i in free2]
    flat = _integer_matmul(rows.reshape(-1, rows.shape[-1]), columns.reshape(columns.shape[0], -1))
    return flat.reshape(shape)


def _contracted(rank: int, axes: int | tuple[Any, Any]) -> tuple[list[int], list[int]]:
    if is_whole(axes):
        return list(range(rank - axes, rank)), list(range(axes))
    left, right = ([a] if is_whole(a) else list(a) for a in axes)
    return left, right


def vecdot(x1: Tensor, x2: Tensor, /, *, axis: int = -1) -> Tensor:
    if x1.shape[axis] != x2.shape[axis]:
        raise ShapeError(
            f"ops.vecdot: sizes along axis {axis} of shapes {tuple(x1.shape)} and {tuple(x2.shape)} differ"
        )
    x1, x2 = promote(x1, x2)
    if x1.dtype is torch.bool:
        return (x1 & x2).any(axis)
    if x1.dtype.is_floating_point or x1.is_complex():
        return torch.linalg.vecdot(x1, x2, dim=axis)
    return (x1 * x2).sum(axis, dtype=x1.dtype)


def _scaled(x1: Any, x2: Any) -> Tensor:
    """The product with a Python number, which has to fit integers: PyTorch wraps it around."""
    for number, x in ((x1, x2), (x2, x1)):
        if type(number) is int and not isinstance(x, _NUMBERS):
            check_fits(number, dtype_name(x.dtype))
    product: Tensor = x1 * x2
    return product


def dot(x1: Any, x2: Any, /) -> Tensor:
    if isinstance(x1, _NUMBERS) or isinstance(x2, _NUMBERS):
        return _scaled(x1, x2)
    if x1.ndim == 0 or x2.ndim == 0:
        x1, x2 = promote(x1, x2)
        return x1 * x2
    if x2.ndim == 1 or (x1.ndim <= 2 and x2.ndim == 2):
        return matmul(x1, x2)
    return tensordot(x1, x2, axes=([-1], [-2]))


def vdot(x1: Tensor, x2: Tensor, /) -> Tensor:
    return matmul(x1.conj().reshape(-1), x2.reshape(-1))


def inner(x1: Any, x2: Any, /) -> Tensor:
    if isinstance(x1, _NUMBERS) or isinstance(x2, _NUMBERS) or x1.ndim == 0 or x2.ndim == 0:
        return dot(x1, x2)
    return tensordot(x1, x2, axes=([-1], [-1]))


def outer(x1: Any, x2: Any, /) -> Tensor:
    if isinstance(x1, _NUMBERS):
        return _scaled(x1, x2).reshape(1, -1)
    if isinstance(x2, _NUMBERS):
        return _scaled(x1, x2).reshape(-1, 1)
    x1, x2 = promote(x1, x2)
    return x1.reshape(-1, 1) * x2.reshape(1, -1)


def kron(x1: Any, x2: Any, /) -> Tensor:
    if isinstance(x1, _NUMBERS) or isinstance(x2, _NUMBERS):
        return _scaled(x1, x2)
    # PyTorch's own makes views of its operands that memory in some orders does not allow.
    return torch.kron(*(x.contiguous() for x in promote(x1, x2)))


def trace(x: Tensor, /, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: DTypeLike = None) -> Tensor:
    return statistical.sum(torch.diagonal(x, offset, axis1, axis2), -1, dtype=dtype)


def diagonal(x: Tensor, /, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Tensor:
    return torch.diagonal(x, offset, axis1, axis2)


def einsum(subscripts: str, /, *operands: Tensor, optimize: Any = True) -> Tensor:
    subscripts, tensors = as_text(subscripts, operands, asarray)
    check_path(optimize, len(tensors))
    operands = tuple(promote(*tensors))
    dtype = operands[0].dtype
    if dtype is torch.bool:
        return torch.einsum(subscripts, *[x.to(torch.float32) for x in operands]) != 0
    if dtype is torch.uint64:  # some of which PyTorch adds up as int64: the bits are the same
        return torch.einsum(subscripts, *[x.view(torch.int64) for x in operands]).view(dtype)
    if dtype.is_floating_point or dtype.is_complex or (dtype is torch.int64 and operands[0].is_cpu):
        return torch.einsum(subscripts, *operands)
    # PyTorch's sums of small integers are wider, and do not meet the other operands in a product any more.
    if operands[0].is_cpu:
        return torch.einsum(subscripts, *[x.to(torch.int64) for x in operands]).to(dtype)
    return contract(beside(operands), subscripts, *operands).to(dtype)
