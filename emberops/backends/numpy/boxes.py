"""Operations on the boxes of ``autograd``, where that lacks a gradient of NumPy's functions, or has half of it.

What only moves values is done to their places first, ``arange`` in the shape of the box: that says where each element
comes from, and indexing has a gradient.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import autograd.numpy as anp  # type: ignore[import-untyped]  # autograd has no types
import numpy as np
from autograd.tracer import Box, getval  # type: ignore[import-untyped]  # autograd has no types

from emberops.backends import numpy as host
from emberops.backends.numpy.autograd_rules import added_at
from emberops.backends.numpy.dtypes import native_dtype


def asarray(x: Any, dtype: Any = None, **_options: Any) -> Any:
    """A box is an array already."""
    if isinstance(x, Box):
        return x if dtype is None or x.dtype == dtype else x.astype(dtype)
    return anp.array(x, dtype=dtype) if holds_box(x) else np.asarray(x, dtype=dtype)


def holds_box(x: Any) -> bool:
    return isinstance(x, (list, tuple)) and any(isinstance(i, Box) or holds_box(i) for i in x)


def take(x: Any, indices: Any, axis: int | None = None, **_options: Any) -> Any:
    index = np.asarray(indices)
    return anp.ravel(x)[index] if axis is None else x[(slice(None),) * (axis % np.ndim(getval(x))) + (index,)]


def flip(x: Any, axis: Any = None) -> Any:
    rank = np.ndim(getval(x))
    axes = range(rank) if axis is None else [a % rank for a in ((axis,) if isinstance(axis, int) else axis)]
    return x[tuple(slice(None, None, -1) if i in axes else slice(None) for i in range(rank))]


def clip(x: Any, low: Any = None, high: Any = None, **_options: Any) -> Any:
    """The values within their limits, which may be tensors too."""
    above = x if low is None else anp.maximum(x, low)
    return above if high is None else anp.minimum(above, high)


def where(condition: Any, *choices: Any) -> Any:
    """Choices of one shape: ``autograd`` gives what is broadcast the gradient of what it is broadcast to."""
    shape = np.broadcast_shapes(*(np.shape(getval(v)) for v in (condition, *choices)))
    if not any(isinstance(v, Box) for v in choices):
        return anp.where(condition, *choices)
    return anp.where(
        condition, *(v if np.shape(getval(v)) == shape else v + np.zeros(shape, np.int8) for v in choices)
    )


def take_along_axis(x: Any, indices: Any, axis: int | None = -1) -> Any:
    if axis is None:
        return anp.ravel(x)[indices]
    places = list(np.ix_(*map(range, indices.shape)))
    places[axis] = indices
    return x[tuple(places)]


def assign(x: Any, index: Any, value: Any, /, **_options: Any) -> Any:
    """What is there and what is put there, in one row, and for each element the place it comes from."""
    shape, size = np.shape(getval(x)), np.size(getval(x))
    places = np.arange(size).reshape(shape)
    target = places[index]
    values = anp.ravel(value * np.ones(np.shape(target)))
    places[index] = size + np.arange(np.size(target)).reshape(np.shape(target))
    return anp.concatenate([anp.ravel(x), values])[places]


def shape_of(x: Any) -> tuple[int, ...]:
    """The shape of a box or an array."""
    return np.shape(getval(x))


def moved(function: Callable[..., Any]) -> Callable[..., Any]:
    """An operation that only moves the values of its first argument, or repeats or drops some."""

    def moving(x: Any, *args: Any, **options: Any) -> Any:
        size = np.size(getval(x))
        places = function(np.arange(size).reshape(shape_of(x)), *args, **options)
        values = anp.ravel(x)
        if isinstance(places, (list, tuple)):
            return type(places)(values[each] for each in places)
        return values[places]

    return moving


def sort(x: Any, /, axis: int | None = -1, **options: Any) -> Any:
    """The values in the order of their numbers."""
    if axis is None:
        return sort(anp.ravel(x), axis=0, **options)
    order = np.argsort(getval(x), axis=axis, kind="stable")
    return take_along_axis(x, np.flip(order, axis) if options.get("descending") else order, axis)


def partition(x: Any, kth: Any, /, axis: int | None = -1, **_options: Any) -> Any:
    """The values in the order that partitions them."""
    if axis is None:
        return partition(anp.ravel(x), kth, axis=0)
    return take_along_axis(x, np.argpartition(getval(x), kth, axis=axis), axis)


def trace(x: Any, /, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Any = None) -> Any:
    """The sum of a diagonal."""
    found = anp.sum(moved(np.diagonal)(x, offset, axis1, axis2), axis=-1)
    return found if dtype is None else asarray(found, native_dtype(dtype))


def broadcast_arrays(*arrays: Any) -> list[Any]:
    """Each in the shape of all."""
    shape = np.broadcast_shapes(*map(shape_of, arrays))
    return [moved(np.broadcast_to)(x, shape) for x in arrays]


def astype(x: Any, dtype: Any, /, **_options: Any) -> Any:
    """The values as another dtype."""
    return x.astype(native_dtype(dtype))


def cumprod(x: Any, /, axis: int | None = None, dtype: Any = None) -> Any:
    """Products so far, one after the other: dividing by what is left out would fail at zeros."""
    values = anp.ravel(x) if axis is None else anp.moveaxis(x, axis, 0)
    rows: list[Any] = []
    for row in values:
        rows.append(rows[-1] * row if rows else row)
    made = anp.stack(rows) if rows else values
    made = made if axis is None else anp.moveaxis(made, 0, axis)
    return made if dtype is None else asarray(made, native_dtype(dtype))


def cumulative(scan: Callable[..., Any], first: float) -> Callable[..., Any]:
    """The standard's form of a scan, which may begin with the value of nothing."""

    def scanned(
        x: Any, /, axis: int | None = None, *, dtype: Any = None, include_initial: bool = False
    ) -> Any:
        x, axis = (anp.ravel(x), 0) if axis is None else (x, axis % len(shape_of(x)))
        made = scan(x if dtype is None else asarray(x, native_dtype(dtype)), axis=axis)
        if not include_initial:
            return made
        shape = [1 if i == axis else n for i, n in enumerate(shape_of(x))]
        return anp.concatenate([np.full(shape, first, made.dtype), made], axis=axis)

    return scanned


