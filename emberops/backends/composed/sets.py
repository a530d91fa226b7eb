"""Operations of the group ``sets``, composed over any namespace from sorting."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from emberops.backends.support.reductions import is_floating
from emberops.backends.support.shapes import as_axis


class UniqueAll(NamedTuple):
    """Result of ``unique_all``."""

    values: Any
    indices: Any
    inverse_indices: Any
    counts: Any


class UniqueCounts(NamedTuple):
    """Result of ``unique_counts``."""

    values: Any
    counts: Any


class UniqueInverse(NamedTuple):
    """Result of ``unique_inverse``."""

    values: Any
    inverse_indices: Any


def unique(
    xp: Any,
    x: Any,
    /,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: int | None = None,
    *,
    equal_nan: bool = True,
) -> Any:
    if axis is None:
        order, first = _groups(xp, xp.reshape(x, (-1,)), equal_nan)
        values, indices, inverse, counts = _described(xp, order, first)
        values = xp.take(xp.reshape(x, (-1,)), indices, axis=0)
        inverse = xp.reshape(inverse, x.shape)
    else:
        axis = as_axis(axis, len(x.shape))
        rows = xp.moveaxis(x, axis, 0)
        order, first = (
            _groups(xp, rows, equal_nan)
            if rows.ndim == 1
            else _row_groups(xp, xp.reshape(rows, (x.shape[axis], math.prod(rows.shape[1:]))))
        )
        values, indices, inverse, counts = _described(xp, order, first)
        values = xp.take(x, indices, axis=axis)
    wanted = ((return_index, indices), (return_inverse, inverse), (return_counts, counts))
    extras = tuple(part for wish, part in wanted if wish)
    return (values, *extras) if extras else values


def _groups(xp: Any, x: Any, equal_nan: bool) -> tuple[Any, Any]:
    """The order that sorts ``x``, and where in it a new value begins."""
    order = xp.argsort(x, stable=True)
    ordered = xp.take(x, order, axis=0)
    changes = xp.not_equal(ordered[1:], ordered[:-1])
    if equal_nan and is_floating(x):
        missing = xp.isnan(ordered)
        changes = xp.logical_and(changes, xp.logical_not(xp.logical_and(missing[1:], missing[:-1])))
    return order, _with_first(xp, changes, x.shape[0])


def _row_groups(xp: Any, rows: Any) -> tuple[Any, Any]:
    """The same for the rows of a matrix, in lexicographic order."""
    if rows.shape[1] == 0:
        order = xp.arange(rows.shape[0])
    else:
        order = xp.lexsort([rows[:, i] for i in reversed(range(rows.shape[1]))])
    ordered = xp.take(rows, order, axis=0)
    changes = xp.any(xp.not_equal(ordered[1:, ...], ordered[:-1, ...]), axis=1)
    return order, _with_first(xp, changes, rows.shape[0])


def _with_first(xp: Any, changes: Any, count: int) -> Any:
    """Where values begin: the first always does, if there is one."""
    return (
        xp.concat([xp.ones((min(count, 1),), dtype=bool), changes]) if count else xp.zeros((0,), dtype=bool)
    )


def _described(xp: Any, order: Any, first: Any) -> tuple[Any, Any, Any, Any]:
    """Nothing yet for the values; first indices, inverse indices and counts."""
    starts = xp.nonzero(first)[0]
    indices = xp.take(order, starts, axis=0)
    group = xp.cumulative_sum(xp.astype(first, int)) - 1
    inverse = xp.take(group, xp.argsort(order), axis=0)
    ends = xp.concat([starts[1:], xp.full((min(order.shape[0], 1),), order.shape[0], dtype=starts.dtype)])
    return None, indices, inverse, ends - starts


def unique_values(xp: Any, x: Any, /) -> Any:
    return unique(xp, x, equal_nan=False)


def unique_counts(xp: Any, x: Any, /) -> UniqueCounts:
    return UniqueCounts(*unique(xp, x, return_counts=True, equal_nan=False))


def unique_inverse(xp: Any, x: Any, /) -> UniqueInverse:
    return UniqueInverse(*unique(xp, x, return_inverse=True, equal_nan=False))


def unique_all(xp: Any, x: Any, /) -> UniqueAll:
    return UniqueAll(
        *unique(xp, x, return_index=True, return_inverse=True, return_counts=True, equal_nan=False)
    )


def isin(xp: Any, x1: Any, x2: Any, /, *, invert: bool = False) -> Any:
    x1, x2 = (x if hasattr(x, "shape") else xp.asarray(x) for x in (x1, x2))
    dtype = xp.result_type(x1, x2)
    dtype = "uint8" if xp.isdtype(dtype, "bool") else dtype  # PyTorch looks for no truth values
    x1, x2 = xp.astype(x1, dtype), xp.sort(xp.reshape(xp.astype(x2, dtype), (-1,)))
    if x2.shape[0] == 0:
        found = xp.zeros(x1.shape, dtype=bool)
    else:
        index = xp.clip(xp.searchsorted(x2, x1), 0, x2.shape[0] - 1)
        found = xp.equal(xp.reshape(xp.take(x2, xp.reshape(index, (-1,)), axis=0), x1.shape), x1)
    return xp.logical_not(found) if invert else found


def intersect1d(xp: Any, x1: Any, x2: Any, /, *, return_indices: bool = False) -> Any:
    x1, x2 = (x if hasattr(x, "shape") else xp.asarray(x) for x in (x1, x2))
    dtype = xp.result_type(x1, x2)
    x1, x2 = xp.astype(x1, dtype), xp.astype(x2, dtype)
    values, first = unique(xp, x1, return_index=True)
    shared = xp.nonzero(xp.isin(values, x2))[0]
    values = xp.take(values, shared, axis=0)
    if not return_indices:
        return values
    others, second = unique(xp, x2, return_index=True)
    return values, xp.take(first, shared, axis=0), xp.take(second, xp.searchsorted(others, values), axis=0)


def union1d(xp: Any, x1: Any, x2: Any, /) -> Any:
    return unique(xp, xp.concat([xp.reshape(x1, (-1,)), xp.reshape(x2, (-1,))]))


def setdiff1d(xp: Any, x1: Any, x2: Any, /) -> Any:
    values = unique(xp, x1)
    return xp.take(values, xp.nonzero(xp.isin(values, x2, invert=True))[0], axis=0)


def setxor1d(xp: Any, x1: Any, x2: Any, /) -> Any:
    # Not a union, which would keep one NaN of those that both have: a NaN is equal to none.
    return xp.sort(xp.concat([setdiff1d(xp, x1, x2), setdiff1d(xp, x2, x1)]))
