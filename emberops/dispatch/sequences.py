"""Sequences of numbers, and of NumPy's arrays, on NumPy: a short way for what small programs do most."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from emberops.dispatch.owners import SCALARS, SEQUENCES


def on_numpy(
    implementation: Callable[..., Any],
    places: Mapping[int, bool],
    make: Callable[[Any], Any],
    slow: Callable[..., Any],
) -> Callable[..., Any]:
    """What calls NumPy's ``implementation`` where the sequences at ``places`` hold what it can read, and else ``slow``.

    ``places`` says of each whether the implementation wants an array, which ``make`` makes.  An empty sequence names
    no dtype, and is for the slow way.
    """

    def first(sequence: Any, *args: Any, **kwargs: Any) -> Any:
        run = implementation if sequence and _is_for_numpy(sequence) else slow
        return run(sequence, *args, **kwargs)

    def any_of_them(*args: Any, **kwargs: Any) -> Any:
        new = list(args)
        for place, converted in places.items():
            sequence = args[place]
            if not sequence or not _is_for_numpy(sequence):
                return slow(*args, **kwargs)
            if converted:
                new[place] = make(sequence)
        return implementation(*new, **kwargs)

    return first if places == {0: False} else any_of_them


def _is_for_numpy(sequence: Sequence[Any]) -> bool:
    """Whether a sequence holds nothing but Python's numbers and what NumPy itself defines, nested or not."""
    types = {*map(type, sequence)}
    if types <= SCALARS:
        return True
    for cls in types - SCALARS:
        if cls in SEQUENCES:
            if not all(_is_for_numpy(item) for item in sequence if type(item) is cls):
                return False
        elif cls.__module__ != "numpy":
            return False
    return True
