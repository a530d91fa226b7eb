"""Complex numbers in NumPy's order: by the real part, then the imaginary one, those with a NaN at the end."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from emberops.backends.support.shapes import as_axes


def argextreme(xp: Any, x: Any, axis: int | None, keepdims: bool, *, largest: bool) -> Any:
    """The index of the first of the largest, or smallest, numbers."""
    axes = None if axis is None else (axis,)
    return xp.argmax(xp.astype(_chosen(xp, x, axes, largest), "int8"), axis, keepdims=keepdims)


def extreme(xp: Any, x: Any, axis: Any, keepdims: bool, *, largest: bool) -> Any:
    """The largest or the smallest number along some axes."""
    axes = as_axes(axis, x.ndim)
    kept = tuple(i for i in range(x.ndim) if i not in axes)
    length = math.prod(x.shape[i] for i in axes)
    lined = xp.reshape(xp.permute_dims(x, (*kept, *axes)), (*(x.shape[i] for i in kept), length))
    place = xp.astype(argextreme(xp, lined, -1, True, largest=largest), int)
    shape = tuple(1 if i in axes else n for i, n in enumerate(x.shape))
    return xp.reshape(
        xp.take_along_axis(lined, place, axis=-1), shape if keepdims else tuple(x.shape[i] for i in kept)
    )


def order(xp: Any, x: Any, axis: int, *, descending: bool = False) -> Any:
    """The indices that sort, equal numbers left in their order; a NaN in the real part comes after one in the other."""
    real, imag = xp.real(x), xp.imag(x)
    missing = 2 * xp.astype(xp.isnan(real), "int8") + xp.astype(xp.isnan(imag), "int8")
    found = xp.argsort(imag, axis=axis, descending=descending, stable=True)
    for key in (real, missing):
        again = xp.take_along_axis(key, found, axis=axis)
        found = xp.take_along_axis(
            found, xp.argsort(again, axis=axis, descending=descending, stable=True), axis=axis
        )
    return found


def searchsorted(xp: Any, line: Any, x: Any, side: str) -> Any:
    """Where in a sorted line each number would go: its place among both, less its place among its own."""
    sought = xp.reshape(x, (-1,))
    parts = (sought, line) if side == "left" else (line, sought)
    places = xp.argsort(order(xp, xp.concat(parts), 0))
    count, length = sought.shape[0], line.shape[0]
    among_both = places[:count] if side == "left" else places[length:]
    return xp.reshape(among_both - xp.argsort(order(xp, sought, 0)), x.shape)


def less(xp: Any, x1: Any, x2: Any) -> Any:
    """Whether one number comes before another; none does whose real part decides beside a NaN."""
    real1, real2, imag1, imag2 = xp.real(x1), xp.real(x2), xp.imag(x1), xp.imag(x2)
    tied = xp.logical_and(xp.equal(real1, real2), xp.less(imag1, imag2))
    whole = xp.logical_not(xp.logical_or(xp.isnan(imag1), xp.isnan(imag2)))
    return xp.logical_or(xp.logical_and(whole, xp.less(real1, real2)), tied)


def less_equal(xp: Any, x1: Any, x2: Any) -> Any:
    """Whether one number comes before another or equals it."""
    return xp.logical_or(less(xp, x1, x2), xp.equal(x1, x2))


def maximum(xp: Any, x1: Any, x2: Any) -> Any:
    """The one that comes last of two numbers; the first NaN."""
    return _extreme_of(xp, x1, x2, less_equal(xp, x2, x1))


def minimum(xp: Any, x1: Any, x2: Any) -> Any:
    """The one that comes first of two numbers; the first NaN."""
    return _extreme_of(xp, x1, x2, less_equal(xp, x1, x2))


def _extreme_of(xp: Any, x1: Any, x2: Any, first: Any) -> Any:
    return xp.where(xp.isnan(x1), x1, xp.where(xp.logical_or(xp.isnan(x2), xp.logical_not(first)), x2, x1))


def fmax(xp: Any, x1: Any, x2: Any) -> Any:
    """The one that comes last of two numbers; a NaN only where both are."""
    return xp.where(xp.isnan(x2), x1, xp.where(xp.isnan(x1), x2, maximum(xp, x1, x2)))


def fmin(xp: Any, x1: Any, x2: Any) -> Any:
    """The one that comes first of two numbers; a NaN only where both are."""
    return xp.where(xp.isnan(x2), x1, xp.where(xp.isnan(x1), x2, minimum(xp, x1, x2)))


PAIRS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "less": less,
    "less_equal": less_equal,
    "greater": lambda xp, x1, x2: less(xp, x2, x1),
    "greater_equal": lambda xp, x1, x2: less_equal(xp, x2, x1),
    "maximum": maximum,
    "minimum": minimum,
    "fmax": fmax,
    "fmin": fmin,
}
"""The operations of two numbers that rest on the order, for tensors of one complex dtype."""


def _chosen(xp: Any, x: Any, axes: Any, largest: bool) -> Any:
    """A mask of the numbers that are the extreme."""
    reduce, bound = (xp.max, -math.inf) if largest else (xp.min, math.inf)
    real, imag = xp.real(x), xp.imag(x)
    missing = xp.logical_or(xp.isnan(real), xp.isnan(imag))

    def among(mask: Any, part: Any) -> Any:
        held = xp.where(mask, part, bound)
        return xp.logical_and(mask, xp.equal(held, reduce(held, axis=axes, keepdims=True)))

    found = among(among(xp.logical_not(missing), real), imag)
    return xp.where(xp.any(missing, axis=axes, keepdims=True), missing, found)
