"""Operations of the group ``searching`` on MLX; indices have the default integer dtype, not uint32."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import mlx.core as mx

from emberops.backends.mlx import complex_comparison
from emberops.backends.mlx.dtypes import default_int
from emberops.backends.mlx.promotion import dtype_name, is_complex, tensors
from emberops.backends.mlx.reductions import reduced
from emberops.backends.support.shapes import as_axis
from emberops.backends.support.sorted_lines import require_sorter, sought
from emberops.dispatch.router import ONE_TYPE


def where(condition: Any, x1: Any = None, x2: Any = None, /) -> Any:
    if x1 is None and x2 is None:
        return nonzero(condition)
    if x1 is None or x2 is None:
        raise ValueError("where: either both or neither of x1 and x2 must be given")
    if isinstance(x1, mx.array) is not isinstance(x2, mx.array) and not _meet_in_single(x1, x2):
        x1, x2 = tensors(x1, x2)
    return mx.where(condition, x1, x2)


def _meet_in_single(x1: Any, x2: Any) -> bool:
    """Whether these are a number of Python's floats and a tensor of float32, which MLX takes as they are."""
    number, x = (x1, x2) if isinstance(x2, mx.array) else (x2, x1)
    return type(number) is float and hash(x.dtype) == _SINGLE


_SINGLE = hash(mx.float32)
setattr(where, ONE_TYPE, mx.where)


def nonzero(x: Any, /) -> tuple[Any, ...]:
    if x.ndim == 0:
        raise ValueError("nonzero: a 0-d tensor has no indices; use ops.atleast_1d first")
    present = (x != 0).reshape(-1)
    # The size of the result is a value, which must be computed here and now.
    count: Any = mx.sum(present).item()
    flat = mx.argsort(mx.logical_not(present))[:count].astype(default_int())
    indices = []
    for i, length in enumerate(x.shape):
        after = math.prod(x.shape[i + 1 :])
        indices.append(flat // max(after, 1) % max(length, 1))
    return tuple(indices)


def argmax(x: Any, /, axis: int | None = None, *, keepdims: bool = False) -> Any:
    return _place(mx.argmax, x, axis, keepdims)


def argmin(x: Any, /, axis: int | None = None, *, keepdims: bool = False) -> Any:
    return _place(mx.argmin, x, axis, keepdims)


def _place(native: Callable[..., mx.array], x: mx.array, axis: int | None, keepdims: bool) -> Any:
    if not x.size and axis is not None and x.shape[as_axis(axis, x.ndim)]:
        return reduced(
            mx.sum, x.astype(default_int()), axis, keepdims, 0
        )  # no places, of which MLX gives none
    if not x.ndim:
        return native(x[None], 0 if axis is None else as_axis(axis, 0)).astype(default_int())
    if is_complex(x):
        return complex_comparison.argextreme(x, axis, keepdims, largest=native is mx.argmax)
    return native(x, axis, bool(keepdims)).astype(default_int())


def searchsorted(x1: Any, x2: Any, /, side: str = "left", sorter: Any = None) -> Any:
    if side not in ("left", "right"):
        raise ValueError(f"searchsorted: side is 'left' or 'right', not {side!r}")
    require_sorter(x1, sorter)
    x1, x2 = tensors(x1, sought(x2, dtype_name(x1.dtype)))
    if sorter is not None:
        x1 = mx.take(x1, sorter, 0)
    if is_complex(x1):
        return complex_comparison.searchsorted(x1, x2, side)
    return mx.searchsorted(x1, x2, side).astype(default_int())
