"""Operations of the group ``utility``, composed over any namespace."""

from __future__ import annotations

import math
from typing import Any

from emberops.backends.composed.indexing import beside_tensors
from emberops.backends.support.casting import check_joined
from emberops.backends.support.known_values import known
from emberops.backends.support.reductions import floating
from emberops.backends.support.scalars import as_number
from emberops.backends.support.shapes import as_axes, as_axis
from emberops.errors import DTypeError, ShapeError


def diff(xp: Any, x: Any, /, n: int = 1, axis: int = -1, *, prepend: Any = None, append: Any = None) -> Any:
    if n < 0:
        raise ValueError(f"diff: n must not be negative, and is {n}")
    if n == 0:
        return x
    axis = as_axis(axis, len(x.shape))
    if prepend is not None or append is not None:
        parts = [_edge(xp, prepend, x, axis), x, _edge(xp, append, x, axis)]
        x = xp.concat([p for p in parts if p is not None], axis=axis)
    before = (slice(None),) * axis
    step = xp.not_equal if xp.isdtype(x.dtype, "bool") else xp.subtract
    for _ in range(min(n, x.shape[axis] + 1)):  # of nothing, nothing is left, however often
        x = step(x[(*before, slice(1, None), ...)], x[(*before, slice(None, -1), ...)])
    return x


def _edge(xp: Any, edge: Any, x: Any, axis: int) -> Any:
    """What is joined to ``x`` at one end: a number becomes one slice."""
    if edge is None:
        return None
    # One more tensor, as in NumPy: in the dtype of `x` 2.5 would be 2 beside integers.
    edge = xp.asarray(edge) if isinstance(edge, (bool, int, float, complex)) else edge
    if len(edge.shape) == 0:
        shape = tuple(1 if i == axis else n for i, n in enumerate(x.shape))
        return xp.broadcast_to(edge, shape)
    return edge


def ediff1d(xp: Any, x: Any, /, to_end: Any = None, to_begin: Any = None) -> Any:
    if xp.isdtype(x.dtype, "bool"):
        raise DTypeError("ediff1d: truth values have no differences; ops.logical_xor says where two differ")
    steps = diff(xp, xp.reshape(x, (-1,)))
    before = [] if to_begin is None else [_at_end(xp, to_begin, x.dtype)]
    behind = [] if to_end is None else [_at_end(xp, to_end, x.dtype)]
    return xp.concat([*before, steps, *behind]) if before or behind else steps


def _at_end(xp: Any, end: Any, dtype: Any) -> Any:
    """What stands before or behind differences, in their dtype."""
    if not hasattr(end, "shape"):
        kind = xp.asarray(end).dtype
        check_joined(kind, dtype)
        end = xp.asarray(end, dtype=dtype)
    check_joined(end.dtype, dtype)
    return xp.astype(xp.reshape(end, (-1,)), dtype)


