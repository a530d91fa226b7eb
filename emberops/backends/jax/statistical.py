"""Operations of the group ``statistical`` on JAX: ``jax.numpy`` has NumPy's meaning.

Mended: cumulative sums and products of small integers do not widen.
"""

from __future__ import annotations

import builtins
import math
import sys
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from emberops.backends.composed import complex_order, histograms, quantiles
from emberops.backends.composed.statistical import check_weights, var_as_real
from emberops.backends.jax import counted
from emberops.backends.jax.compiled import compiling, hashable_axes
from emberops.backends.jax.dtypes import default_float, default_int, native_dtype
from emberops.backends.jax.promotion import floating, whole_for
from emberops.backends.jax.whole import in_one
from emberops.backends.support.counting import check_counted
from emberops.backends.support.known_values import require_rising
from emberops.backends.support.reductions import require_spread
from emberops.backends.support.segments import require_segments
from emberops.backends.support.shapes import as_axes, as_axis
from emberops.errors import ShapeError


def sum(x: Any, /, axis: Any = None, *, dtype: Any = None, keepdims: bool = False) -> Any:
    native = native_dtype(dtype)
    return jnp.sum(whole_for(x, native), axis, native, keepdims=keepdims)


def prod(x: Any, /, axis: Any = None, *, dtype: Any = None, keepdims: bool = False) -> Any:
    native = native_dtype(dtype)
    return jnp.prod(whole_for(x, native), axis, native, keepdims=keepdims)


def mean(x: Any, /, axis: Any = None, *, dtype: Any = None, keepdims: bool = False) -> Any:
    native = native_dtype(dtype)
    if native is not None and not jnp.issubdtype(native, jnp.inexact):
        return _whole_mean(x, hashable_axes(axis), native, bool(keepdims))
    return jnp.mean(x if dtype else floating(x), axis, native, keepdims=keepdims)


@compiling(static_argnums=(1, 2, 3))
def _whole_mean(x: Any, axis: Any, dtype: Any, keepdims: bool) -> Any:
    """A mean in a dtype of integers, rounded towards zero; of nothing it is 0, by which XLA would divide and trap.

    Of truths it is NaN, which is true.
    """
    if dtype.kind == "b":
        truths = whole_for(x, dtype).astype(bool)
        return (jnp.any if math.prod(x.shape[a] for a in as_axes(axis, x.ndim)) else jnp.all)(
            truths, axis, keepdims=keepdims
        )
    total = jnp.sum(x, axis, dtype, keepdims=keepdims)
    # Narrow integers do not hold the number of elements.
    wide = total if total.dtype.itemsize > 2 else total.astype(default_int())
    count = builtins.max(math.prod(x.shape[a] for a in as_axes(axis, x.ndim)), 1)
    return jax.lax.div(wide, jnp.full_like(wide, count)).astype(dtype)


def std(
    x: Any, /, axis: Any = None, *, dtype: Any = None, correction: float = 0.0, keepdims: bool = False
) -> Any:
    if _drops_parts(x, dtype):
        return jnp.sqrt(_var_as_real(x, hashable_axes(axis), native_dtype(dtype), correction, keepdims))
    return _spread(jnp.std, x, axis, native_dtype(dtype), correction, keepdims)


def var(
    x: Any, /, axis: Any = None, *, dtype: Any = None, correction: float = 0.0, keepdims: bool = False
) -> Any:
    if _drops_parts(x, dtype):
        return _var_as_real(x, hashable_axes(axis), native_dtype(dtype), correction, keepdims)
    return _spread(jnp.var, x, axis, native_dtype(dtype), correction, keepdims)


def _spread(native: Any, x: Any, axis: Any, dtype: Any, correction: float, keepdims: bool) -> Any:
    """``std`` or ``var``, one program where the correction is a number, as it nearly always is."""
    computed = dtype or (default_float() if x.dtype.kind in "biu" else x.dtype)
    of = _spread_of_known if isinstance(correction, (int, float)) else _spread_of
    spread = of(native, x, hashable_axes(axis), computed, correction, keepdims)
    return spread if dtype is None else spread.astype(dtype)


def _spread_of(native: Any, x: Any, axis: Any, dtype: Any, correction: Any, keepdims: bool) -> Any:
    x = x.astype(dtype)
    # Less its mean, a part of which rounding takes where it is far from zero: `native` finds the rest.
    x = x - jnp.mean(x, axis, keepdims=True)
    if isinstance(correction, (int, float)) and _has_no_more(x, axis, correction):
        return native(x, axis, keepdims=keepdims) * jnp.inf
    return native(x, axis, correction=correction, keepdims=keepdims)


_spread_of_known = compiling(static_argnums=(0, 2, 3, 4, 5))(_spread_of)


def _has_no_more(x: Any, axis: Any, correction: float) -> bool:
    """Whether a sum of squares is divided by zero: infinity, or NaN of equal elements, of which JAX's own is always."""
    return correction > 0 and math.prod(x.shape[a] for a in as_axes(axis, x.ndim)) <= correction


