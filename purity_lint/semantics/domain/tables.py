"""The tables of values that were worked out, and letting go of them.

What is in them are :class:`purity_lint.semantics.domain.interning.Abs`, which are made with these tables' help.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

INTERNED: Final[dict[object, Any]] = {}
"""What is known of a value -> its core."""
COPIED: Final[dict[tuple[Any, int, int], Any]] = {}
"""Cores with another mask and other parameters that they depend on."""
JOINED: Final[dict[tuple[Any, Any], Any]] = {}
"""Joins of cores that were worked out."""
_PERMANENT: Final[dict[object, Any]] = {}
"""Cores that modules of the linter refer to: these stay when a project is forgotten."""
_forgotten = 0


def forgotten() -> int:
    """How often something was forgotten of a value because it grew too large."""
    return _forgotten


def forgot(times: int) -> None:
    """Count what was forgotten: here, or by another process."""
    global _forgotten  # noqa: PLW0603 - one count for the process, like the tables
    _forgotten += times


def release() -> None:
    """Let go of the values of projects that were analysed before.

    Values that are still in use stay as they are; new ones are merely found unlike them.
    """
    if not _PERMANENT:
        _PERMANENT.update(INTERNED)
    INTERNED.clear()
    INTERNED.update(_PERMANENT)
    COPIED.clear()
    JOINED.clear()


Mark: TypeAlias = tuple[int, int, int]
"""How much had been worked out at some time."""


def mark() -> Mark:
    """Return a mark for :func:`forget_since`."""
    return len(INTERNED), len(COPIED), len(JOINED)


def grown_since(mark: Mark) -> int:
    """How much has been worked out since ``mark``."""
    return len(INTERNED) + len(COPIED) + len(JOINED) - sum(mark)


def forget_since(mark: Mark) -> None:
    """Let go of what was worked out since ``mark``; what was known then stays one and the same."""
    tables: tuple[dict[Any, Any], ...] = (INTERNED, COPIED, JOINED)
    for table, size in zip(tables, mark, strict=True):
        while len(table) > size:
            table.popitem()  # the newest