def isclose(
    xp: Any, x1: Any, x2: Any, /, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> Any:
    x1, x2 = (floating(xp, x) for x in beside_tensors(xp, (x1, x2)))
    rtol, atol = (xp.asarray(t) if isinstance(t, (list, tuple)) else t for t in (rtol, atol))
    near = xp.less_equal(xp.abs(x1 - x2), atol + rtol * xp.abs(x2))
    # The inequality says nothing of infinities; and what is equal is close, whatever the tolerance.
    close = xp.logical_or(xp.logical_and(near, xp.isfinite(x2)), xp.equal(x1, x2))
    if equal_nan:
        close = xp.logical_or(close, xp.logical_and(xp.isnan(x1), xp.isnan(x2)))
    return close


def allclose(
    xp: Any, x1: Any, x2: Any, /, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> bool:
    return bool(xp.all(xp.isclose(x1, x2, rtol, atol, equal_nan)))


def array_equal(xp: Any, x1: Any, x2: Any, /, equal_nan: bool = False) -> bool:
    x1, x2 = (x if hasattr(x, "shape") else xp.asarray(x) for x in (x1, x2))
    if tuple(x1.shape) != tuple(x2.shape):
        return False
    same = xp.equal(x1, x2)
    if equal_nan:
        same = xp.logical_or(same, xp.logical_and(xp.isnan(x1), xp.isnan(x2)))
    return bool(xp.all(same))


def array_equiv(xp: Any, x1: Any, x2: Any, /) -> bool:
    x1, x2 = (x if hasattr(x, "shape") else xp.asarray(x) for x in (x1, x2))
    try:
        xp.broadcast_shapes(tuple(x1.shape), tuple(x2.shape))
    except ValueError:
        return False
    return bool(xp.all(xp.equal(x1, x2)))


def has_nan_or_inf(xp: Any, x: Any, /) -> bool:
    return not bool(xp.all(xp.isfinite(x)))


def interp(
    xp: Any,
    x: Any,
    points: Any,
    values: Any,
    /,
    left: float | None = None,
    right: float | None = None,
    period: float | None = None,
) -> Any:
    x, points, values = (
        floating(xp, v if hasattr(v, "shape") else xp.asarray(v)) for v in (x, points, values)
    )
    if any(xp.isdtype(v.dtype, "complex floating") for v in (x, points)):
        raise DTypeError("interp: x and its points are real numbers; values alone may be complex")
    if points.shape[0] != values.shape[0]:
        raise ShapeError(f"interp: {points.shape[0]} points, but {values.shape[0]} values")
    if period is not None:
        if period == 0:
            raise ValueError("interp: the period must not be 0")
        left = right = None
        period = abs(period)
        x, points = xp.remainder(x, period), xp.remainder(points, period)
        order = xp.argsort(points)
        points, values = xp.take(points, order, axis=0), xp.take(values, order, axis=0)
        points = xp.concat([points[-1:] - period, points, points[:1] + period])
        values = xp.concat([values[-1:], values, values[:1]])
    count = points.shape[0]
    if count == 0:
        raise ShapeError("interp: there must be one point at least")
    above = xp.clip(xp.searchsorted(points, x, side="right"), min(1, count - 1), count - 1)
    x0, x1 = _at(xp, points, xp.clip(above - 1, 0, None)), _at(xp, points, above)
    y0, y1 = _at(xp, values, xp.clip(above - 1, 0, None)), _at(xp, values, above)
    found = _on_line(xp, x, x0, x1, y0, y1)
    found = xp.where(x < points[0], values[0] if left is None else as_number(left), found)
    found = xp.where(x > points[-1], values[-1] if right is None else as_number(right), found)
    return xp.where(xp.isnan(x), math.nan, found)


def _on_line(xp: Any, x: Any, x0: Any, x1: Any, y0: Any, y1: Any) -> Any:
    """Between two points, as NumPy: where infinities leave nothing from the one end, from the other, or their value."""
    width = xp.where(xp.equal(x1, x0), 1, x1 - x0)
    found = y0 + (y1 - y0) * ((x - x0) / width)
    if known(xp, xp.all(xp.isfinite(found))):
        return found
    if xp.isdtype(found.dtype, "complex floating"):
        parts = [_on_line(xp, x, x0, x1, part(y0), part(y1)) for part in (xp.real, xp.imag)]
        return xp.view_as_complex(xp.stack(parts, axis=-1))
    slope = (y1 - y0) / width
    found = slope * (x - x0) + y0
    found = xp.where(xp.isnan(found), slope * (x - x1) + y1, found)
    found = xp.where(xp.logical_and(xp.isnan(found), xp.equal(y0, y1)), y0, found)
    exact = xp.where(xp.equal(x, x0), y0, xp.where(xp.equal(x, x1), y1, found))
    # The value of a point, and the slope of the line.
    return xp.where(xp.isfinite(found), found + xp.stop_gradient(exact - found), exact)


def _at(xp: Any, x: Any, index: Any) -> Any:
    """Elements of a 1-D tensor in the shape of their indices."""
    return xp.reshape(xp.take(x, xp.reshape(index, (-1,)), axis=0), index.shape)


def unwrap(
    xp: Any, x: Any, /, discont: float | None = None, axis: int = -1, *, period: float = 2 * math.pi
) -> Any:
    axis = as_axis(axis, len(x.shape))
    steps = diff(xp, x, axis=axis)
    if xp.isdtype(x.dtype, "bool"):
        x, steps = (xp.astype(v, type(period)) for v in (x, steps))
    if isinstance(period, int) and xp.isdtype(x.dtype, "integral"):
        return _unwrapped_integers(xp, x, steps, discont, axis, period)
    half = period / 2
    wrapped = xp.remainder(steps + half, period) - half
    wrapped = xp.where(xp.logical_and(xp.equal(wrapped, -half), steps > 0), half, wrapped)
    limit = half if discont is None else max(discont, half)
    return _corrected(xp, x, xp.where(xp.abs(steps) < limit, 0, wrapped - steps), axis)


def _unwrapped_integers(xp: Any, x: Any, steps: Any, discont: float | None, axis: int, period: int) -> Any:
    """The same in integers: half of an odd period lies between two of them, and leaves nothing to decide."""
    half, odd = divmod(period, 2)
    wrapped = xp.remainder(steps + half, period) - half
    if not odd:
        wrapped = xp.where(xp.logical_and(xp.equal(wrapped, -half), steps > 0), half, wrapped)
    limit = period / 2 if discont is None else discont
    return _corrected(xp, x, xp.where(xp.abs(steps) < limit, 0, wrapped - steps), axis)


def _corrected(xp: Any, x: Any, correction: Any, axis: int) -> Any:
    """``x`` with the sum of all corrections before it added to each element but the first."""
    before = (slice(None),) * axis
    rest = x[(*before, slice(1, None))] + xp.cumulative_sum(correction, axis=axis)
    return xp.concat([xp.astype(x[(*before, slice(0, 1))], rest.dtype), rest], axis=axis)


def gradient(xp: Any, x: Any, /, *spacing: Any, axis: Any = None, edge_order: int = 1) -> Any:
    x = floating(xp, x)
    axes = as_axes(axis, len(x.shape))
    if edge_order not in (1, 2):
        raise ValueError(f"gradient: edge_order is 1 or 2, not {edge_order}")
    if len(spacing) not in (0, 1, len(axes)):
        raise TypeError(
            f"gradient: {len(spacing)} spacings for {len(axes)} axes; give none, one, or one for each"
        )
    if len(spacing) < len(axes) and any(len(getattr(step, "shape", ())) for step in spacing):
        raise TypeError(f"gradient: coordinates of one axis for {len(axes)} axes; give those of each")
    steps = spacing if len(spacing) == len(axes) else (spacing or (1.0,)) * len(axes)
    results = [_slope(xp, x, step, i, edge_order) for i, step in zip(axes, steps, strict=True)]
    return results[0] if len(results) == 1 else tuple(results)


def _slope(xp: Any, x: Any, step: Any, axis: int, edge_order: int) -> Any:
    """Second-order differences along one axis, on an even or uneven grid."""
    count = x.shape[axis]
    if count < edge_order + 1:
        raise ShapeError(f"gradient: axis {axis} has {count} elements, and needs {edge_order + 1} at least")
    y = xp.moveaxis(x, axis, -1)
    widths = _widths(xp, step, count, axis, x.dtype)
    slopes = (y[..., 1:] - y[..., :-1]) / widths
    if len(getattr(step, "shape", ())) == 0:  # the element itself cancels out, unless it is NaN or infinite
        inner = (y[..., 2:] - y[..., :-2]) / (2 * widths[:1])
    else:
        before, after = widths[:-1], widths[1:]
        inner = (after * slopes[..., :-1] + before * slopes[..., 1:]) / (before + after)
    first, last = slopes[..., :1], slopes[..., -1:]
    if edge_order == 2:
        first = first + (first - slopes[..., 1:2]) * widths[:1] / (widths[:1] + widths[1:2])
        last = last + (last - slopes[..., -2:-1]) * widths[-1:] / (widths[-1:] + widths[-2:-1])
    return xp.moveaxis(xp.concat([first, inner, last], axis=-1), -1, axis)


def _widths(xp: Any, step: Any, count: int, axis: int, dtype: Any) -> Any:
    """Distances between neighbouring points: a step, or the differences of coordinates."""
    step = floating(xp, step) if hasattr(step, "shape") else xp.asarray(step, dtype=dtype)
    if len(step.shape) == 0:
        return xp.broadcast_to(step, (count - 1,))
    if tuple(step.shape) != (count,):
        raise ShapeError(
            f"gradient: coordinates of shape {tuple(step.shape)} for the {count} elements of axis {axis}"
        )
    return step[1:] - step[:-1]