def _drops_parts(x: Any, dtype: Any) -> bool:
    native = native_dtype(dtype)
    if native is not None:
        require_spread(native, is_inexact=jnp.issubdtype(native, jnp.inexact))
    return native is not None and x.dtype.kind == "c" and native.kind != "c"


def _var_as_real(x: Any, axis: Any, dtype: Any, correction: float, keepdims: bool) -> Any:
    return in_one(var_as_real, x, axis, dtype, correction, keepdims)


def max(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    if x.dtype.kind == "c":  # JAX passes over a NaN
        return complex_order.extreme(jnp, x, axis, keepdims, largest=True)
    return jnp.max(x, axis, keepdims=keepdims)


def min(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    if x.dtype.kind == "c":  # JAX passes over a NaN
        return complex_order.extreme(jnp, x, axis, keepdims, largest=False)
    return jnp.min(x, axis, keepdims=keepdims)


def ptp(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    if x.dtype.kind == "c":
        return max(x, axis, keepdims=keepdims) - min(x, axis, keepdims=keepdims)
    return jnp.ptp(x, axis, keepdims=keepdims)


def cumulative_sum(
    x: Any, /, axis: int | None = None, *, dtype: Any = None, include_initial: bool = False
) -> Any:
    x, axis = (x.reshape(-1), 0) if axis is None else (x, axis)
    return _scan(jnp.cumulative_sum, x, axis, _widened(x, dtype), include_initial)


def cumulative_max(x: Any, /, axis: int | None = None) -> Any:
    return _accumulated(jax.lax.cummax, x, axis)


def cumulative_min(x: Any, /, axis: int | None = None) -> Any:
    return _accumulated(jax.lax.cummin, x, axis)


def _accumulated(native: Callable[..., jax.Array], x: Any, axis: int | None) -> Any:
    x, axis = (x.reshape(-1), 0) if axis is None else (x, as_axis(axis, x.ndim))
    if x.dtype == bool:  # which JAX does not compare here
        return native(x.astype("uint8"), axis).astype(bool)
    return native(x, axis)


def cumulative_prod(
    x: Any, /, axis: int | None = None, *, dtype: Any = None, include_initial: bool = False
) -> Any:
    x, axis = (x.reshape(-1), 0) if axis is None else (x, axis)
    return _scan(jnp.cumulative_prod, x, axis, _widened(x, dtype), include_initial)


def _scan(native: Callable[..., Any], x: Any, axis: int, dtype: Any, include_initial: bool) -> Any:
    if not include_initial:
        return native(x, axis=axis, dtype=dtype)
    return _scanned_from_start(native, x, axis, dtype)


@compiling(static_argnums=(0, 2, 3))
def _scanned_from_start(native: Callable[..., Any], x: Any, axis: int, dtype: Any) -> Any:
    """As one program: JAX's own joins the start to the rest in three more."""
    return native(x, axis=axis, dtype=dtype, include_initial=True)


def _widened(x: Any, dtype: Any) -> Any:
    """The asked dtype, or the default integer for narrower integers and booleans."""
    if dtype is not None:
        return native_dtype(dtype)
    wide = default_int()
    if x.dtype == bool or (jnp.issubdtype(x.dtype, jnp.integer) and x.dtype.itemsize < wide.itemsize):
        return native_dtype(f"u{wide.name}") if jnp.issubdtype(x.dtype, jnp.unsignedinteger) else wide
    return x.dtype


def median(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    if x.size == 0:
        return jnp.mean(floating(x), axis, keepdims=keepdims)  # of nothing: NaN
    if x.dtype.kind == "c":
        return quantiles.median(sys.modules["emberops.backends.jax"], x, axis, keepdims=keepdims)
    # JAX's makes an axis to keep where there was none.
    return jnp.median(floating(x), hashable_axes(axis), keepdims=keepdims and x.ndim > 0)


def nanmax(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    return jnp.nanmax(x, axis, keepdims=keepdims)


def nanmin(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    return jnp.nanmin(x, axis, keepdims=keepdims)


def average(
    x: Any, /, axis: Any = None, weights: Any = None, *, returned: bool = False, keepdims: bool = False
) -> Any:
    if weights is not None and axis is None and weights.shape != x.shape:
        raise TypeError("average: without an axis, weights have the shape of the values")
    return jnp.average(floating(x), axis, weights, returned, keepdims)


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
    # A vector is one variable, whichever way variables stand.
    observations = m.shape[-1 if rowvar or m.ndim < 2 else 0] if m.ndim else 1
    check_weights(sys.modules["emberops.backends.jax"], observations, fweights, aweights)
    if fweights is not None and fweights.dtype.kind == "f":
        fweights = fweights.astype(default_int())  # JAX takes no whole numbers of floats
    if correction is None:
        correction = 1 if bias == 0 else 0  # NumPy's question: an empty list is no zero
    return jnp.cov(floating(m), y, rowvar, False, correction, fweights, aweights)


def corrcoef(x: Any, /, y: Any = None, rowvar: bool = True) -> Any:
    return jnp.corrcoef(floating(x), y, rowvar)


def bincount(x: Any, /, weights: Any = None, minlength: int = 0) -> Any:
    x = x if x.size else x.astype(default_int())  # an empty list names no dtype
    check_counted(x, weights, minlength)
    weights = weights if weights is None else floating(weights)
    if weights is None and counted.is_known(x):
        return counted.by_host(lambda x: np.bincount(x, minlength=minlength).astype(default_int()), x)
    if isinstance(x, jax.core.Tracer):
        return jnp.bincount(
            x, weights, length=minlength or None
        )  # which says that it cannot be traced without
    # Within a trace JAX does not look at values, though they be known; the highest decides the size.
    values = np.asarray(x)
    if values.size and values.min() < 0:
        raise ValueError("bincount: x holds a negative number")
    size = int(values.max()) + 1 if values.size else 0
    wide = (
        x.astype("int32") if x.dtype.itemsize < 4 else x
    )  # JAX counts in their dtype, which may not hold the size
    return _counted(wide, weights, builtins.max(minlength, size))


@compiling(static_argnums=2)
def _counted(x: Any, weights: Any, length: int) -> Any:
    return jnp.bincount(x, weights, length=length)


def histogram(
    x: Any,
    /,
    bins: Any = 10,
    *,
    range: tuple[float, float] | None = None,
    weights: Any = None,
    density: bool = False,
) -> tuple[Any, Any]:
    if isinstance(bins, (list, tuple)) or getattr(bins, "ndim", 0) > 0:
        bins = jnp.asarray(bins)
    if weights is None and x.dtype.kind in "biuf" and counted.is_known(x, *_tensors(bins)):
        return _histogram(x, bins, range, density)
    if isinstance(bins, str):
        bins = histograms.number_of_bins(
            sys.modules["emberops.backends.jax"], x.reshape(-1), bins, range, weights
        )
    if jnp.size(x) == 0 and range is None:
        range = (0.0, 1.0)  # NumPy's, where there is nothing to go by
    if isinstance(bins, jax.Array):
        require_rising(sys.modules["emberops.backends.jax"], "histogram", bins)
    # JAX makes float32 of small integers, whatever the default is, and passes over the dtype of a range.
    x = histograms.as_wide_as(sys.modules["emberops.backends.jax"], floating(x), range)
    counts, edges = jnp.histogram(x, bins, range, weights, density)
    if isinstance(bins, jax.Array):
        edges = bins  # JAX's are floats
    if density or (weights is not None and weights.dtype.kind not in "iu"):
        return counts, edges
    return counts.astype(default_int() if weights is None else weights.dtype), edges


def _tensors(bins: Any) -> tuple[jax.Array, ...]:
    return (bins,) if isinstance(bins, jax.Array) else ()


def _histogram(x: Any, bins: Any, range: Any, density: bool) -> tuple[Any, Any]:
    """Of known values: edges to the last digit, which decides where the values on them are counted."""
    floats = histograms.as_wide_as(sys.modules["emberops.backends.jax"], floating(x), range).dtype

    def counted_in(x: Any, *edges: Any) -> Any:
        counts, found = np.histogram(x, edges[0] if edges else bins, range, density)
        return counts.astype(floats) if density else counts, edges[0] if edges else found.astype(floats)

    return counted.by_host(counted_in, x, *_tensors(bins))  # type: ignore[no-any-return]  # a tuple, as NumPy gives


def logsumexp(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    return _logsumexp(floating(x), hashable_axes(axis), keepdims)


@compiling(static_argnums=(1, 2))
def _logsumexp(x: Any, axis: Any, keepdims: bool) -> Any:
    """As one program: JAX's own is fourteen primitives, each compiled for every shape."""
    return jax.scipy.special.logsumexp(x, axis, keepdims=keepdims)


def segment_sum(
    data: Any, segment_ids: Any, /, num_segments: int | None = None, *, sorted: bool = False
) -> Any:
    count = _segments(data, segment_ids, num_segments)
    data = data.astype(default_int()) if data.dtype == bool else data  # truth values are counted
    return jax.ops.segment_sum(data, segment_ids, count, sorted)


def segment_max(
    data: Any, segment_ids: Any, /, num_segments: int | None = None, *, sorted: bool = False
) -> Any:
    count = _segments(data, segment_ids, num_segments)
    return jax.ops.segment_max(data, segment_ids, count, sorted)


def segment_min(
    data: Any, segment_ids: Any, /, num_segments: int | None = None, *, sorted: bool = False
) -> Any:
    count = _segments(data, segment_ids, num_segments)
    return jax.ops.segment_min(data, segment_ids, count, sorted)


def _segments(data: Any, segment_ids: Any, num_segments: int | None) -> int | None:
    """How many segments there are; ``None`` where JAX is to look for the greatest id."""
    require_segments(data, segment_ids, num_segments)
    return 0 if num_segments is None and not segment_ids.size else num_segments
