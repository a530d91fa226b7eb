"""``histogram``, and NumPy's rules by which the data tell the number of bins."""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable
from operator import index as as_int
from typing import Any

import numpy as np

from emberops.backends.composed import quantiles
from emberops.backends.support.known_values import known, known_of, require_rising
from emberops.backends.support.reductions import floating, is_floating
from emberops.errors import DTypeError, ShapeError


def histogram(
    xp: Any,
    x: Any,
    /,
    bins: Any = 10,
    *,
    range: tuple[float, float] | None = None,
    weights: Any = None,
    density: bool = False,
) -> tuple[Any, Any]:
    x = xp.reshape(x, (-1,))
    if isinstance(bins, str):
        bins = number_of_bins(xp, x, bins, range, weights)
    x, places, edges = _with_edges(xp, "histogram", x, bins, range)
    count = edges.shape[0] - 1
    index = xp.searchsorted(places, x, side="right") - 1
    index = xp.where(xp.equal(x, places[-1]), count - 1, index)
    # Elements outside go to a bin of their own at the end, which is dropped.
    index = xp.where(xp.logical_or(index < 0, index >= count), count, index)
    amounts = xp.astype(xp.ones_like(index), int) if weights is None else xp.reshape(weights, (-1,))
    counts = xp.segment_sum(amounts, index, count + 1)[:-1]
    if density:
        counts = xp.divide(xp.divide(counts, xp.diff(edges)), xp.sum(counts))
    return counts, edges


def _with_edges(
    xp: Any, op: str, x: Any, bins: Any, limits: tuple[float, float] | None
) -> tuple[Any, Any, Any]:
    """A vector and edges of bins in a dtype in which they can be compared, and the edges in their own."""
    if isinstance(bins, (list, tuple, np.ndarray)):
        bins = xp.asarray(bins)
    if getattr(bins, "ndim", 0):
        if bins.ndim > 1:
            raise ShapeError(f"{op}: the edges of bins are a vector, and not of shape {tuple(bins.shape)}")
        x, places = _in_one_dtype(xp, x, bins)
        require_rising(xp, op, places)
        return x, places, bins
    if bins < 1:  # asked first, as NumPy does: a half is too few, and no number of bins either
        raise ValueError(f"{op}: bins is 1 or more, and not {bins}")
    edges = _edges(xp, as_wide_as(xp, floating(xp, x), limits), as_int(bins), limits)
    if known_of(xp, lambda xp, edges: xp.any(edges[1:] <= edges[:-1]), edges):
        raise ValueError(f"{op}: the range of the values is too narrow for {bins} bins")
    return xp.astype(x, edges.dtype), edges, edges


def histogram_bin_edges(
    xp: Any,
    x: Any,
    /,
    bins: Any = 10,
    *,
    range: tuple[float, float] | None = None,
    weights: Any = None,
) -> Any:
    if weights is not None and tuple(weights.shape) != tuple(x.shape):
        raise ShapeError(
            f"histogram_bin_edges: weights of shape {tuple(weights.shape)} do not fit x of shape {tuple(x.shape)}"
        )
    x = xp.reshape(x, (-1,))
    if isinstance(bins, str):
        bins = number_of_bins(xp, x, bins, range, weights)
    return _with_edges(xp, "histogram_bin_edges", x, bins, range)[2]


def histogram2d(
    xp: Any,
    x: Any,
    y: Any,
    /,
    bins: Any = 10,
    *,
    range: Any = None,
    weights: Any = None,
    density: bool = False,
) -> tuple[Any, Any, Any]:
    if x.shape[:1] != y.shape[:1]:
        raise ShapeError(f"histogram2d: x of shape {tuple(x.shape)} and y of shape {tuple(y.shape)} differ")
    if getattr(bins, "ndim", 0) or (isinstance(bins, (list, tuple)) and len(bins) not in (1, 2)):
        bins = (bins, bins)  # the same edges for both
    counts, edges = histogramdd(xp, [x, y], bins, range=range, weights=weights, density=density)
    return counts, edges[0], edges[1]


_MOST_BINS = 2**63 - 1


