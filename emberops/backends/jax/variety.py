"""How many kinds of calls of one function were met, which says whether programs for further ones are worth compiling.

Code whose sizes vary meets a new kind with each call, and compiling for it takes as long as some hundreds of calls.
What the host computes instead may differ in the last digit, so a kind is decided on once: it has a program ever after,
or never.
"""

from __future__ import annotations

from collections.abc import Hashable

_MOST_PROGRAMS = 32
"""Of more kinds than these, one function is taken to be called with sizes that vary."""
_with_program: dict[Hashable, set[Hashable]] = {}


def was_compiled(function: Hashable, kind: Hashable) -> bool:
    """Whether a call of ``function`` of this kind was given to a program before."""
    return kind in _with_program.get(function, ())


def has_program(function: Hashable, kind: Hashable, most: int | None = None) -> bool:
    """Whether calls of ``function`` of this kind are for a program, as those of the first kinds that are met."""
    most = _MOST_PROGRAMS if most is None else min(most, _MOST_PROGRAMS)
    kinds = _with_program.setdefault(function, set())
    if kind in kinds:
        return True
    if len(kinds) >= most:
        return False
    kinds.add(kind)
    return True


def note(function: Hashable, kind: Hashable) -> None:
    """Remember that calls of ``function`` of this kind have a program."""
    _with_program.setdefault(function, set()).add(kind)
