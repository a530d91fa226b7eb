"""A part of a run for one of several machines: all understand the whole project, and each reports some of its files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from purity_lint.records import dataclass

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Shard:
    """One of ``count`` shards, the first of which is number 1."""

    number: int
    count: int

    def of(self, items: Sequence[T]) -> list[T]:
        """Return those of ``items`` that are in this shard: every item is in one, and neighbours are in different ones.

        Files of one folder take about equally long, so the shards do as well.
        """
        return list(items[self.number - 1 :: self.count])
