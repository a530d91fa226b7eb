"""Operations of the group ``linear_algebra`` on an Array API namespace."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from emberops.backends.support.einstein import contract
from emberops.backends.support.operands import NUMBERS, together
from emberops.backends.support.shapes import as_axis
from emberops.errors import ShapeError
from emberops.typing import DTypeLike

Function = Callable[..., Any]


def _numeric(xp: Any, *tensors: Any) -> tuple[list[Any], bool]:
    """In one dtype, booleans as integers; and whether the product is a truth."""
    made = together(xp, *tensors)
    truths = xp.isdtype(made[0].dtype, "bool")
    return ([xp.astype(x, int) for x in made] if truths else made), truths


def matmul(xp: Any, native: Function, x1: Any, x2: Any, /) -> Any:
    (x1, x2), truths = _numeric(xp, x1, x2)
    product = native(x1, x2)
    return product != 0 if truths else product


def tensordot(
    xp: Any, native: Function, x1: Any, x2: Any, /, axes: int | tuple[Sequence[int], Sequence[int]] = 2
) -> Any:
    (x1, x2), truths = _numeric(xp, x1, x2)
    if not isinstance(axes, int):
        left, right = ((a,) if isinstance(a, int) else tuple(a) for a in axes)
        axes = (tuple(as_axis(a, x1.ndim) for a in left), tuple(as_axis(a, x2.ndim) for a in right))
    product = native(x1, x2, axes=axes)
    return product != 0 if truths else product


def matrix_transpose(xp: Any, x: Any, /) -> Any:
    return xp.swapaxes(x, -1, -2)


def vecdot(xp: Any, x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    (x1, x2), truths = _numeric(xp, x1, x2)
    x1, x2 = xp.moveaxis(x1, axis, -1), xp.moveaxis(x2, axis, -1)
    if x1.shape[-1] != x2.shape[-1]:  # one and many would broadcast
        raise ShapeError(f"vecdot: axis {axis} is of {x1.shape[-1]} elements in x1 and {x2.shape[-1]} in x2")
    product = xp.sum(xp.conj(x1) * x2, axis=-1, dtype=x1.dtype)
    return product != 0 if truths else product


def _is_number(x: Any) -> bool:
    return isinstance(x, NUMBERS) or x.ndim == 0


def dot(xp: Any, x1: Any, x2: Any, /) -> Any:
    if _is_number(x1) or _is_number(x2):
        return xp.multiply(x1, x2)
    if x2.ndim == 1 or (x1.ndim <= 2 and x2.ndim == 2):
        return xp.matmul(x1, x2)
    return xp.tensordot(x1, x2, axes=([-1], [-2]))


def vdot(xp: Any, x1: Any, x2: Any, /) -> Any:
    return xp.matmul(xp.reshape(xp.conj(x1), (-1,)), xp.reshape(x2, (-1,)))


def inner(xp: Any, x1: Any, x2: Any, /) -> Any:
    if _is_number(x1) or _is_number(x2):
        return xp.multiply(x1, x2)
    return xp.tensordot(x1, x2, axes=([-1], [-1]))


def outer(xp: Any, x1: Any, x2: Any, /) -> Any:
    x1, x2 = together(xp, x1, x2)
    return xp.multiply(xp.reshape(x1, (-1, 1)), xp.reshape(x2, (1, -1)))


def kron(xp: Any, x1: Any, x2: Any, /) -> Any:
    x1, x2 = together(xp, x1, x2)
    rank = max(x1.ndim, x2.ndim)
    a = xp.reshape(x1, (1,) * (rank - x1.ndim) + tuple(x1.shape))
    b = xp.reshape(x2, (1,) * (rank - x2.ndim) + tuple(x2.shape))
    product = xp.multiply(
        xp.reshape(a, tuple(n for size in a.shape for n in (size, 1))),
        xp.reshape(b, tuple(n for size in b.shape for n in (1, size))),
    )
    return xp.reshape(product, tuple(m * n for m, n in zip(a.shape, b.shape, strict=True)))


def diagonal(xp: Any, x: Any, /, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    x = xp.moveaxis(x, (axis1, axis2), (-2, -1))
    rows, columns = x.shape[-2:]
    first = max(-offset, 0)
    count = max(min(rows - first, columns - first - offset), 0)
    places = (xp.arange(count) + first) * columns + (xp.arange(count) + (first + offset))
    return xp.take(xp.reshape(x, (*x.shape[:-2], rows * columns)), places, axis=-1)


def trace(
    xp: Any, x: Any, /, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: DTypeLike = None
) -> Any:
    return xp.sum(xp.diagonal(x, offset, axis1, axis2), axis=-1, dtype=dtype)


def einsum(xp: Any, subscripts: str, /, *operands: Any, optimize: Any = True) -> Any:
    tensors, truths = _numeric(xp, *operands)
    made = contract(xp, subscripts, *tensors)
    return made != 0 if truths else xp.astype(made, tensors[0].dtype)