def var(
    x: Any, /, axis: Any = None, *, dtype: Any = None, correction: float = 0.0, keepdims: bool = False
) -> Any:
    """The variance; ``autograd`` knows the correction by NumPy's older name alone, and leaves it out elsewhere."""
    x = x if dtype is None else astype(x, dtype)
    return anp.var(x, axis=axis, ddof=correction, keepdims=keepdims)


def std(
    x: Any, /, axis: Any = None, *, dtype: Any = None, correction: float = 0.0, keepdims: bool = False
) -> Any:
    """The standard deviation."""
    return anp.sqrt(var(x, axis, dtype=dtype, correction=correction, keepdims=keepdims))


def put_along_axis(x: Any, indices: Any, values: Any, /, axis: int | None = None) -> Any:
    """What is there and what is put there, in one row, and for each element the place it comes from."""
    size, indices = np.size(getval(x)), np.asarray(indices)
    values = anp.ravel(values * np.ones(indices.shape))
    places = np.arange(size) if axis is None else np.arange(size).reshape(shape_of(x))
    np.put_along_axis(places, indices, size + np.arange(indices.size).reshape(indices.shape), axis)
    return anp.concatenate([anp.ravel(x), values])[places.reshape(shape_of(x))]


def segment_sum(
    data: Any, segment_ids: Any, /, num_segments: int | None = None, *, sorted: bool = False
) -> Any:
    """The sums of the rows of each segment."""
    empty = host.segment_sum(np.zeros(shape_of(data)), segment_ids, num_segments)
    ids = np.asarray(segment_ids)
    inside = (ids >= 0) & (ids < len(empty))
    return added_at(empty, ids[inside], data[inside])


def extreme_of_segments(name: str, place: Callable[..., Any]) -> Callable[..., Any]:
    """The greatest or least row of each segment, column by column: each comes from one place."""

    def chosen(
        data: Any, segment_ids: Any, /, num_segments: int | None = None, *, sorted: bool = False
    ) -> Any:
        values, ids = getval(data), np.asarray(segment_ids)
        result = getattr(host, name)(values, ids, num_segments)
        source = np.arange(values.size).reshape(values.shape)
        places = np.arange(values.size, values.size + result.size).reshape(result.shape)
        for segment in np.unique(ids[(ids >= 0) & (ids < len(result))]):
            rows = np.flatnonzero(ids == segment)
            best = rows[place(values[rows], axis=0)]
            places[segment] = np.take_along_axis(source, np.expand_dims(best, 0), axis=0)[0]
        return anp.concatenate([anp.ravel(data), result.ravel()])[places]

    return chosen


def moved_by(name: str) -> Callable[..., Any]:
    """An operation of the NumPy backend that only moves the values of its first argument."""
    return moved(getattr(host, name))


OPERATIONS: dict[str, Any] = {
    **{
        name: moved_by(name)
        for name in ("broadcast_to", "diagonal", "repeat", "roll", "rot90", "tile", "unstack")
    },
    "assign": assign,
    "astype": astype,
    "broadcast_arrays": broadcast_arrays,
    "cumprod": cumprod,
    "cumulative_prod": cumulative(cumprod, 1.0),
    "cumulative_sum": cumulative(anp.cumsum, 0.0),
    "partition": partition,
    "put_along_axis": put_along_axis,
    "segment_max": extreme_of_segments("segment_max", np.argmax),
    "segment_min": extreme_of_segments("segment_min", np.argmin),
    "segment_sum": segment_sum,
    "sort": sort,
    "std": std,
    "stop_gradient": getval,
    "trace": trace,
    "var": var,
}
"""By the names of the catalogue."""
