"""Sequences of numbers, and of NumPy's arrays, on NumPy: a short way for what small programs do most."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from emberops.dispatch.owners import SCALARS, SEQUENCES


def on_numpy(
    implementation: Callable[..., Any],
    places: Mapping[int, bool],
    make: Callable[[Any], Any],
    slow: Callable[..., Any],
    guarding: Callable[..., Any] | None = None,
) -> Callable[..., Any]:
    """What calls NumPy's ``implementation`` where the sequences at ``places`` hold what it can read, and else ``slow``.

    ``places`` says of each whether the implementation wants an array, which ``make`` makes.  An empty sequence names
    no dtype, and is for the slow way.  ``guarding``, if there is one, makes that of one sequence.
    """
    if places == {0: False} and guarding is not None:
        return guarding(implementation, _is_for_numpy, slow)  # type: ignore[no-any-return]  # made of text

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


def number_types(sequence: Sequence[Any]) -> set[type] | None:
    """The types of what nested sequences hold, if that is Python's numbers alone; ``None`` if it is not.

    An empty set: they hold nothing.
    """
    items: Iterable[Any] = sequence
    for _ in range(_DEEPEST):
        types = {*map(type, items)}
        if SCALARS.issuperset(types):  # as a method, for compilers that know no such operator
            return types
        if not _NESTED.issuperset(types):
            return None
        items = [*itertools.chain.from_iterable(items)]
    return None


def item_types(sequence: Sequence[Any]) -> set[type]:
    """The types of what nested sequences hold, at any depth: of all but lists and tuples."""
    found: set[type] = set()
    items: Iterable[Any] = sequence
    for _ in range(_DEEPEST):
        types = set(map(type, items))
        nested = {cls for cls in types if issubclass(cls, SEQUENCES)}
        found.update(types.difference(nested))
        if not nested:
            break
        within = items if nested == types else [item for item in items if type(item) in nested]
        items = [*itertools.chain.from_iterable(within)]
    return found


def hold_numbers_alone(sequence: Sequence[Any]) -> bool:
    """Whether nested sequences hold Python's numbers and NumPy's, or arrays of NumPy's, something, and nothing else."""
    types = item_types(sequence)
    return bool(types) and (SCALARS.issuperset(types) or all(map(_is_of_numbers, types)))


def _is_of_numbers(cls: type) -> bool:
    """Whether a class is one of Python's numbers, or NumPy's and not of text."""
    return cls in SCALARS or (cls.__module__ == "numpy" and not issubclass(cls, (str, bytes)))


def _is_for_numpy(sequence: Sequence[Any]) -> bool:
    """Whether a sequence holds nothing but Python's numbers and what NumPy itself defines, nested or not."""
    if len(sequence) <= _FEW:
        for item in sequence:
            if type(item) not in _FOR_NUMPY:
                break
        else:
            return True
    types = {*map(type, sequence)}
    return types <= _FOR_NUMPY or _are_for_numpy(sequence, types)


def _are_for_numpy(sequence: Iterable[Any], types: set[type]) -> bool:
    """Whether that holds of items of these ``types``: level by level, which costs less than list by list."""
    for _ in range(_DEEPEST):
        if not types <= _NESTED:
            if not _are_of_numpy(types - _FOR_NUMPY - _NESTED):
                return False
            sequence = [item for item in sequence if type(item) in _NESTED]
        types = {*map(type, itertools.chain.from_iterable(sequence))}
        if types <= _FOR_NUMPY:
            return True
        sequence = [*itertools.chain.from_iterable(sequence)]
    return False


def _are_of_numpy(types: set[type]) -> bool:
    """Whether NumPy defines all of these classes, which is remembered."""
    if any(cls.__module__ != "numpy" for cls in types):
        return False
    _FOR_NUMPY.update(types)
    return True


_FOR_NUMPY: set[type] = {*SCALARS}
_NESTED = frozenset(SEQUENCES)
_FEW = 6
"""So many items are looked at one by one in less time than a set of their types takes."""
_DEEPEST = 64
"""NumPy's arrays have no more axes; a list that holds itself has no end."""
