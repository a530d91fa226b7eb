"""Operations of the group ``statistical`` on NumPy.

Its own arrays are asked by their methods, which its functions call after a look for subclasses.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from emberops.backends.numpy.dtypes import default_float, default_int, native_dtype
from emberops.backends.numpy.handing_over import given
from emberops.backends.support.segments import require_segments

NOT_GIVEN: Any = np._NoValue
"""What NumPy takes for an argument that is not there: methods of its subclasses need not have ``keepdims``."""


def sum(x: Any, /, axis: Any = None, *, dtype: Any = None, keepdims: bool = False) -> Any:
    if type(x) is not np.ndarray:
        return np.sum(x, **given(axis=axis, dtype=native_dtype(dtype), keepdims=keepdims))
    return x.sum(axis, dtype if dtype is None else native_dtype(dtype), keepdims=keepdims)


def prod(x: Any, /, axis: Any = None, *, dtype: Any = None, keepdims: bool = False) -> Any:
    if type(x) is not np.ndarray:
        return np.prod(x, **given(axis=axis, dtype=native_dtype(dtype), keepdims=keepdims))
    return x.prod(axis, dtype if dtype is None else native_dtype(dtype), keepdims=keepdims)


def mean(x: Any, /, axis: Any = None, *, dtype: Any = None, keepdims: bool = False) -> Any:
    if type(x) is not np.ndarray:
        return np.mean(x, **given(axis=axis, dtype=native_dtype(dtype), keepdims=keepdims))
    return x.mean(axis, dtype if dtype is None else native_dtype(dtype), keepdims=keepdims)


def std(
    x: Any, /, axis: Any = None, *, dtype: Any = None, correction: float = 0.0, keepdims: bool = False
) -> Any:
    # No correction is the whole number 0: a fraction of floating point would make floats of an array of fractions.
    if type(x) is not np.ndarray:
        options = given(
            axis=axis, dtype=native_dtype(dtype), correction=correction or None, keepdims=keepdims
        )
        return np.std(x, **options)
    return x.std(axis, native_dtype(dtype), ddof=correction or 0, keepdims=keepdims)


def var(
    x: Any, /, axis: Any = None, *, dtype: Any = None, correction: float = 0.0, keepdims: bool = False
) -> Any:
    if type(x) is not np.ndarray:
        options = given(
            axis=axis, dtype=native_dtype(dtype), correction=correction or None, keepdims=keepdims
        )
        return np.var(x, **options)
    return x.var(axis, native_dtype(dtype), ddof=correction or 0, keepdims=keepdims)


def max(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    if type(x) is not np.ndarray:
        return np.max(x, **given(axis=axis, keepdims=keepdims))
    return x.max(axis, keepdims=keepdims)


def min(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    if type(x) is not np.ndarray:
        return np.min(x, **given(axis=axis, keepdims=keepdims))
    return x.min(axis, keepdims=keepdims)


def ptp(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    if type(x) is not np.ndarray:
        return np.ptp(x, **given(axis=axis, keepdims=keepdims))
    return np.ptp(x, axis, keepdims=keepdims or NOT_GIVEN)


def cumulative_sum(x: Any, /, axis: Any = None, *, dtype: Any = None, include_initial: bool = False) -> Any:
    if include_initial or type(axis) is tuple:
        line = _line(x, axis)
        return np.cumulative_sum(line, axis=axis, dtype=native_dtype(dtype), include_initial=include_initial)
    if type(x) is not np.ndarray:
        return np.cumsum(x, **given(axis=axis, dtype=native_dtype(dtype)))
    return np.cumsum(x, axis, native_dtype(dtype))


def cumulative_prod(x: Any, /, axis: Any = None, *, dtype: Any = None, include_initial: bool = False) -> Any:
    if include_initial or type(axis) is tuple:
        line = _line(x, axis)
        return np.cumulative_prod(line, axis=axis, dtype=native_dtype(dtype), include_initial=include_initial)
    if type(x) is not np.ndarray:
        return np.cumprod(x, **given(axis=axis, dtype=native_dtype(dtype)))
    return np.cumprod(x, axis, native_dtype(dtype))


def cumulative_max(x: Any, /, axis: int | None = None) -> Any:
    return np.maximum.accumulate(_line(x, axis), axis or 0)


def cumulative_min(x: Any, /, axis: int | None = None) -> Any:
    return np.minimum.accumulate(_line(x, axis), axis or 0)


def add_reduceat(x: Any, indices: Any, /, axis: int = 0, *, dtype: Any = None) -> Any:
    return np.add.reduceat(x, indices, axis, native_dtype(dtype))


def multiply_reduceat(x: Any, indices: Any, /, axis: int = 0, *, dtype: Any = None) -> Any:
    return np.multiply.reduceat(x, indices, axis, native_dtype(dtype))


def maximum_reduceat(x: Any, indices: Any, /, axis: int = 0) -> Any:
    return np.maximum.reduceat(x, indices, axis)


def minimum_reduceat(x: Any, indices: Any, /, axis: int = 0) -> Any:
    return np.minimum.reduceat(x, indices, axis)


def logical_and_reduceat(x: Any, indices: Any, /, axis: int = 0) -> Any:
    return np.logical_and.reduceat(x, indices, axis)


def logical_or_reduceat(x: Any, indices: Any, /, axis: int = 0) -> Any:
    return np.logical_or.reduceat(x, indices, axis)


def _line(x: Any, axis: int | None) -> Any:
    return np.ravel(x) if axis is None else x


def quantile(x: Any, q: Any, /, axis: Any = None, *, method: Any = "linear", keepdims: Any = False) -> Any:
    return np.quantile(x, q, axis, method=method, keepdims=keepdims)


def percentile(x: Any, q: Any, /, axis: Any = None, *, method: Any = "linear", keepdims: Any = False) -> Any:
    return np.percentile(x, q, axis, method=method, keepdims=keepdims)


def nanquantile(x: Any, q: Any, /, axis: Any = None, *, method: Any = "linear", keepdims: Any = False) -> Any:
    return np.nanquantile(x, q, axis, method=method, keepdims=keepdims)


def nanpercentile(
    x: Any, q: Any, /, axis: Any = None, *, method: Any = "linear", keepdims: Any = False
) -> Any:
    return np.nanpercentile(x, q, axis, method=method, keepdims=keepdims)


median = np.median
nanmedian = np.nanmedian


def nanmax(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    return np.nanmax(x, axis, keepdims=keepdims or NOT_GIVEN)


def nanmin(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    return np.nanmin(x, axis, keepdims=keepdims or NOT_GIVEN)


def nansum(x: Any, /, axis: Any = None, *, dtype: Any = None, keepdims: bool = False) -> Any:
    return np.nansum(x, axis, native_dtype(dtype), keepdims=keepdims or NOT_GIVEN)


def nanprod(x: Any, /, axis: Any = None, *, dtype: Any = None, keepdims: bool = False) -> Any:
    return np.nanprod(x, axis, native_dtype(dtype), keepdims=keepdims or NOT_GIVEN)


def nanmean(x: Any, /, axis: Any = None, *, dtype: Any = None, keepdims: bool = False) -> Any:
    return np.nanmean(x, axis, native_dtype(dtype), keepdims=keepdims or NOT_GIVEN)


def nanstd(
    x: Any, /, axis: Any = None, *, dtype: Any = None, correction: float = 0.0, keepdims: bool = False
) -> Any:
    return np.nanstd(
        x, axis, native_dtype(dtype), correction=correction or NOT_GIVEN, keepdims=keepdims or NOT_GIVEN
    )


def nanvar(
    x: Any, /, axis: Any = None, *, dtype: Any = None, correction: float = 0.0, keepdims: bool = False
) -> Any:
    return np.nanvar(
        x, axis, native_dtype(dtype), correction=correction or NOT_GIVEN, keepdims=keepdims or NOT_GIVEN
    )


def nancumsum(x: Any, /, axis: int | None = None, *, dtype: Any = None) -> Any:
    return np.nancumsum(x, axis, native_dtype(dtype))


def nancumprod(x: Any, /, axis: int | None = None, *, dtype: Any = None) -> Any:
    return np.nancumprod(x, axis, native_dtype(dtype))


def average(
    x: Any, /, axis: Any = None, weights: Any = None, *, returned: Any = False, keepdims: Any = False
) -> Any:
    return np.average(x, axis, weights, returned, keepdims=keepdims or NOT_GIVEN)


def cov(
    m: Any,
    /,
    y: Any = None,
    rowvar: bool = True,
    *,
    bias: bool = False,
    correction: int | None = None,
    fweights: Any = None,
    aweights: Any = None,
) -> Any:
    return np.cov(m, y, rowvar, bias, correction, fweights, aweights)


corrcoef = np.corrcoef
bincount = np.bincount
histogram = np.histogram
histogram_bin_edges = np.histogram_bin_edges
histogram2d = np.histogram2d
histogramdd = np.histogramdd
trapezoid = np.trapezoid


def segment_sum(
    data: Any, segment_ids: Any, /, num_segments: int | None = None, *, sorted: bool = False
) -> Any:
    return _by_segment(np.add, 0, _counted(data), segment_ids, num_segments)


def _counted(data: Any) -> Any:
    """Truth values as numbers, which are summed."""
    data = np.asarray(data)
    return data.astype(default_int()) if data.dtype == bool else data


def segment_max(
    data: Any, segment_ids: Any, /, num_segments: int | None = None, *, sorted: bool = False
) -> Any:
    return _by_segment(np.maximum, _limits(data)[0], data, segment_ids, num_segments)


def segment_min(
    data: Any, segment_ids: Any, /, num_segments: int | None = None, *, sorted: bool = False
) -> Any:
    return _by_segment(np.minimum, _limits(data)[1], data, segment_ids, num_segments)


def _limits(data: Any) -> tuple[Any, Any]:
    dtype = np.asarray(data).dtype
    return (-np.inf, np.inf) if dtype.kind == "f" else (np.iinfo(dtype).min, np.iinfo(dtype).max)


def _by_segment(ufunc: np.ufunc, empty: Any, data: Any, segment_ids: Any, num_segments: int | None) -> Any:
    data, ids = np.asarray(data), np.asarray(segment_ids)
    require_segments(data, ids, num_segments)
    highest = int(ids.max()) if num_segments is None and ids.size else -1
    count = highest + 1 if num_segments is None else num_segments
    result = np.full((count, *data.shape[1:]), empty, dtype=data.dtype)
    inside = (ids >= 0) & (ids < count)
    ufunc.at(result, ids[inside], data[inside])
    return result


def logsumexp(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    x = np.asarray(x)
    x = x if x.dtype.kind in "fc" else x.astype(default_float())  # differences of integers wrap around
    largest = np.max(x, axis, keepdims=True, initial=-np.inf)
    largest = np.where(np.isfinite(largest), largest, 0)
    with np.errstate(divide="ignore"):
        result = np.log(np.sum(np.exp(x - largest), axis, keepdims=True)) + largest
    return result if keepdims else np.squeeze(result, tuple(range(x.ndim)) if axis is None else axis)[()]
