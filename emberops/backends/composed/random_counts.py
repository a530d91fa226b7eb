"""Random counts: Poisson, binomial, geometric, multinomial.

Small means are drawn by inversion of one uniform value, large ones by rejection, both in a fixed number of steps,
so that compiled functions can hold them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from emberops.backends.support.shapes import as_shape, broadcast_shapes
from emberops.typing import DTypeLike, Shape

__all__ = ["binomial", "geometric", "multinomial", "poisson"]

_SMALL = 10.0
"""Mean below which inversion is used."""
_STEPS = 45
"""Steps of inversion: a count of mean 10 is larger with a probability below 1e-13."""
_TRIALS = 24
"""Trials of rejection, of which four in five or more succeed."""
_STIRLING = (
    0.08106146679532726,
    0.04134069595540929,
    0.02767792568499834,
    0.02079067210376509,
    0.01664469118982119,
    0.01387612882307075,
    0.01189670994589177,
    0.01041126526197209,
    0.009255462182712733,
    0.008330563433362871,
)
"""What Stirling's formula for ``log k!`` lacks, for ``k`` below 10."""


def _stirling_rest(xp: Any, k: Any) -> Any:
    """What Stirling's formula, ``(k + 1/2) log(k + 1) - (k + 1) + log(2 pi) / 2``, lacks of ``log k!``."""
    table = xp.asarray(list(_STIRLING), dtype=k.dtype)
    small = xp.take(table, xp.astype(xp.clip(k, 0, 9), int))
    inverse = 1 / (xp.maximum(k, 9.0) + 1)
    square = inverse * inverse
    return xp.where(k <= 9, small, (1 / 12 - (1 / 360 - square / 1260) * square) * inverse)


def _inverted(xp: Any, u: Any, first: Any, ratio: Any) -> Any:
    """The count at which the running sum of probabilities passes ``u``; ``ratio(k)`` is that of ``k`` to ``k - 1``."""
    count, probability, total = xp.zeros_like(u), first, first
    for k in range(1, _STEPS + 1):
        count = xp.where(u > total, float(k), count)
        probability = probability * ratio(k)
        total = total + probability
    return count


def _rejected(xp: Any, key: Any, start: Any, name: str, propose: Any) -> Any:
    """The first accepted of the proposals; ``start`` if none is, which does not happen."""
    value, accepted = start, xp.zeros(tuple(start.shape), dtype=bool)
    for trial in range(_TRIALS):
        keys = xp.random.split(xp.random.fold_in(key, trial))
        u = xp.random.uniform(keys[0, ...], tuple(start.shape), name) - 0.5
        v = 1 - xp.random.uniform(keys[1, ...], tuple(start.shape), name)
        proposal, fits = propose(u, v)
        fits = xp.logical_and(fits, xp.logical_not(accepted))
        value, accepted = xp.where(fits, proposal, value), xp.logical_or(accepted, fits)
        if xp.random.settled(accepted):
            break
    return value


def _by_size(xp: Any, few: Any, low: Callable[[], Any], high: Callable[[], Any]) -> Any:
    """The counts of ``low`` where ``few`` are expected, else those of ``high``.

    Where it is known that one way draws them all, the other is not taken: both cost some hundred operations.
    """
    if xp.random.settled(few):
        return low()
    if xp.random.settled(xp.logical_not(few)):
        return high()
    return xp.where(few, low(), high())


def _float(xp: Any) -> Any:
    return xp.zeros(0).dtype


def poisson(xp: Any, key: Any, lam: Any, shape: Shape | None = None, dtype: DTypeLike = int) -> Any:
    name = _float(xp)
    lam = xp.asarray(lam, dtype=name)
    sizes = tuple(lam.shape) if shape is None else as_shape(shape)
    lam = xp.broadcast_to(lam, sizes)
    few = lam < _SMALL

    def low() -> Any:
        small = xp.minimum(lam, _SMALL)
        return _inverted(xp, xp.random.uniform(key, sizes, name), xp.exp(-small), lambda k: small / k)

    def high() -> Any:
        return _poisson_rejected(xp, key, xp.maximum(lam, _SMALL), name)

    return xp.astype(_by_size(xp, few, low, high), dtype)


def _poisson_rejected(xp: Any, key: Any, lam: Any, name: Any) -> Any:
    """PTRS: transformed rejection with squeeze (Hoermann, 1993)."""
    b = 0.931 + 2.53 * xp.sqrt(lam)
    a = -0.059 + 0.02483 * b
    inverse_alpha = 1.1239 + 1.1328 / (b - 3.4)
    squeeze = 0.9277 - 3.6224 / (b - 2)

    def propose(u: Any, v: Any) -> tuple[Any, Any]:
        us = 0.5 - xp.abs(u)
        k = xp.floor((2 * a / us + b) * u + lam + 0.43)
        inside = xp.maximum(k, 0.0)
        log_probability = (
            inside * xp.log(lam / (inside + 1))
            - 0.5 * xp.log(inside + 1)
            + (inside + 1 - lam)
            - 0.5 * math.log(2 * math.pi)
            - _stirling_rest(xp, inside)
        )
        fits = xp.log(v * inverse_alpha / (a / (us * us) + b)) <= log_probability
        fits = xp.logical_or(xp.logical_and(us >= 0.07, v <= squeeze), fits)
        return inside, xp.logical_and(fits, k >= 0)

    return _rejected(xp, key, xp.floor(lam), name, propose)


