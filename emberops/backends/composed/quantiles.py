"""Order statistics, composed over any namespace."""

from __future__ import annotations

import math
from typing import Any

from emberops.backends.support.reductions import floating, reduced_last, without

# Where in the sorted elements a quantile lies: n * q + alpha + q * (1 - alpha - beta) - 1
# (Hyndman and Fan 1996).
_CONTINUOUS = {
    "linear": (1.0, 1.0),
    "interpolated_inverted_cdf": (0.0, 1.0),
    "hazen": (0.5, 0.5),
    "weibull": (0.0, 0.0),
    "median_unbiased": (1 / 3, 1 / 3),
    "normal_unbiased": (3 / 8, 3 / 8),
}
_ROUND: dict[str, Any] = {
    "lower": math.floor,
    "higher": math.ceil,
    "nearest": round,
    "inverted_cdf": math.ceil,
}
_METHODS = (*_CONTINUOUS, *_ROUND, "midpoint")


def median(xp: Any, x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    if 0 in x.shape:
        return xp.mean(x, axis, keepdims=keepdims)  # of nothing: NaN
    lined, shape = reduced_last(xp, floating(xp, x), axis)
    ordered = xp.sort(lined, axis=-1)
    count = ordered.shape[-1]
    middle = (ordered[..., (count - 1) // 2] + ordered[..., count // 2]) / 2
    return xp.reshape(_or_nan(xp, middle, ordered), shape if keepdims else without(shape, axis))


def quantile(
    xp: Any, x: Any, q: Any, /, axis: Any = None, *, method: str = "linear", keepdims: bool = False
) -> Any:
    return _quantile(xp, x, q, 1, axis, method, keepdims, ignore_nan=False)


def percentile(
    xp: Any, x: Any, q: Any, /, axis: Any = None, *, method: str = "linear", keepdims: bool = False
) -> Any:
    return _quantile(xp, x, q, 100, axis, method, keepdims, ignore_nan=False)


def nanquantile(
    xp: Any, x: Any, q: Any, /, axis: Any = None, *, method: str = "linear", keepdims: bool = False
) -> Any:
    return _quantile(xp, x, q, 1, axis, method, keepdims, ignore_nan=True)


def nanpercentile(
    xp: Any, x: Any, q: Any, /, axis: Any = None, *, method: str = "linear", keepdims: bool = False
) -> Any:
    return _quantile(xp, x, q, 100, axis, method, keepdims, ignore_nan=True)


def nanmedian(xp: Any, x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    if 0 in x.shape:
        return xp.mean(x, axis, keepdims=keepdims)  # of nothing: NaN
    return _quantile(xp, x, 0.5, 1, axis, "linear", keepdims, ignore_nan=True)


def _quantile(
    xp: Any, x: Any, q: Any, whole: int, axis: Any, method: str, keepdims: bool, *, ignore_nan: bool
) -> Any:
    if method not in _METHODS:
        raise ValueError(f"unknown method {method!r}; expected one of {', '.join(_METHODS)}")
    lined, shape = reduced_last(xp, floating(xp, x), axis)
    ordered = xp.sort(lined, axis=-1)
    if isinstance(q, (int, float, list, tuple)) and not ignore_nan:
        numbers, q_shape = _numbers(q, whole)
        found = _at_numbers(xp, ordered, numbers, method)
    else:
        if isinstance(q, (int, float, list, tuple)):
            _numbers(q, whole)  # within bounds?
        share = xp.asarray(q, dtype=ordered.dtype) / whole
        q_shape = tuple(share.shape)
        found = _at_tensor(xp, ordered, xp.reshape(share, (-1,)), method, ignore_nan=ignore_nan)
    found = xp.moveaxis(found, -1, 0)
    return xp.reshape(found, (*q_shape, *(shape if keepdims else without(shape, axis))))


def _numbers(q: Any, whole: int) -> tuple[list[float], tuple[int, ...]]:
    """Probabilities as a flat list, and their shape."""
    if isinstance(q, (list, tuple)):
        parts = [_numbers(item, whole) for item in q]
        return [n for numbers, _ in parts for n in numbers], (len(parts), *(parts[0][1] if parts else ()))
    if not 0 <= q <= whole:
        raise ValueError(f"quantiles lie between 0 and {whole}, not at {q}")
    return [float(q) / whole], ()


def _at_numbers(xp: Any, ordered: Any, shares: list[float], method: str) -> Any:
    """Quantiles at known probabilities: the positions are known too, to double precision."""
    last = ordered.shape[-1] - 1
    positions = [float(min(max(_position(q, last + 1, method), 0), last)) for q in shares]
    if method in _ROUND:
        positions = [float(_ROUND[method](p)) for p in positions]
    below = [math.floor(p) for p in positions]
    above = [math.ceil(p) for p in positions]
    parts = [0.5 if method == "midpoint" else p - i for p, i in zip(positions, below, strict=True)]

    def at(indices: list[int]) -> Any:
        return xp.take(ordered, xp.asarray(indices, dtype=int), axis=-1)

    found = _between(xp, at(below), at(above), xp.asarray(parts, dtype=ordered.dtype))
    return xp.where(xp.isnan(ordered[..., -1:]), math.nan, found)


def _at_tensor(xp: Any, ordered: Any, shares: Any, method: str, *, ignore_nan: bool) -> Any:
    """Quantiles at probabilities that only the tensor knows, or of a number of elements that only it knows."""
    present = xp.logical_not(xp.isnan(ordered))
    # NaN sorts last, so the elements that count are the first ones.
    count = (
        xp.sum(xp.astype(present, ordered.dtype), axis=-1, keepdims=True) if ignore_nan else ordered.shape[-1]
    )
    position = xp.clip(_position(shares, count, method), 0, None)
    position = xp.broadcast_to(xp.minimum(position, count - 1), (*ordered.shape[:-1], shares.shape[0]))
    if method in _ROUND:
        position = getattr(xp, _ROUND[method].__name__)(position)

    def at(indices: Any) -> Any:
        return xp.take_along_axis(
            ordered, xp.clip(xp.astype(indices, int), 0, ordered.shape[-1] - 1), axis=-1
        )

    below = xp.floor(position)
    part = 0.5 if method == "midpoint" else position - below
    found = _between(xp, at(below), at(xp.ceil(position)), part)
    absent = xp.equal(count, 0) if ignore_nan else xp.isnan(ordered[..., -1:])
    return xp.where(absent, math.nan, found)


def _position(q: Any, count: Any, method: str) -> Any:
    """Where in ``count`` sorted elements the quantile ``q`` lies, counted from 0."""
    if method == "inverted_cdf":
        return q * count - 1
    alpha, beta = _CONTINUOUS.get(method, (1.0, 1.0))
    if alpha == beta == 1.0:
        return q * (count - 1)
    return q * count + (alpha + q * (1 - alpha - beta)) - 1


def _between(xp: Any, below: Any, above: Any, part: Any) -> Any:
    """Interpolation that leaves equal infinities alone."""
    return xp.where(xp.equal(below, above), below, below + (above - below) * part)


def _or_nan(xp: Any, value: Any, ordered: Any) -> Any:
    """NaN where there is one among the sorted elements, which it ends."""
    return xp.where(xp.isnan(ordered[..., -1]), math.nan, value)
