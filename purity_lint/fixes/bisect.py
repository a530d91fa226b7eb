"""Find the largest set that passes a check, in as few checks as halving allows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")

_MIN_CHECKS, _CHECKED_CHARACTERS = 24, 4_000_000


def affordable_checks(characters: int) -> int:
    """Return how many checks may be made of code of this length, each of which reads all of it."""
    return _MIN_CHECKS + _CHECKED_CHARACTERS // max(characters, 1)


def largest_passing(
    items: Sequence[T], passes: Callable[[list[T]], bool], checks: int | None = None
) -> tuple[list[T], list[T]]:
    """Split ``items`` into those that pass together and those that do not, both in the given order.

    Nothing that was dropped could be added to what is kept without failing.  ``passes`` is taken to hold for the empty
    list.  With ``k`` culprits among ``n`` items about ``k * log2(n)`` checks are made; after ``checks`` of them, if
    that is given, whatever has not passed yet is dropped.
    """
    search = _Search(passes, checks)
    kept, dropped = search.split(list(items), [])
    late: set[int] = set()
    for i, item in enumerate(
        dropped
    ):  # an item may have failed only because of one that was dropped after it
        if len(dropped) - len(late) > 1 and search.holds([*kept, item]):
            kept.append(item)
            late.add(i)
        if search.is_over:
            break
    dropped = [item for i, item in enumerate(dropped) if i not in late]
    order = {id(item): i for i, item in enumerate(items)}
    return sorted(kept, key=lambda item: order[id(item)]), sorted(dropped, key=lambda item: order[id(item)])


class _Search(Generic[T]):
    """Checks of subsets, as many as are allowed."""

    def __init__(self, passes: Callable[[list[T]], bool], checks: int | None) -> None:
        self._passes = passes
        self._left = checks

    @property
    def is_over(self) -> bool:
        """True where no check may be made any more."""
        return self._left == 0

    def holds(self, items: list[T]) -> bool:
        """Return True where ``items`` pass, and that may still be asked."""
        if self.is_over:
            return False
        if self._left is not None:
            self._left -= 1
        return self._passes(items)

    def split(self, items: list[T], base: list[T]) -> tuple[list[T], list[T]]:
        """Return which of ``items`` can be added to ``base``."""
        if not items or self.holds([*base, *items]):
            return items, []
        if len(items) == 1 or self.is_over:
            return [], items
        middle = len(items) // 2
        kept, dropped = self.split(items[:middle], base)
        more, worse = self.split(items[middle:], [*base, *kept])
        return kept + more, dropped + worse
