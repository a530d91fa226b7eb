"""How often calls of one kind were met, which says whether a program for them is worth compiling."""

from __future__ import annotations

from collections.abc import Hashable

_OFTEN = 100
"""Met so often, a kind is worth a program, which saves in a thousand calls what compiling it takes."""
_MOST_KINDS = 2**16
"""Of more kinds than these the count begins anew: a program that meets so many meets most of them once."""
_met: dict[Hashable, int] = {}


def is_often(kind: Hashable) -> bool:
    """Whether a kind of call was counted so often that a program for it is worth compiling."""
    return _met.get(kind, 0) >= _OFTEN


def count(kind: Hashable) -> None:
    """Count one call that went without a program."""
    if len(_met) > _MOST_KINDS:
        _met.clear()
    _met[kind] = _met.get(kind, 0) + 1
