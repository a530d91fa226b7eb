"""The extremes of complex numbers in NumPy's order: by the real part, then the imaginary one; a NaN before all."""

from __future__ import annotations

import math
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
    lined = xp.reshape(xp.permute_dims(x, (*kept, *axes)), (*(x.shape[i] for i in kept), -1))
    place = xp.astype(argextreme(xp, lined, -1, True, largest=largest), int)
    shape = tuple(1 if i in axes else n for i, n in enumerate(x.shape))
    return xp.reshape(
        xp.take_along_axis(lined, place, axis=-1), shape if keepdims else tuple(x.shape[i] for i in kept)
    )


def less(xp: Any, x1: Any, x2: Any) -> Any:
    """Whether one number comes before another; no NaN does."""
    real1, real2 = xp.real(x1), xp.real(x2)
    tied = xp.logical_and(xp.equal(real1, real2), xp.less(xp.imag(x1), xp.imag(x2)))
    whole = xp.logical_not(xp.logical_or(xp.isnan(x1), xp.isnan(x2)))
    return xp.logical_and(whole, xp.logical_or(xp.less(real1, real2), tied))


def extreme_of(xp: Any, x1: Any, x2: Any, *, largest: bool) -> Any:
    """The one that comes last of two numbers, or first; NaN where one is."""
    first = less(xp, x2, x1) if largest else less(xp, x1, x2)
    chosen = xp.where(xp.logical_or(first, xp.equal(x1, x2)), x1, x2)
    return xp.where(xp.isnan(x1), x1, xp.where(xp.isnan(x2), x2, chosen))


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
