"""Order statistics, composed over any namespace."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from emberops.backends.support.known_values import known_of
from emberops.backends.support.reductions import floating, is_floating, reduced_last, without
from emberops.errors import DTypeError

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
_METHODS = (
    *_CONTINUOUS,
    "lower",
    "higher",
    "nearest",
    "midpoint",
    "inverted_cdf",
    "averaged_inverted_cdf",
    "closest_observation",
)


_OF_ELEMENTS = frozenset({"lower", "higher", "nearest", "inverted_cdf", "closest_observation"})
"""Methods that interpolate nothing: integers stay integers."""


class _Numbers:
    """What :func:`_position` needs of a namespace, for Python numbers."""

    floor = staticmethod(math.floor)
    ceil = staticmethod(math.ceil)
    round = staticmethod(round)

    @staticmethod
    def where(condition: bool, x1: Any, x2: Any) -> Any:
        return x1 if condition else x2


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
    lined, shape = reduced_last(xp, floating(xp, x), axis)
    ordered = xp.sort(lined, axis=-1)  # NaN last
    count = xp.sum(xp.astype(xp.logical_not(xp.isnan(ordered)), int), axis=-1, keepdims=True)

    def at(places: Any) -> Any:
        return xp.take_along_axis(ordered, xp.clip(places, 0, ordered.shape[-1] - 1), axis=-1)

    middle = (at((count - 1) // 2) + at(count // 2)) / 2  # of nothing but NaN: one of them
    return xp.reshape(middle, shape if keepdims else without(shape, axis))


def _quantile(
    xp: Any, x: Any, q: Any, whole: int, axis: Any, method: str, keepdims: bool, *, ignore_nan: bool
) -> Any:
    if method not in _METHODS:
        raise ValueError(f"unknown method {method!r}; expected one of {', '.join(_METHODS)}")
    if xp.isdtype(x.dtype, "complex floating"):
        raise DTypeError("quantiles are of real numbers, and complex ones have none")
    if xp.isdtype(x.dtype, "bool"):
        raise DTypeError("quantiles lie between numbers, and between truth values there are none")
    if isinstance(q, (np.generic, np.ndarray)):
        q = xp.asarray(q)
    if hasattr(q, "dtype"):
        q = floating(xp, q)
    require_shares(xp, q, whole)
    if method not in _OF_ELEMENTS:
        x = floating(xp, x)
        if hasattr(q, "dtype"):  # a tensor's digits count
            x = xp.astype(x, xp.result_type(x, q)) if is_floating(q) else x
    lined, shape = reduced_last(xp, x, axis)
    if 0 in lined.shape:
        return _of_nothing(xp, lined, q, whole, shape if keepdims else without(shape, axis))
    ordered = xp.sort(lined, axis=-1)
    ignore_nan = ignore_nan and is_floating(x)
    if isinstance(q, (int, float, list, tuple)) and not ignore_nan:
        numbers, q_shape = _numbers(q, whole)
        found = _at_numbers(xp, ordered, numbers, method)
    else:
        share = xp.asarray(q, dtype=xp.real(ordered).dtype if is_floating(ordered) else float) / whole
        q_shape = tuple(share.shape)
        found = _at_tensor(xp, ordered, xp.reshape(share, (-1,)), method, ignore_nan=ignore_nan)
    found = xp.moveaxis(found, -1, 0)
    return xp.reshape(found, (*q_shape, *(shape if keepdims else without(shape, axis))))


def require_shares(xp: Any, q: Any, whole: int) -> None:
    """Refuse probabilities that are known not to lie between 0 and ``whole``.

    Raises
    ------
    ValueError
        As NumPy does; other libraries answer something.
    """
    if isinstance(q, (int, float, list, tuple)):
        _numbers(q, whole)
    elif known_of(xp, lambda xp, q: xp.logical_not(xp.all((q >= 0) & (q <= whole))), q):
        raise ValueError(f"quantiles lie between 0 and {whole}, and not all of q do")


def _of_nothing(xp: Any, lined: Any, q: Any, whole: int, shape: tuple[int, ...]) -> Any:
    """NaN for each quantile of no elements."""
    q_shape = _numbers(q, whole)[1] if isinstance(q, (int, float, list, tuple)) else tuple(q.shape)
    return xp.full((*q_shape, *shape), math.nan, dtype=lined.dtype if is_floating(lined) else float)


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
    positions = [float(min(max(_position(_Numbers, q, last + 1, method), 0), last)) for q in shares]
    below = [math.floor(p) for p in positions]
    above = [math.ceil(p) for p in positions]
    parts = [p - i for p, i in zip(positions, below, strict=True)]

    def at(indices: list[int]) -> Any:
        if len(indices) == 1:
            return ordered[..., indices[0] : indices[0] + 1]
        return xp.take(ordered, xp.asarray(indices, dtype=int), axis=-1)

    if method in _OF_ELEMENTS and not is_floating(ordered):
        return at(below)
    part = parts[0] if len(parts) == 1 else xp.asarray(parts, dtype=ordered.dtype)
    found = _between(xp, at(below), at(above), part)
    return xp.where(xp.isnan(ordered[..., -1:]), math.nan, found)


def _at_tensor(xp: Any, ordered: Any, shares: Any, method: str, *, ignore_nan: bool) -> Any:
    """Quantiles at probabilities that only the tensor knows, or of a number of elements that only it knows."""
    whole = not is_floating(ordered)
    present = xp.ones_like(ordered, dtype=bool) if whole else xp.logical_not(xp.isnan(ordered))
    # NaN sorts last, so the elements that count are the first ones.
    count = (
        xp.sum(xp.astype(present, shares.dtype), axis=-1, keepdims=True) if ignore_nan else ordered.shape[-1]
    )
    position = xp.clip(_position(xp, shares, count, method), 0.0, None)
    position = xp.broadcast_to(xp.minimum(position, count - 1), (*ordered.shape[:-1], shares.shape[0]))

    def at(indices: Any) -> Any:
        return xp.take_along_axis(
            ordered, xp.clip(xp.astype(indices, int), 0, ordered.shape[-1] - 1), axis=-1
        )

    below = xp.floor(position)
    if whole:
        return at(below)
    found = _between(xp, at(below), at(xp.ceil(position)), position - below)
    absent = xp.equal(count, 0) if ignore_nan else xp.isnan(ordered[..., -1:])
    return xp.where(absent, math.nan, found)


def _position(xp: Any, q: Any, count: Any, method: str) -> Any:
    """Where in ``count`` sorted elements the quantile ``q`` lies, counted from 0; between two, it is interpolated."""
    if method in _CONTINUOUS and method != "linear":
        alpha, beta = _CONTINUOUS[method]
        return q * count + (alpha + q * (1 - alpha - beta)) - 1
    if method == "inverted_cdf":
        return xp.ceil(q * count - 1)
    if method == "averaged_inverted_cdf":
        place = q * count - 1
        return xp.where(place == xp.floor(place), place + 0.5, xp.ceil(place))
    if method == "closest_observation":
        place = q * count - 1.5
        below = xp.floor(place)
        # Halfway between two, the one of even rank: ranks count from 1.
        return xp.where((place == below) & (below % 2 == 1), below, below + 1)
    place = q * (count - 1)
    if method == "midpoint":
        return 0.5 * (xp.floor(place) + xp.ceil(place))
    rounding = {"lower": xp.floor, "higher": xp.ceil, "nearest": xp.round}.get(method)
    return place if rounding is None else rounding(place)


def _between(xp: Any, below: Any, above: Any, part: Any) -> Any:
    """Interpolation that leaves equal infinities alone."""
    step = above - below  # from the nearer end, so that an infinity at the other one is not taken away again
    if isinstance(part, float):
        found = below + step * part if part < 0.5 else above - step * (1 - part)
    else:
        found = xp.where(part < 0.5, below + step * part, above - step * (1 - part))
    return xp.where(xp.equal(below, above), below, found)


def _or_nan(xp: Any, value: Any, ordered: Any) -> Any:
    """NaN where there is one among the sorted elements, which it ends."""
    return xp.where(xp.isnan(ordered[..., -1]), ordered[..., -1], value)