def binomial(xp: Any, key: Any, n: Any, p: Any, shape: Shape | None = None, dtype: DTypeLike = int) -> Any:
    name = _float(xp)
    n, p = xp.asarray(n, dtype=name), xp.asarray(p, dtype=name)
    sizes = broadcast_shapes(tuple(n.shape), tuple(p.shape)) if shape is None else as_shape(shape)
    n, p = xp.broadcast_to(n, sizes), xp.broadcast_to(p, sizes)
    rare = xp.minimum(p, 1 - p)  # the rarer outcome is counted
    few = n * rare < _SMALL
    odds = rare / (1 - rare)

    def low() -> Any:
        u, mild = xp.random.uniform(key, sizes, name), xp.where(few, n, 0.0)
        first = xp.exp(mild * xp.log1p(-rare))
        return xp.minimum(_inverted(xp, u, first, lambda k: xp.maximum(mild - (k - 1), 0.0) / k * odds), n)

    def high() -> Any:
        return _binomial_rejected(xp, key, xp.where(few, 2 * _SMALL, n), xp.where(few, 0.5, rare), name)

    counts = _by_size(xp, few, low, high)
    return xp.astype(xp.where(p > 0.5, n - counts, counts), dtype)


def _binomial_rejected(xp: Any, key: Any, n: Any, p: Any, name: Any) -> Any:
    """BTRS: transformed rejection with squeeze (Hoermann, 1993), for ``n p`` of 10 or more and ``p`` up to 1/2."""
    spread = xp.sqrt(n * p * (1 - p))
    b = 1.15 + 2.53 * spread
    a = -0.0873 + 0.0248 * b + 0.01 * p
    c = n * p + 0.5
    squeeze = 0.92 - 4.2 / b
    alpha = (2.83 + 5.1 / b) * spread
    odds = p / (1 - p)
    mode = xp.floor((n + 1) * p)
    at_mode = (mode + 0.5) * xp.log((mode + 1) / (odds * (n - mode + 1)))
    at_mode = at_mode + _stirling_rest(xp, mode) + _stirling_rest(xp, n - mode)

    def propose(u: Any, v: Any) -> tuple[Any, Any]:
        us = 0.5 - xp.abs(u)
        k = xp.floor((2 * a / us + b) * u + c)
        inside = xp.minimum(xp.maximum(k, 0.0), n)
        rest = n - inside
        bound = at_mode + (n + 1) * xp.log((n - mode + 1) / (rest + 1))
        bound = bound + (inside + 0.5) * xp.log(odds * (rest + 1) / (inside + 1))
        bound = bound - _stirling_rest(xp, inside) - _stirling_rest(xp, rest)
        fits = xp.log(v * alpha / (a / (us * us) + b)) <= bound
        fits = xp.logical_or(xp.logical_and(us >= 0.07, v <= squeeze), fits)
        return inside, xp.logical_and(fits, k == inside)

    return _rejected(xp, key, mode, name, propose)


def geometric(xp: Any, key: Any, p: Any, shape: Shape | None = None, dtype: DTypeLike = int) -> Any:
    p = xp.asarray(p, dtype=_float(xp))
    sizes = tuple(p.shape) if shape is None else as_shape(shape)
    failures = xp.log1p(-xp.random.uniform(key, sizes, p.dtype)) / xp.log1p(-p)
    return xp.astype(xp.floor(failures) + 1, dtype)


def multinomial(xp: Any, key: Any, n: Any, p: Any, shape: Shape | None = None, dtype: DTypeLike = int) -> Any:
    name = _float(xp)
    p, left = xp.asarray(p, dtype=name), xp.asarray(n, dtype=name)
    batch = broadcast_shapes(tuple(left.shape), tuple(p.shape[:-1]))
    sizes = batch if shape is None else as_shape(shape)
    left, mass = xp.broadcast_to(left, sizes), xp.ones(sizes, dtype=name)
    counts = []
    for category in range(p.shape[-1] - 1):
        share = xp.clip(p[..., category] / xp.maximum(mass, 1e-30), 0.0, 1.0)
        drawn = binomial(xp, xp.random.fold_in(key, category), left, share, sizes, name)
        counts.append(drawn)
        left, mass = left - drawn, mass - p[..., category]
    return xp.astype(xp.stack([*counts, left], axis=-1), dtype)
