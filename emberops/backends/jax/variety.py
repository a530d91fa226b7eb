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


def has_program(function: Hashable, kind: Hashable) -> bool:
    """Whether calls of ``function`` of this kind are for a program, as those of the first kinds that are met."""
    kinds = _with_program.setdefault(function, set())
    if kind in kinds:
        return True
    if len(kinds) >= _MOST_PROGRAMS:
        return False
    kinds.add(kind)
    return True