def histogramdd(
    xp: Any,
    sample: Any,
    /,
    bins: Any = 10,
    *,
    range: Any = None,
    weights: Any = None,
    density: bool = False,
) -> tuple[Any, tuple[Any, ...]]:
    columns = _columns(xp, sample)
    limits = (None,) * len(columns) if range is None else tuple(range)
    each = (bins,) * len(columns) if isinstance(bins, int) or getattr(bins, "ndim", 1) == 0 else tuple(bins)
    if len(limits) != len(columns) or len(each) != len(columns):
        raise ShapeError(
            f"histogramdd: {len(each)} bins and {len(limits)} ranges for values of {len(columns)} coordinates"
        )
    place: Any = 0
    edges, inside = [], True
    for column, wanted, ends in zip(columns, each, limits, strict=True):
        x, places, at = _with_edges(xp, "histogramdd", column, wanted, ends)
        count = at.shape[0] - 1
        index = xp.searchsorted(places, x, side="right") - 1
        index = xp.where(xp.equal(x, places[-1]), count - 1, index)
        inside = xp.logical_and(xp.logical_and(index >= 0, index < count), inside)
        place = place * count + index
        edges.append(at)
    shape = tuple(at.shape[0] - 1 for at in edges)
    if math.prod(shape) > _MOST_BINS:
        raise ValueError(f"histogramdd: {shape} are more bins than any array holds")
    # Elements outside go to a bin of their own at the end, which is dropped.
    place = xp.stop_gradient(
        xp.where(inside, place, math.prod(shape))
    )  # MLX asks for the gradient of an index
    amounts = xp.ones(place.shape, dtype=float) if weights is None else floating(xp, weights)
    counts = xp.reshape(xp.segment_sum(amounts, place, math.prod(shape) + 1)[:-1], shape)
    return (_density(xp, counts, edges) if density else counts), tuple(edges)


def _columns(xp: Any, sample: Any) -> list[Any]:
    """The coordinates of points: the columns of a matrix, or vectors in a sequence, as NumPy has it."""
    if isinstance(sample, (list, tuple)):
        rows = [xp.asarray(row) for row in sample]
        rows = rows if all(row.ndim for row in rows) else [xp.stack(rows)]
    else:
        points = xp.asarray(sample)
        rows = [points[:, i] for i in builtins.range(points.shape[1])] if points.ndim == 2 else [points]
    if any(row.ndim != 1 or row.shape != rows[0].shape for row in rows):
        raise ShapeError(
            f"histogramdd: coordinates are equally long vectors, not of {[tuple(r.shape) for r in rows]}"
        )
    return rows


def _density(xp: Any, counts: Any, edges: list[Any]) -> Any:
    made = floating(xp, counts)
    for axis, at in enumerate(edges):
        shape = [-1 if i == axis else 1 for i in builtins.range(len(edges))]
        made = made / xp.reshape(xp.astype(xp.diff(at), made.dtype), tuple(shape))
    return made / xp.sum(counts)


def as_wide_as(xp: Any, x: Any, limits: Any) -> Any:
    """``x`` in the dtype in which it meets the limits, where these have one: they may have more digits."""
    held = (limits,) if hasattr(limits, "dtype") else () if limits is None else tuple(limits)
    wide = [made for made in (xp.asarray(v) for v in held if hasattr(v, "dtype")) if is_floating(made)]
    return xp.astype(x, xp.result_type(x, *wide)) if wide else x


def _in_one_dtype(xp: Any, x: Any, edges: Any) -> tuple[Any, Any]:
    """Numbers and edges in a dtype in which those of both can be compared."""
    common = xp.result_type(x, edges)
    if xp.isdtype(common, "real floating") and not (is_floating(x) or is_floating(edges)):
        common = "float64"  # where uint64 meets numbers with a sign
    return xp.astype(x, common), xp.astype(edges, common)


def _edges(xp: Any, x: Any, bins: int, limits: tuple[float, float] | None) -> Any:
    if bins < 1:
        raise ValueError(f"histogram: there must be at least one bin, not {bins}")
    low, high = _limits(xp, x, limits)
    steps = xp.arange(bins + 1, dtype=x.dtype)
    return xp.where(xp.equal(steps, bins), high, low + (high - low) / bins * steps)


def _limits(xp: Any, x: Any, limits: tuple[float, float] | None) -> tuple[Any, Any]:
    """Where the first bin begins and the last one ends."""
    if limits is not None:
        low, high = (float(v) for v in limits)
        if low > high:
            raise ValueError(f"histogram: the range {limits} ends before it begins")
        if not (math.isfinite(low) and math.isfinite(high)):
            raise ValueError(f"histogram: the range {limits} is not finite")
        ends = xp.asarray(low, dtype=x.dtype), xp.asarray(high, dtype=x.dtype)
    elif x.shape[0] == 0:
        ends = xp.asarray(0.0, dtype=x.dtype), xp.asarray(1.0, dtype=x.dtype)
    else:
        ends = xp.min(x), xp.max(x)
        if known(xp, xp.logical_not(xp.logical_and(xp.isfinite(ends[0]), xp.isfinite(ends[1])))):
            raise ValueError("histogram: the range of the values is not finite")
    low, high = ends
    same = xp.equal(low, high)
    return xp.where(same, low - 0.5, low), xp.where(same, high + 0.5, high)


