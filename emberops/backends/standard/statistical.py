"""Operations of the group ``statistical`` on an Array API namespace."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from emberops.backends.support import scatter
from emberops.backends.support.counting import check_counted
from emberops.backends.support.reductions import floating
from emberops.backends.support.segments import require_segments
from emberops.typing import Axis, DTypeLike

Function = Callable[..., Any]


def _counting(xp: Any, x: Any) -> Any:
    """Booleans as integers: the standard does not add truths."""
    return xp.astype(x, int) if xp.isdtype(x.dtype, "bool") else x


def _total(name: str) -> Function:
    def reduce(
        xp: Any,
        native: Function,
        x: Any,
        /,
        axis: Axis = None,
        *,
        dtype: DTypeLike = None,
        keepdims: bool = False,
    ) -> Any:
        return native(_counting(xp, x), axis=axis, dtype=xp.native_dtype(dtype), keepdims=keepdims)

    reduce.__name__ = name
    return reduce


sum = _total("sum")
prod = _total("prod")


def _as(xp: Any, x: Any, dtype: DTypeLike) -> Any:
    return floating(xp, x) if dtype is None else xp.astype(x, dtype)


def mean(
    xp: Any,
    native: Function,
    x: Any,
    /,
    axis: Axis = None,
    *,
    dtype: DTypeLike = None,
    keepdims: bool = False,
) -> Any:
    x = _as(xp, x, dtype)
    if xp.isdtype(x.dtype, "complex floating"):  # younger than the standard's real numbers
        count = math.prod(x.shape) / max(math.prod(xp.sum(x, axis=axis).shape), 1)
        return xp.sum(x, axis=axis, keepdims=keepdims) / count
    return native(x, axis=axis, keepdims=keepdims)


def _spread(name: str) -> Function:
    def reduce(
        xp: Any,
        native: Function,
        x: Any,
        /,
        axis: Axis = None,
        *,
        dtype: DTypeLike = None,
        correction: float = 0.0,
        keepdims: bool = False,
    ) -> Any:
        return native(_as(xp, x, dtype), axis=axis, correction=correction, keepdims=keepdims)

    reduce.__name__ = name
    return reduce


std = _spread("std")
var = _spread("var")


def _extreme(name: str) -> Function:
    def reduce(xp: Any, native: Function, x: Any, /, axis: Axis = None, *, keepdims: bool = False) -> Any:
        found = native(_counting(xp, x), axis=axis, keepdims=keepdims)
        return xp.astype(found, x.dtype) if xp.isdtype(x.dtype, "bool") else found

    reduce.__name__ = name
    return reduce


max = _extreme("max")
min = _extreme("min")


def _cumulative(name: str) -> Function:
    def scan(
        xp: Any,
        native: Function,
        x: Any,
        /,
        axis: int | None = None,
        *,
        dtype: DTypeLike = None,
        include_initial: bool = False,
    ) -> Any:
        x, axis = (xp.reshape(x, (-1,)), 0) if axis is None else (x, axis)
        found = native(_counting(xp, x), axis=axis, dtype=xp.native_dtype(dtype))
        if not include_initial:
            return found
        shape = tuple(1 if i == axis % x.ndim else n for i, n in enumerate(x.shape))
        first = xp.full(shape, 0 if name == "cumulative_sum" else 1, found.dtype)
        return xp.concat([first, found], axis=axis)

    scan.__name__ = name
    return scan


cumulative_sum = _cumulative("cumulative_sum")
cumulative_prod = _cumulative("cumulative_prod")


def bincount(xp: Any, x: Any, /, weights: Any = None, minlength: int = 0) -> Any:
    check_counted(x, weights, minlength)
    longest = int(xp.max(x)) + 1 if x.shape[0] else 0
    amounts = xp.ones_like(x, dtype=int) if weights is None else weights
    return segment_sum(xp, amounts, x, longest if longest > minlength else minlength)


def segment_sum(
    xp: Any, data: Any, segment_ids: Any, /, num_segments: int | None = None, *, sorted: bool = False
) -> Any:
    return _by_segment(xp, xp.add, 0, _counting(xp, data), segment_ids, num_segments)


def segment_max(
    xp: Any, data: Any, segment_ids: Any, /, num_segments: int | None = None, *, sorted: bool = False
) -> Any:
    return _by_segment(xp, xp.maximum, _limits(xp, data)[0], data, segment_ids, num_segments)


def segment_min(
    xp: Any, data: Any, segment_ids: Any, /, num_segments: int | None = None, *, sorted: bool = False
) -> Any:
    return _by_segment(xp, xp.minimum, _limits(xp, data)[1], data, segment_ids, num_segments)


def _limits(xp: Any, data: Any) -> tuple[Any, Any]:
    if xp.isdtype(data.dtype, "real floating"):
        return -math.inf, math.inf
    limits = xp.iinfo(data.dtype)
    return limits.min, limits.max


def _by_segment(
    xp: Any, combine: Function, empty: Any, data: Any, segment_ids: Any, count: int | None
) -> Any:
    require_segments(data, segment_ids, count)
    count = int(xp.max(segment_ids)) + 1 if count is None else count
    # One more for ids that are out of range, cut off afterwards.
    inside = xp.logical_and(segment_ids >= 0, segment_ids < count)
    rows = xp.where(inside, segment_ids, count)
    start = xp.full((count + 1, *data.shape[1:]), empty, data.dtype)
    return scatter.combined(xp, combine, start, rows, data)[:count]
