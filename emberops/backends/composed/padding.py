"""``pad`` in all of NumPy's modes, one axis after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from emberops.backends.support import pad_arguments
from emberops.dtypes import dtype as dtypes

Parts = tuple[Any, Any]
"""What stands before and after a tensor along one axis."""


def pad(
    xp: Any,
    x: Any,
    /,
    pad_width: Any,
    mode: str = "constant",
    *,
    constant_values: Any = None,
    stat_length: Any = None,
    end_values: Any = None,
    reflect_type: str | None = None,
) -> Any:
    widths = pad_arguments.widths(pad_width, x.ndim)
    pad_arguments.require_values(tuple(x.shape), widths, mode)
    given = {
        "constant_values": constant_values,
        "stat_length": stat_length,
        "end_values": end_values,
        "reflect_type": reflect_type,
    }
    option = next(iter(pad_arguments.option_of(mode, given).values()), None)
    extend = _extension(xp, mode, option, x.ndim)
    for axis, pair in enumerate(widths):
        if any(pair):
            x = extend(x, axis, pair)
    return x


def _extension(xp: Any, mode: str, option: Any, ndim: int) -> Callable[[Any, int, tuple[int, int]], Any]:
    """The function that pads one axis."""
    if mode in ("constant", "empty"):
        fillings = pad_arguments.pairs(0 if option is None else option, ndim)
        return lambda x, axis, pair: _joined(xp, x, axis, _filled(xp, x, axis, pair, fillings[axis]))
    if mode == "linear_ramp":
        ends = pad_arguments.pairs(0 if option is None else option, ndim)
        return lambda x, axis, pair: _joined(xp, x, axis, _ramps(xp, x, axis, pair, ends[axis]))
    if mode in _STATISTICS:
        lengths = pad_arguments.lengths(option, ndim)
        return lambda x, axis, pair: _joined(xp, x, axis, _statistics(xp, x, axis, pair, mode, lengths[axis]))
    if mode in ("reflect", "symmetric") and option == "odd":
        return lambda x, axis, pair: _oddly_reflected(xp, x, axis, pair, mode)
    if option not in (None, "even"):
        raise ValueError(f"pad: reflect_type is 'even' or 'odd', not {option!r}")
    return lambda x, axis, pair: _repeated(xp, x, axis, pair, mode)


def _joined(xp: Any, x: Any, axis: int, parts: Parts) -> Any:
    return xp.concat([part for part in (parts[0], x, parts[1]) if part is not None], axis)


def _cut(x: Any, axis: int, start: int | None, stop: int | None) -> Any:
    """A range along one axis."""
    return x[(slice(None),) * axis + (slice(start, stop),)]


def _widened(xp: Any, x: Any, axis: int, width: int) -> Any:
    """One element along an axis, repeated."""
    return xp.broadcast_to(x, (*x.shape[:axis], width, *x.shape[axis + 1 :]))


def _filled(xp: Any, x: Any, axis: int, pair: tuple[int, int], values: Parts) -> Parts:
    def part(width: int, value: Any) -> Any:
        shape = (*x.shape[:axis], width, *x.shape[axis + 1 :])
        return xp.full_like(x, value, shape=shape) if width else None

    return part(pair[0], values[0]), part(pair[1], values[1])


def _ramps(xp: Any, x: Any, axis: int, pair: tuple[int, int], ends: Parts) -> Parts:
    """Lines from an end value to the edge, which they do not reach."""

    def part(width: int, end: Any, edge: Any) -> Any:
        if not width:
            return None
        kind = dtypes.dtype(x.dtype).kind
        edge = edge if kind.endswith("floating") else xp.astype(edge, float)
        step = (edge - end) / width
        steps = xp.reshape(xp.astype(xp.arange(width), step.dtype), (width,) + (1,) * (x.ndim - axis - 1))
        ramp = steps * step + end
        return xp.astype(ramp if kind.endswith("floating") else xp.floor(ramp), x.dtype)

    before = part(pair[0], ends[0], _cut(x, axis, 0, 1))
    after = part(pair[1], ends[1], _cut(x, axis, -1, None))
    return before, None if after is None else xp.flip(after, axis)


_STATISTICS = {"maximum": "max", "minimum": "min", "mean": "mean", "median": "median"}


def _statistics(xp: Any, x: Any, axis: int, pair: tuple[int, int], mode: str, lengths: Parts) -> Parts:
    """A statistic of the values next to an end; the mean and the median of integers are rounded."""
    size = x.shape[axis]
    first, last = (size if n is None else min(n, size) for n in lengths)

    def part(width: int, values: Any) -> Any:
        if not width:
            return None
        found = getattr(xp, _STATISTICS[mode])(values, axis, keepdims=True)
        if dtypes.dtype(x.dtype).kind.endswith("integer"):
            found = xp.round(found)
        return _widened(xp, xp.astype(found, x.dtype), axis, width)

    return part(pair[0], _cut(x, axis, 0, first)), part(pair[1], _cut(x, axis, size - last, None))


def _places(mode: str, pair: tuple[int, int], size: int) -> list[tuple[int, int]]:
    """For each position of the padded axis: how many turns away it is, and the index that it repeats."""
    before, after = pair
    positions = range(-before, size + after)
    if mode == "edge" or (size == 1 and mode != "wrap"):
        return [(0, min(max(i, 0), size - 1)) for i in positions]
    period = size - 1 if mode == "reflect" else size
    turns = [divmod(i, period) for i in positions]
    if mode == "wrap":
        return turns
    last = size - 1
    return [(turn, last - rest if turn % 2 else rest) for turn, rest in turns]


def _repeated(xp: Any, x: Any, axis: int, pair: tuple[int, int], mode: str) -> Any:
    chosen = [index for _, index in _places(mode, pair, x.shape[axis])]
    return xp.take(x, xp.asarray(chosen, dtype=int), axis)


def _oddly_reflected(xp: Any, x: Any, axis: int, pair: tuple[int, int], mode: str) -> Any:
    """Reflected in the point of the edge: each turn adds the difference between the last and the first value."""
    size = x.shape[axis]
    places = _places(mode, pair, size)
    kind = dtypes.dtype(x.dtype).kind
    values = xp.astype(x, int) if kind in ("bool", "unsigned integer") else x
    first, last = _cut(values, axis, 0, 1), _cut(values, axis, size - 1, None)
    shape = (len(places),) + (1,) * (x.ndim - axis - 1)

    def along(numbers: list[int]) -> Any:
        return xp.reshape(xp.asarray(numbers, dtype=values.dtype), shape)

    sign = along([-1 if turn % 2 else 1 for turn, _ in places])
    odd = along([turn % 2 for turn, _ in places])
    turns = along([turn for turn, _ in places])
    taken = xp.take(values, xp.asarray([index for _, index in places], dtype=int), axis)
    return xp.astype(sign * taken + odd * (first + last) + turns * (last - first), x.dtype)
