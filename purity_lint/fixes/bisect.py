"""Find the largest set that passes a check, in as few checks as halving allows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def largest_passing(items: Sequence[T], passes: Callable[[list[T]], bool]) -> tuple[list[T], list[T]]:
    """Split ``items`` into those that pass together and those that do not, both in the given order.

    Nothing that was dropped could be added to what is kept without failing.  ``passes`` is taken to hold for the empty
    list.  With ``k`` culprits among ``n`` items about ``k * log2(n)`` checks are made.
    """
    kept, dropped = _split(list(items), [], passes)
    for item in list(dropped):  # an item may have failed only because of one that was dropped after it
        if len(dropped) > 1 and passes([*kept, item]):
            kept.append(item)
            dropped.remove(item)
    order = {id(item): i for i, item in enumerate(items)}
    return sorted(kept, key=lambda item: order[id(item)]), sorted(dropped, key=lambda item: order[id(item)])


def _split(items: list[T], base: list[T], passes: Callable[[list[T]], bool]) -> tuple[list[T], list[T]]:
    """Return which of ``items`` can be added to ``base``."""
    if not items or passes([*base, *items]):
        return items, []
    if len(items) == 1:
        return [], items
    middle = len(items) // 2
    kept, dropped = _split(items[:middle], base, passes)
    more, worse = _split(items[middle:], [*base, *kept], passes)
    return kept + more, dropped + worse
