"""Operations of the group ``sorting``, composed over any namespace."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import index as as_int
from typing import Any

from emberops.backends.support.shapes import as_axis
from emberops.dtypes import dtype as dtypes
from emberops.errors import ArgumentError, ArgumentTypeError, ShapeError


def lexsort(xp: Any, keys: Sequence[Any] | Any, /, axis: int = -1) -> Any:
    keys = list(keys)
    if not keys:
        raise ShapeError("lexsort: there must be at least one key")
    if len({tuple(key.shape) for key in keys}) > 1:
        raise ShapeError(f"lexsort: keys of the shapes {', '.join(str(tuple(k.shape)) for k in keys)} differ")
    rank = len(keys[0].shape)
    axis = as_axis(axis, max(rank, 1))
    if not rank:  # one place, whatever the keys
        return xp.zeros((), dtype=int)
    order = xp.argsort(keys[0], axis=axis)
    for key in keys[1:]:
        # A stable sort by a later key keeps the order of the earlier ones among equals.
        again = xp.argsort(xp.take_along_axis(key, order, axis=axis), axis=axis)
        order = xp.take_along_axis(order, again, axis=axis)
    return order


def partition(xp: Any, x: Any, kth: int | Sequence[int], /, axis: int | None = -1) -> Any:
    _check_places("partition", kth, x, axis)
    return xp.sort(x, axis=axis)


def argpartition(xp: Any, x: Any, kth: int | Sequence[int], /, axis: int | None = -1) -> Any:
    _check_places("argpartition", kth, x, axis)
    return xp.argsort(x, axis=axis)


def needs_sorting(x: Any, kth: Any) -> bool:
    """Whether a library's partition around one element does not do: for several of them, for none and for no place."""
    return 0 in x.shape or isinstance(kth, (bool, list, tuple)) or getattr(kth, "ndim", 0) > 0


def _check_places(op: str, kth: Any, x: Any, axis: int | None) -> None:
    size = math.prod(x.shape) if axis is None else x.shape[as_axis(axis, x.ndim)]
    several = isinstance(kth, (list, tuple)) or getattr(kth, "ndim", 0) > 0
    places = list(kth if several else (kth,))
    if not places and isinstance(kth, (list, tuple)):
        raise ArgumentTypeError(f"{op}: an empty list names no place")
    if bool in map(type, places):
        raise ArgumentError(f"{op}: a truth value is no place")
    for place in map(as_int, places):
        if not -size <= place < size and 0 not in x.shape:  # of nothing, any place will do
            raise ArgumentError(f"{op}: there is no element {place} among {size}")


def top_k(xp: Any, x: Any, k: int, /, sorted: bool = True) -> tuple[Any, Any]:
    if not 0 <= k <= x.shape[-1]:
        raise ShapeError(f"top_k: k must be between 0 and {x.shape[-1]}, not {k}")
    indices = xp.argsort(x, axis=-1, descending=True)[..., :k]
    return xp.take_along_axis(x, indices, axis=-1), indices


def in_top_k(xp: Any, targets: Any, predictions: Any, /, k: int) -> Any:
    target = xp.take_along_axis(predictions, xp.expand_dims(targets, 1), axis=1)
    better = xp.count_nonzero(xp.greater(predictions, target), axis=1)
    return xp.logical_and(xp.isfinite(target)[:, 0], xp.less(better, k))


def sort_complex(xp: Any, x: Any, /) -> Any:
    if not xp.isdtype(x.dtype, "complex floating"):
        narrow = dtypes.dtype(x.dtype).bits < 32 or x.dtype == xp.float32
        return xp.astype(xp.sort(x, axis=-1), "complex64" if narrow else complex)
    return xp.sort(x, axis=-1)
