"""Norms with NumPy's meaning, from sums and maxima."""

from __future__ import annotations

from math import inf
from typing import Any

from emberops.backends.support.reductions import floating
from emberops.typing import Axis, Tensor


def norm(xp: Any, x: Tensor, /, ord: Any = None, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """NumPy's ``linalg.norm``."""
    if ord is None:
        return _root_of_squares(xp, x, axis, keepdims)
    axes = tuple(range(x.ndim)) if axis is None else (axis,) if isinstance(axis, int) else tuple(axis)
    if len(axes) == 1:
        if isinstance(ord, str):
            raise ValueError(
                f"ops.linalg.norm: ord={ord!r} is a norm of matrices, and axis {axes[0]} holds vectors"
            )
        return vector_norm(xp, x, axis=axes[0], keepdims=keepdims, ord=ord)
    if len(axes) != 2:
        raise ValueError(
            f"ops.linalg.norm: ord={ord!r} needs one or two axes, not {len(axes)}; name them with axis="
        )
    rows, columns = (a % x.ndim for a in axes)
    result = matrix_norm(xp, xp.moveaxis(x, (rows, columns), (-2, -1)), ord=ord)
    return xp.expand_dims(result, axis=tuple(sorted((rows, columns)))) if keepdims else result


def vector_norm(xp: Any, x: Tensor, /, *, axis: Axis = None, keepdims: bool = False, ord: Any = 2) -> Tensor:
    """The standard's ``linalg.vector_norm``."""
    if ord == 2 or ord is None:
        return _root_of_squares(xp, x, axis, keepdims)
    size = floating(xp, xp.abs(x))
    if ord == inf:
        return xp.max(size, axis=axis, keepdims=keepdims)
    if ord == -inf:
        return xp.min(size, axis=axis, keepdims=keepdims)
    if ord == 0:
        return xp.astype(xp.sum(size != 0, axis=axis, keepdims=keepdims), size.dtype)
    if ord == 1:
        return xp.sum(size, axis=axis, keepdims=keepdims)
    return xp.sum(size**ord, axis=axis, keepdims=keepdims) ** (1.0 / ord)


def matrix_norm(xp: Any, x: Tensor, /, *, keepdims: bool = False, ord: Any = "fro") -> Tensor:
    """The standard's ``linalg.matrix_norm``."""
    if ord in ("fro", None):
        return _root_of_squares(xp, x, (-2, -1), keepdims)
    if ord in (1, -1, inf, -inf):
        sums = xp.sum(floating(xp, xp.abs(x)), axis=-2 if abs(ord) == 1 else -1, keepdims=True)
        result = (xp.max if ord > 0 else xp.min)(sums, axis=(-2, -1), keepdims=True)
    elif ord in (2, -2, "nuc"):
        s = xp.linalg.svdvals(x)
        chosen = {2: xp.max, -2: xp.min, "nuc": xp.sum}[ord](s, axis=-1, keepdims=True)
        result = xp.expand_dims(chosen, axis=-1)
    else:
        raise ValueError(
            f"ops.linalg: {ord!r} is no norm of matrices; they are 'fro', 'nuc', 1, -1, 2, -2, inf, -inf"
        )
    return result if keepdims else xp.squeeze(result, axis=(-2, -1))


def _root_of_squares(xp: Any, x: Tensor, axis: Axis, keepdims: bool) -> Tensor:
    size = floating(xp, xp.abs(x))
    return xp.sqrt(xp.sum(size * size, axis=axis, keepdims=keepdims))
