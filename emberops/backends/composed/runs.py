"""Reductions of runs of elements, ``numpy.ufunc.reduceat``: each run is put together from runs of powers of two."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from emberops.backends.support.known_values import known_of
from emberops.backends.support.segments import require_runs
from emberops.backends.support.shapes import as_axis
from emberops.errors import OutOfBoundsError


def add_reduceat(xp: Any, x: Any, indices: Any, /, axis: int = 0, *, dtype: Any = None) -> Any:
    return _reduced(xp, xp.add, _summable(xp, xp.sum, x, dtype), indices, axis)


def multiply_reduceat(xp: Any, x: Any, indices: Any, /, axis: int = 0, *, dtype: Any = None) -> Any:
    return _reduced(xp, xp.multiply, _summable(xp, xp.prod, x, dtype), indices, axis)


def maximum_reduceat(xp: Any, x: Any, indices: Any, /, axis: int = 0) -> Any:
    return _reduced(xp, xp.maximum, x, indices, axis)


def minimum_reduceat(xp: Any, x: Any, indices: Any, /, axis: int = 0) -> Any:
    return _reduced(xp, xp.minimum, x, indices, axis)


def logical_and_reduceat(xp: Any, x: Any, indices: Any, /, axis: int = 0) -> Any:
    return _reduced(xp, xp.logical_and, xp.astype(x, bool), indices, axis)


def logical_or_reduceat(xp: Any, x: Any, indices: Any, /, axis: int = 0) -> Any:
    return _reduced(xp, xp.logical_or, xp.astype(x, bool), indices, axis)


def _summable(xp: Any, function: Callable[..., Any], x: Any, dtype: Any) -> Any:
    """``x`` in the dtype of its sum."""
    return xp.astype(x, function(xp.reshape(x, (-1,))[:0], dtype=dtype).dtype)


def _reduced(xp: Any, function: Callable[..., Any], x: Any, indices: Any, axis: int) -> Any:
    """What ``function`` makes of the elements from each index up to the next one.

    In the k-th round ``x`` holds what it makes of the 2**k elements from each on, and each run whose length has that
    digit takes its next 2**k.  Nothing depends on values but places: any order of the indices is compiled alike.
    """
    require_within(xp, x, indices, axis)
    axis = as_axis(axis, x.ndim)
    x = xp.moveaxis(x, axis, 0)
    count = x.shape[0]
    if not count:  # and so no index either
        return xp.moveaxis(x, 0, axis)
    places = xp.astype(indices, xp.arange(1).dtype)
    stops = xp.concat([places[1:], xp.full((min(indices.shape[0], 1),), count, dtype=places.dtype)])
    rest = xp.maximum(stops - places, 1) - 1
    made = xp.take(x, places, axis=0)
    places, width = places + 1, 1
    while width < count:
        taken = (rest // width) % 2 == 1
        run = xp.take(x, xp.where(taken, places, 0), axis=0)
        made = xp.where(xp.reshape(taken, (-1,) + (1,) * (x.ndim - 1)), function(made, run), made)
        places = xp.where(taken, places + width, places)
        x = xp.concat([function(x[:-width], x[width:]), x[-width:]])
        width *= 2
    return xp.moveaxis(made, 0, axis)


def require_within(xp: Any, x: Any, indices: Any, axis: int) -> None:
    """Refuse beginnings of runs that are no vector of integers, or are known to lie outside the axis.

    Raises
    ------
    ArgumentTypeError, ShapeError, DTypeError, AxisError, OutOfBoundsError
    """
    require_runs(x, indices)
    count = x.shape[as_axis(axis, x.ndim)]
    if indices.dtype in (xp.uint16, xp.uint32):  # which PyTorch stores, and does not compare
        indices = xp.astype(indices, xp.result_type(indices.dtype, xp.int8))

    def is_beyond(xp: Any, indices: Any) -> Any:
        return xp.any((indices < 0) | (indices >= count))

    if indices.shape[0] and known_of(xp, is_beyond, indices):
        raise OutOfBoundsError(f"an index lies outside the {count} elements along the axis")
