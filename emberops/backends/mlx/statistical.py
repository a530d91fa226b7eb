"""Operations of the group ``statistical`` on MLX.

Long sums are taken in blocks: MLX on the CPU adds numbers one after the other, so that 2**25 float32 ones give 2**24.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from typing import Any

import mlx.core as mx

from emberops.backends.composed.statistical import var_as_real
from emberops.backends.mlx import complex_comparison, double_precision
from emberops.backends.mlx.complex_comparison import WIDE
from emberops.backends.mlx.dtypes import default_int, native_dtype
from emberops.backends.mlx.promotion import floating, is_complex, is_inexact
from emberops.backends.mlx.reductions import reduced
from emberops.backends.support.counting import check_counted
from emberops.backends.support.dtype_kinds import required
from emberops.backends.support.reductions import reduced_last, require_spread
from emberops.backends.support.segments import require_segments
from emberops.backends.support.shapes import as_axes
from emberops.errors import DTypeError, ShapeError

_BLOCK = 128
_LINE = 1024
_IN_ONE_GO = {
    mx.float64: _LINE,
    mx.float32: _LINE,
    mx.complex64: _LINE,
    mx.float16: _BLOCK,
    mx.bfloat16: _BLOCK,
}
"""How many numbers MLX may add one after the other: building a sum of blocks takes ten times the time of a sum."""
_UNCHANGED = 4
"""Bytes of an element from which on a sum has the dtype of its terms, and room for them."""
_LONG = frozenset(map(hash, (mx.float32, mx.float64, mx.complex64)))
"""Dtypes of floats and complex numbers of so many bytes, by their hashes, which are compared faster."""
_HALF = (mx.float16, mx.bfloat16)
_NARROW = frozenset({mx.bool_, mx.int8, mx.int16, mx.uint8, mx.uint16})


def sum(x: Any, /, axis: Any = None, *, dtype: Any = None, keepdims: bool = False) -> Any:
    if dtype is None and 0 < x.size <= _LINE and x.itemsize >= _UNCHANGED:
        if type(axis) is int:
            return mx.sum(x, axis, bool(keepdims))
        if axis is None and keepdims is False:
            return mx.sum(x)
    return _as_asked(_sum(_accumulated(x, dtype), axis, keepdims), dtype)


def _sum(x: mx.array, axis: Any, keepdims: bool) -> mx.array:
    keepdims = bool(keepdims)  # MLX refuses `keepdims=1`
    limit = _IN_ONE_GO.get(x.dtype, math.inf)
    if x.size > limit:
        axes = as_axes(axis, x.ndim)
        length = math.prod([x.shape[i] for i in axes])
        if length > limit:
            lined, shape = reduced_last(mx, x, axes)
            total = _blocked(lined)
            return total.reshape(shape) if keepdims else total
    return reduced(mx.sum, x, axis, keepdims, 0)


def _blocked(x: mx.array) -> mx.array:
    """Sums along the last axis, of blocks first and of their sums then."""
    while x.shape[-1] > _BLOCK:
        whole = x.shape[-1] // _BLOCK * _BLOCK
        sums = mx.sum(x[..., :whole].reshape(*x.shape[:-1], -1, _BLOCK), -1)
        rest = x[..., whole:]
        x = mx.concatenate([sums, mx.sum(rest, -1, keepdims=True)], -1) if rest.shape[-1] else sums
    return mx.sum(x, -1)


def prod(x: Any, /, axis: Any = None, *, dtype: Any = None, keepdims: bool = False) -> Any:
    return _as_asked(reduced(mx.prod, _accumulated(x, dtype), axis, bool(keepdims), 1), dtype)


def _as_asked(total: mx.array, dtype: Any) -> mx.array:
    """MLX widens sums of small integers also where their own dtype was asked for."""
    return total if dtype is None else total.astype(required(native_dtype(dtype)))


def _accumulated(x: mx.array, dtype: Any) -> mx.array:
    """``x`` in the dtype of its sum: as asked, or the default integer for narrower integers and booleans."""
    if dtype is not None:
        return x.astype(native_dtype(dtype) or x.dtype)
    if x.dtype in _NARROW:
        return x.astype(mx.uint32 if x.dtype in (mx.uint8, mx.uint16) else default_int())
    return x


def mean(x: Any, /, axis: Any = None, *, dtype: Any = None, keepdims: bool = False) -> Any:
    # Not mx.mean, which multiplies by the rounded reciprocal of the length.
    if dtype is None and 0 < (size := x.size) <= _LINE and hash(x.dtype) in _LONG:
        if type(axis) is int:
            return mx.sum(x, axis, bool(keepdims)) / x.shape[axis]
        if axis is None and keepdims is False:
            return mx.sum(x) / size
    x = floating(x) if dtype is None else x.astype(native_dtype(dtype))
    if x.dtype in _HALF:  # whose sum may overflow where the mean does not
        return mean(x.astype(mx.float32), axis, keepdims=keepdims).astype(x.dtype)
    if dtype is not None and not is_inexact(x.dtype):
        # Integers add up in their own dtype, where one is asked for.
        return _whole_quotient(_as_asked(_sum(x, axis, keepdims), dtype), _length(x, axis)).astype(x.dtype)
    return _sum(x, axis, keepdims) / _length(x, axis)


def _whole_quotient(total: mx.array, count: float) -> mx.array:
    """A sum by the number of terms, rounded towards zero; a float has no room for all digits of an int64."""
    if not isinstance(count, int) or total.dtype in (mx.bool_, mx.uint64):
        return total / count
    wide = total.astype(mx.int64)
    size = mx.abs(wide) // count
    return mx.where(wide < 0, -size, size)


def _length(x: mx.array, axis: Any) -> int | float:
    if axis is None:
        return x.size or math.nan
    return math.prod([x.shape[i] for i in as_axes(axis, x.ndim)]) or math.nan


def var(
    x: Any, /, axis: Any = None, *, dtype: Any = None, correction: float = 0.0, keepdims: bool = False
) -> Any:
    if dtype is not None:
        native = required(native_dtype(dtype))
        require_spread(native, is_inexact=is_inexact(native))
    if dtype is not None and is_complex(x) and native_dtype(dtype) != mx.complex64:
        return var_as_real(sys.modules["emberops.backends.mlx"], x, axis, dtype, correction, keepdims)
    x = floating(x) if dtype is None else x.astype(native_dtype(dtype))
    centred = x - mean(x, axis, keepdims=True)
    # Once more, for what rounding has left of the mean of numbers that are far from zero.
    size = mx.abs(centred - mean(centred, axis, keepdims=True))
    freedom = _length(x, axis) - correction
    # As NumPy: without a degree of freedom the sum of squares is divided by zero.
    spread = _sum(size * size, axis, keepdims) / (freedom if not freedom <= 0 else 0.0)
    return spread if dtype is None else spread.astype(required(native_dtype(dtype)))


def std(
    x: Any, /, axis: Any = None, *, dtype: Any = None, correction: float = 0.0, keepdims: bool = False
) -> Any:
    return mx.sqrt(var(x, axis, dtype=dtype, correction=correction, keepdims=keepdims))


def max(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    if x.itemsize == WIDE and is_complex(x):
        return complex_comparison.extreme(x, axis, keepdims, largest=True)
    return mx.max(x, axis, bool(keepdims))


def min(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    if x.itemsize == WIDE and is_complex(x):
        return complex_comparison.extreme(x, axis, keepdims, largest=False)
    return mx.min(x, axis, bool(keepdims))


def cumulative_sum(
    x: Any, /, axis: int | None = None, *, dtype: Any = None, include_initial: bool = False
) -> Any:
    return _cumulative(mx.cumsum, 0, x, axis, dtype, include_initial)


def cumulative_prod(
    x: Any, /, axis: int | None = None, *, dtype: Any = None, include_initial: bool = False
) -> Any:
    return _cumulative(mx.cumprod, 1, x, axis, dtype, include_initial)


def cumulative_max(x: Any, /, axis: int | None = None) -> Any:
    x, axis = (x.reshape(-1), 0) if axis is None else (x, axis)
    return mx.cummax(x, axis)


def cumulative_min(x: Any, /, axis: int | None = None) -> Any:
    x, axis = (x.reshape(-1), 0) if axis is None else (x, axis)
    return mx.cummin(x, axis)


def _cumulative(
    native: Callable[..., Any], initial: int, x: mx.array, axis: int | None, dtype: Any, include_initial: bool
) -> mx.array:
    x, axis = (x.reshape(-1), 0) if axis is None else (x, axis)
    found = _as_asked(native(_accumulated(x, dtype), axis), dtype)
    if not include_initial:
        return found
    shape = list(found.shape)
    shape[axis] = 1
    return mx.concatenate([mx.full(shape, initial, dtype=found.dtype), found], axis)


def logsumexp(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    x = floating(x)
    if not x.size:
        return reduced(mx.sum, x, axis, keepdims, -math.inf)  # MLX refuses what holds nothing
    return (double_precision if x.dtype == mx.float64 else mx).logsumexp(x, axis, bool(keepdims))


def bincount(x: Any, /, weights: Any = None, minlength: int = 0) -> Any:
    check_counted(x, weights, minlength)
    x = x if x.size else x.astype(default_int())  # an empty list names no dtype
    if is_inexact(x.dtype):
        raise DTypeError(f"bincount: it counts integers, not {x.dtype}")
    length = _highest(x, -1 if minlength > 0 else None) + 1
    amounts = mx.ones(x.shape, dtype=default_int()) if weights is None else floating(weights)
    places = x.astype(default_int()) if x.dtype == mx.bool_ else x
    return segment_sum(amounts, places, length if length > minlength else minlength)


def _highest(x: mx.array, hidden: int | None) -> int:
    """The highest of the numbers to count, -1 of none; ``hidden`` if a trace hides it and something is to stand for it.

    Raises
    ------
    ValueError
        If one is negative.
    """
    if not x.size:
        return -1
    try:
        low, high = (int(read) for read in (x.min().item(), x.max().item()))  # type: ignore[arg-type]  # no complex
    except ValueError:  # inside a function transformation values cannot be read
        if hidden is None:
            raise
        return hidden
    if low < 0:
        raise ValueError("bincount: the elements must not be negative")
    return high


def segment_sum(
    data: Any, segment_ids: Any, /, num_segments: int | None = None, *, sorted: bool = False
) -> Any:
    data = data.astype(default_int()) if data.dtype == mx.bool_ else data  # truth values are counted
    result, ids, count = _segments(0, data, segment_ids, num_segments)
    return _gathered(result, ids, data, "add")[:count]


def segment_max(
    data: Any, segment_ids: Any, /, num_segments: int | None = None, *, sorted: bool = False
) -> Any:
    result, ids, count = _segments(_limits(data)[0], data, segment_ids, num_segments)
    return _gathered(result, ids, data, "maximum")[:count]


def segment_min(
    data: Any, segment_ids: Any, /, num_segments: int | None = None, *, sorted: bool = False
) -> Any:
    result, ids, count = _segments(_limits(data)[1], data, segment_ids, num_segments)
    return _gathered(result, ids, data, "minimum")[:count]


def _gathered(result: mx.array, ids: mx.array, data: mx.array, method: str) -> Any:
    """Rows put together; rows of no length MLX would divide by, which ends the process."""
    return getattr(result.at[ids], method)(data) if result.size else result


def _limits(data: mx.array) -> tuple[Any, Any]:
    if is_inexact(data.dtype):
        return -math.inf, math.inf
    return mx.iinfo(data.dtype).min, mx.iinfo(data.dtype).max


def _segments(empty: Any, data: Any, segment_ids: Any, num_segments: int | None) -> tuple[Any, Any, int]:
    """An empty result with one row more for ids that are out of range, the ids, and how many rows to keep."""
    require_segments(data, segment_ids, num_segments)
    highest = int(segment_ids.max().item()) if num_segments is None and segment_ids.size else -1
    count = highest + 1 if num_segments is None else num_segments
    if segment_ids.itemsize < 4:
        segment_ids = segment_ids.astype(mx.int32)  # bytes cannot be compared with what they cannot hold
    ids = mx.where((segment_ids >= 0) & (segment_ids < count), segment_ids, count)
    return mx.full((count + 1, *data.shape[1:]), empty, dtype=data.dtype), ids, count
