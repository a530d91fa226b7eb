"""Writing at positions, from sorting and gathering: for namespaces whose arrays take no index arrays to write to.

Sorted by position, the values of one place lie side by side; a segmented scan (Hillis and Steele 1986) combines them in
a logarithmic number of steps, and each place looks its own up by binary search.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def written(xp: Any, x: Any, places: Any, values: Any) -> Any:
    """``x`` with ``values`` at ``places`` along its first axis; of several for one place the last stays."""
    order = xp.argsort(places, stable=True)
    return _placed(xp, x, xp.take(places, order, axis=0), xp.take(values, order, axis=0), None)


def combined(xp: Any, combine: Callable[..., Any], x: Any, places: Any, values: Any) -> Any:
    """``x`` with each of ``values`` combined into its place along the first axis, repeated places repeatedly."""
    order = xp.argsort(places, stable=True)
    places, values = xp.take(places, order, axis=0), xp.take(values, order, axis=0)
    count, reach = places.shape[0], 1
    while reach < count:
        same = _column(xp, places[reach:] == places[:-reach], values)
        joined = xp.where(same, combine(values[:-reach], values[reach:]), values[reach:])
        values = xp.concat([values[:reach], joined], axis=0)
        reach *= 2
    return _placed(xp, x, places, values, combine)


def _placed(xp: Any, x: Any, places: Any, values: Any, combine: Callable[..., Any] | None) -> Any:
    """The last value of each place in sorted ``places`` put, or combined, into ``x``."""
    if places.shape[0] == 0:
        return x
    own = xp.astype(xp.arange(x.shape[0]), places.dtype)
    last = xp.searchsorted(places, own, side="right") - 1
    last = xp.maximum(last, 0)
    hit = _column(xp, xp.take(places, last, axis=0) == own, values)
    found = xp.take(values, last, axis=0)
    return xp.where(hit, found if combine is None else combine(x, found), x)


def _column(xp: Any, mask: Any, values: Any) -> Any:
    """A mask over rows in a shape that broadcasts over ``values``."""
    return xp.reshape(mask, (mask.shape[0],) + (1,) * (values.ndim - 1))