def number_of_bins(xp: Any, x: Any, rule: str, limits: tuple[float, float] | None, weights: Any) -> int:
    """How many bins a rule gives for a vector, which is a matter of values: no compiler can trace it.

    Raises
    ------
    TypeError
        For weighted values: the rules count each as one.
    ValueError
        For a rule that there is none of.
    DTypeError
        For complex numbers.
    """
    if weights is not None:
        raise TypeError("histogram: the number of bins for weighted values must be told")
    if rule not in (*_WIDTHS, "stone"):
        known_rules = ", ".join((*_WIDTHS, "stone"))
        raise ValueError(f"histogram: bins are a number, edges, or one of {known_rules}, not {rule!r}")
    if xp.isdtype(x.dtype, "complex floating"):
        raise DTypeError(f"histogram: numbers of {x.dtype} have no order")
    values = floating(xp, x)
    low, high = _limits(xp, values, limits)
    if limits is not None:
        values = values[xp.nonzero(xp.logical_and(values >= low, values <= high))[0]]
    if values.shape[0] == 0:
        return 1
    width = _stone(xp, values, limits) if rule == "stone" else _WIDTHS[rule](xp, values)
    if width and not is_floating(x):
        width = max(width, 1.0)
    return math.ceil(float(high - low) / width) if width else 1


def _spread(xp: Any, x: Any) -> float:
    return float(xp.max(x) - xp.min(x))


def _sqrt(xp: Any, x: Any) -> float:
    return _spread(xp, x) / math.sqrt(x.shape[0])


def _sturges(xp: Any, x: Any) -> float:
    return _spread(xp, x) / (math.log2(x.shape[0]) + 1.0)


def _rice(xp: Any, x: Any) -> float:
    return _spread(xp, x) / (2.0 * math.cbrt(x.shape[0]))


def _scott(xp: Any, x: Any) -> float:
    return math.cbrt(24.0 * math.sqrt(math.pi) / x.shape[0]) * float(xp.std(x))


def _doane(xp: Any, x: Any) -> float:
    """Sturges' rule corrected for skewness."""
    size, deviation = x.shape[0], float(xp.std(x))
    if size < 3 or not deviation:
        return 0.0
    expected = math.sqrt(6.0 * (size - 2) / ((size + 1.0) * (size + 3)))
    skewness = abs(float(xp.mean(((x - xp.mean(x)) / deviation) ** 3)))
    return _spread(xp, x) / (1.0 + math.log2(size) + math.log2(1.0 + skewness / expected))


def _freedman_diaconis(xp: Any, x: Any) -> float:
    quarters = quantiles.percentile(xp, x, [75, 25])
    return 2.0 * float(quarters[0] - quarters[1]) / math.cbrt(x.shape[0])


def _stone(xp: Any, x: Any, limits: tuple[float, float] | None) -> float:
    """The number of bins, up to the root of the number of values or a hundred, of the least estimated squared error.

    Stone (1984): the error is estimated by leaving out one value at a time.
    """
    size, spread = int(x.shape[0]), _spread(xp, x)
    if size <= 1 or spread == 0:
        return 0.0

    def loss(bins: int) -> float:
        counts, _ = xp.histogram(x, bins, range=limits)
        parts = xp.astype(counts, float) / size
        squares = float(xp.sum(parts * parts))
        return (2.0 - (size + 1) * squares) * bins / spread

    return spread / min(range(1, max(100, math.isqrt(size)) + 1), key=loss)


def _auto(xp: Any, x: Any) -> float:
    """The narrower bins of Freedman and Diaconis' and Sturges' rules, but not too many of them."""
    return min(max(_freedman_diaconis(xp, x), _sqrt(xp, x) / 2), _sturges(xp, x))


_WIDTHS: dict[str, Callable[[Any, Any], float]] = {
    "auto": _auto,
    "doane": _doane,
    "fd": _freedman_diaconis,
    "rice": _rice,
    "scott": _scott,
    "sqrt": _sqrt,
    "sturges": _sturges,
}
"""Each rule, and how wide it makes a bin; 0 where it cannot tell."""
