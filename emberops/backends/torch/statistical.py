"""Operations of the group ``statistical`` on PyTorch."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import wraps
from typing import Any

import torch

from emberops.backends.composed import complex_order
from emberops.backends.composed import statistical as composed
from emberops.backends.support.counting import check_counted
from emberops.backends.support.reductions import require_spread
from emberops.backends.support.segments import require_segments
from emberops.backends.support.shapes import as_axes, as_axis, is_whole
from emberops.backends.torch.dtypes import native_dtype
from emberops.backends.torch.placement import beside
from emberops.backends.torch.promotion import floating
from emberops.errors import DTypeError, ShapeError


def _reduction(reduce: Callable[..., Any]) -> Callable[..., Any]:
    """A reduction for which ``axis=()`` reduces nothing; PyTorch takes no axes for all."""

    @wraps(reduce)
    def apply(x: Any, /, axis: Any = None, *, keepdims: bool = False, **options: Any) -> Any:
        if type(axis) in (tuple, list) and not axis:
            return reduce(x.unsqueeze(-1), -1, False, **options)
        if axis is not None and not x.ndim:
            as_axes(axis, 0)  # PyTorch takes the axis of a number that has none
        return reduce(x, axis, bool(keepdims), **options)  # PyTorch refuses `keepdims=1`

    return apply


# PyTorch stores these but computes little with them; sums of narrower ones are int64, its default integer.
_STORAGE_ONLY = (torch.uint16, torch.uint32, torch.uint64)
_HIGHEST = -(2**63)
"""The highest bit of 64."""


def _computable(x: Any) -> Any:
    return x.to(torch.int64) if x.dtype in _STORAGE_ONLY else x


def _totals(compute: Callable[[Any, torch.dtype | None], Any], x: Any, dtype: Any) -> Any:
    """Sums or products in the dtype that is asked for; those of uint64 are what int64 gives, without a sign."""
    native = native_dtype(dtype)
    if native is torch.bool:  # of which PyTorch computes no sums along an axis
        return compute(x.to(torch.bool), torch.int64).to(torch.bool)
    if native in _STORAGE_ONLY:
        x = x.to(native)
        if native is not torch.uint64:
            return compute(x.to(torch.int64), None).to(native)
    if x.dtype is not torch.uint64:
        return compute(_computable(x), native)
    if native is None or native is torch.uint64:
        return compute(x.view(torch.int64), None).view(torch.uint64)
    return compute(x.to(native), native)


_FLOATS = frozenset({torch.float16, torch.bfloat16, torch.float32, torch.float64})


def _of_floats(native: Callable[..., Any], rest: Callable[..., Any]) -> Callable[..., Any]:
    """A reduction of floats, all or along one axis, by ``native`` itself, which is the common case, and ``rest``."""

    @wraps(rest)
    def apply(x: Any, /, axis: Any = None, *, dtype: Any = None, keepdims: bool = False) -> Any:
        if dtype is None and x.dtype in _FLOATS:
            if axis is None:
                if keepdims is False:
                    return native(x)  # PyTorch reads a short call faster than one with names
            elif type(axis) is int and x.ndim:
                return native(x, axis, bool(keepdims))
        return rest(x, axis, keepdims=keepdims, dtype=dtype)

    return apply


@_reduction
def _sum(x: Any, axis: Any, keepdims: bool, *, dtype: Any = None) -> Any:
    if dtype is None and x.dtype not in _STORAGE_ONLY:
        return torch.sum(x) if axis is None and not keepdims else torch.sum(x, axis, keepdims)
    return _totals(lambda x, native: torch.sum(x, axis, keepdims, dtype=native), x, dtype)


sum = _of_floats(torch.sum, _sum)


def _nansum(x: Any, axis: Any, *, keepdims: bool, dtype: Any) -> Any:
    return composed.nansum(beside((x,)), x, axis, dtype=dtype, keepdims=keepdims)


nansum = _of_floats(torch.nansum, _nansum)


@_reduction
def prod(x: Any, axis: Any, keepdims: bool, *, dtype: Any = None) -> Any:
    return _totals(lambda x, native: _prod(x, axis, keepdims, native), x, dtype)


def _prod(x: Any, axis: Any, keepdims: bool, native: torch.dtype | None) -> Any:
    if is_whole(axis):
        return torch.prod(x, dim=axis, keepdim=keepdims, dtype=native)
    if axis is None and not keepdims:
        return torch.prod(x, dtype=native)
    axes = sorted(as_axes(axis, x.ndim), reverse=True)
    if not axes:  # nothing is multiplied, and yet booleans become integers
        return torch.prod(x.unsqueeze(-1), dim=-1, dtype=native)
    for i in axes:
        x = torch.prod(x, dim=i, keepdim=keepdims, dtype=native)
    return x


@_reduction
def _mean(x: Any, axis: Any, keepdims: bool, *, dtype: Any = None) -> Any:
    if dtype is None:
        x = floating(x)
        return torch.mean(x) if axis is None and not keepdims else torch.mean(x, axis, keepdims)
    native = native_dtype(dtype)
    if native is None or native.is_floating_point or native.is_complex:
        return torch.mean(x, axis, keepdims, dtype=native)
    total = _sum(x, axis, keepdims=keepdims, dtype=native)  # a mean of integers is no integer for PyTorch
    count = x.numel() // (total.numel() or 1)
    if not count or native in (torch.bool, torch.uint64):
        return (total / (x.numel() / (total.numel() or 1))).to(native)
    return torch.div(total.long(), count, rounding_mode="trunc").to(
        native
    )  # a float has no room for all digits


mean = _of_floats(torch.mean, _mean)


@_reduction
def var(x: Any, axis: Any, keepdims: bool, *, dtype: Any = None, correction: float = 0.0) -> Any:
    if _drops_parts(x, dtype):
        return composed.var_as_real(beside((x,)), x, axis, dtype, correction, keepdims)
    spread = torch.var(_centred(_as(x, dtype), axis), dim=axis, correction=correction, keepdim=keepdims)
    return _complex_if_asked(spread, dtype)


@_reduction
def std(x: Any, axis: Any, keepdims: bool, *, dtype: Any = None, correction: float = 0.0) -> Any:
    if _drops_parts(x, dtype):
        return torch.sqrt(composed.var_as_real(beside((x,)), x, axis, dtype, correction, keepdims))
    spread = torch.std(_centred(_as(x, dtype), axis), dim=axis, correction=correction, keepdim=keepdims)
    return _complex_if_asked(spread, dtype)


def _complex_if_asked(spread: Any, dtype: Any) -> Any:
    """A variance in the complex dtype that it was asked for in, as NumPy gives it."""
    native = native_dtype(dtype)
    return spread if native is None or not native.is_complex else spread.to(native)


def _drops_parts(x: Any, dtype: Any) -> bool:
    native = native_dtype(dtype)
    if native is not None:
        require_spread(native, is_inexact=native.is_floating_point or native.is_complex)
    return native is not None and x.is_complex() and not native.is_complex


def _centred(x: Any, axis: Any) -> Any:
    """``x`` less its mean, where PyTorch loses digits far from zero: in double precision, and on a GPU."""
    return x - torch.mean(x, axis, keepdim=True) if x.dtype is torch.float64 or not x.is_cpu else x


def _as(x: Any, dtype: Any) -> Any:
    return floating(x) if dtype is None else x.to(native_dtype(dtype))


def _of_some_floats(
    whole: Callable[..., Any], native: Callable[..., Any], rest: Callable[..., Any]
) -> Callable[..., Any]:
    """The same of a reduction of which no elements have none; ``whole`` is its function of all, which is faster."""

    @wraps(rest)
    def apply(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
        if x.dtype in _FLOATS and x.numel():
            if axis is None:
                if keepdims is False:
                    return whole(x)
            elif type(axis) is int and x.ndim:
                return native(x, axis, bool(keepdims))
        return rest(x, axis, keepdims=keepdims)

    return apply


@_reduction
def _max(x: Any, axis: Any, keepdims: bool) -> Any:
    return _extreme(torch.amax, x, axis, keepdims)


@_reduction
def _min(x: Any, axis: Any, keepdims: bool) -> Any:
    return _extreme(torch.amin, x, axis, keepdims)


max = _of_some_floats(torch.max, torch.amax, _max)
min = _of_some_floats(torch.min, torch.amin, _min)


def _extreme(native: Callable[..., Any], x: Any, axis: Any, keepdims: bool) -> Any:
    axes = () if axis is None else axis
    if x.dtype is torch.uint64:  # as int64 in the same order: with the highest bit turned
        turned = x.view(torch.int64) ^ _HIGHEST
        return (native(turned, dim=axes, keepdim=keepdims) ^ _HIGHEST).view(torch.uint64)
    if x.dtype in _STORAGE_ONLY:
        return native(_computable(x), dim=axes, keepdim=keepdims).to(x.dtype)
    try:
        return native(x, dim=axes, keepdim=keepdims)
    except (RuntimeError, IndexError) as error:
        if x.numel() and x.is_complex():
            xp = beside((x,))
            return complex_order.extreme(xp, x, axis, keepdims, largest=native is torch.amax)
        if x.numel():
            raise
        raise ValueError(
            f"an empty tensor, of shape {tuple(x.shape)}, has neither maximum nor minimum"
        ) from error


def _line(x: Any, axis: int | None) -> tuple[Any, int]:
    """What is accumulated, and along which axis; PyTorch takes the axis of a number that has none."""
    if axis is None:
        return x.reshape(-1), 0
    return x, axis if x.ndim else as_axis(axis, 0)


def cumulative_sum(
    x: Any, /, axis: int | None = None, *, dtype: Any = None, include_initial: bool = False
) -> Any:
    x, axis = _line(x, axis)
    sums = _totals(lambda x, native: torch.cumsum(x, axis, dtype=native), x, dtype)
    return _with_initial(sums, 0, axis) if include_initial else sums


def cumulative_prod(
    x: Any, /, axis: int | None = None, *, dtype: Any = None, include_initial: bool = False
) -> Any:
    x, axis = _line(x, axis)
    products = _totals(lambda x, native: torch.cumprod(x, axis, dtype=native), x, dtype)
    return _with_initial(products, 1, axis) if include_initial else products


def cumulative_max(x: Any, /, axis: int | None = None) -> Any:
    x, axis = (x.reshape(-1), 0) if axis is None else (x, as_axis(axis, x.ndim))
    return torch.cummax(_computable(x), axis).values.to(x.dtype)


def cumulative_min(x: Any, /, axis: int | None = None) -> Any:
    x, axis = (x.reshape(-1), 0) if axis is None else (x, as_axis(axis, x.ndim))
    return torch.cummin(_computable(x), axis).values.to(x.dtype)


def _with_initial(x: Any, initial: int, axis: int) -> Any:
    shape = list(x.shape)
    shape[axis] = 1
    return torch.cat([torch.full(shape, initial, dtype=x.dtype, device=x.device), x], dim=axis)


@_reduction
def logsumexp(x: Any, axis: Any, keepdims: bool) -> Any:
    return torch.logsumexp(floating(x), dim=as_axes(axis, x.ndim), keepdim=keepdims)


def bincount(x: Any, /, weights: Any = None, minlength: int = 0) -> Any:
    check_counted(x, weights, minlength)
    if x.numel() and (x.dtype.is_floating_point or x.dtype.is_complex):  # an empty list names no dtype
        raise DTypeError(f"bincount: it counts integers, not {x.dtype}")
    counted = x.long() if x.numel() == 0 or x.dtype in _STORAGE_ONLY or x.dtype is torch.bool else x
    if weights is not None and weights.requires_grad:  # torch.bincount has no gradient
        empty = torch.zeros_like(torch.bincount(counted, None, minlength), dtype=weights.dtype)
        return empty.index_add(0, counted, weights)
    try:
        return torch.bincount(counted, weights, minlength)
    except RuntimeError as error:
        if "non-negative" not in str(error):
            raise
        raise ValueError("bincount: x holds a negative number") from error


def trapezoid(y: Any, /, x: Any = None, dx: float = 1.0, *, axis: int = -1) -> Any:
    if _counts(y) or _counts(x):
        return composed.trapezoid(beside((y,)), y, x, dx, axis=axis)
    along = as_axis(axis, y.ndim)
    count = y.shape[along]
    if count and x is not None and tuple(x.shape) in ((count,), tuple(y.shape)):
        return torch.trapezoid(y, x, dim=along)
    if not count or x is not None or not isinstance(dx, (int, float)):
        return composed.trapezoid(beside((y,)), y, x, dx, axis=axis)
    # PyTorch's own takes halves of the ends from the sum: of an infinite one, that is NaN.
    return (y.narrow(along, 1, count - 1) + y.narrow(along, 0, count - 1)).sum(along) * (dx / 2)


def _counts(x: Any) -> bool:
    """Whether a tensor holds integers or truth values."""
    return isinstance(x, torch.Tensor) and not (x.is_floating_point() or x.is_complex())


def segment_sum(
    data: Any, segment_ids: Any, /, num_segments: int | None = None, *, sorted: bool = False
) -> Any:
    data = data.to(torch.int64) if data.dtype is torch.bool else data  # truth values are counted
    return _by_segment("sum", 0, data, segment_ids, num_segments)


def segment_max(
    data: Any, segment_ids: Any, /, num_segments: int | None = None, *, sorted: bool = False
) -> Any:
    return _by_segment("amax", _limits(data)[0], data, segment_ids, num_segments)


def segment_min(
    data: Any, segment_ids: Any, /, num_segments: int | None = None, *, sorted: bool = False
) -> Any:
    return _by_segment("amin", _limits(data)[1], data, segment_ids, num_segments)


def _limits(data: Any) -> tuple[Any, Any]:
    if data.is_floating_point():
        return -math.inf, math.inf
    return torch.iinfo(data.dtype).min, torch.iinfo(data.dtype).max


def _by_segment(reduce: str, empty: Any, data: Any, segment_ids: Any, num_segments: int | None) -> Any:
    require_segments(data, segment_ids, num_segments)
    highest = int(segment_ids.max()) if num_segments is None and segment_ids.numel() else -1
    count = highest + 1 if num_segments is None else num_segments
    ids = segment_ids.to(torch.int64)  # bytes cannot be compared with what they cannot hold
    ids = torch.where(
        (ids >= 0) & (ids < count), ids, count
    )  # one more for what is out of range, cut off below
    result = torch.full((count + 1, *data.shape[1:]), empty, dtype=data.dtype, device=data.device)
    ids = ids.reshape(-1, *(1,) * (data.ndim - 1)).expand_as(data)
    return result.scatter_reduce(0, ids, data, reduce)[:count]
