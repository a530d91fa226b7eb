"""Short ways for calls with host data off NumPy: what is to become a tensor is known by the types of the arguments.

:meth:`emberops.dispatch.router.Router.slow` finds out anew in each call what these know; it is left with what only the
values tell: sequences that hold tensors or text, and arrays of objects.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from emberops.dispatch import owners, registry
from emberops.dispatch.owners import SCALARS, SEQUENCES
from emberops.dispatch.sequences import hold_numbers_alone, number_types
from emberops.dispatch.tensor_arguments import MANY, TensorArguments

WEAK = SCALARS | {type(None)}
"""What stays as it is next to a tensor."""
OPERAND_STAYS = {"pow": "x2"}
"""Of two Python numbers, the one that stays a number: a negative exponent shows before it is on a device."""
_BY_VALUES = frozenset({"pow"})
"""Operations that look at the numbers in sequences before they are on a device."""
_MOST = 3
"""For so many tensors, at most, the table of an operation tells which is which."""


class _Slow(Protocol):
    """The way of :meth:`emberops.dispatch.router.Router.slow`."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...


def adopting(
    backend: registry.Backend, name: str, arguments: TensorArguments, types: tuple[type, ...], slow: _Slow
) -> Callable[..., Any]:
    """What makes tensors of ``backend`` of the host data in calls of an operation with arguments of these types.

    ``slow`` itself where the types do not say it all: where tensors are passed by keyword, or there are many of them.
    """
    if _is_one_sequence(arguments) and len(types) == 1:
        return _of_one_sequence(backend, name, arguments, types[0], slow)
    if not arguments.are_single or not len(types) == len(arguments.names) <= _MOST:
        return slow
    named = [*zip(arguments.names, types, strict=True)]
    positional = arguments.positional
    places = [
        positional.index(n) for n, cls in named if n not in arguments.raw and _is_adopted(cls, types, backend)
    ]
    if len(places) == len(types) and WEAK.issuperset(types) and name in OPERAND_STAYS:
        places.remove(positional.index(OPERAND_STAYS[name]))
    way = _converting(backend, backend.functions[name], places, slow)
    sequences = [positional.index(n) for n, cls in named if cls in SEQUENCES]
    if not sequences:
        return way
    if name in _BY_VALUES:
        return slow
    if len(types) == 1 and not arguments.hold_several:
        raw = arguments.names[0] in arguments.raw
        slow = _of_tensors_alike(backend, backend.functions[name], sequences[0], raw, slow)
    return _of_numbers_alone(way, sequences, slow)


def _is_one_sequence(arguments: TensorArguments) -> bool:
    """Whether an operation takes several tensors in one sequence, by position, and no other tensor."""
    return [*filter(None, arguments.roles.values())] == [MANY] and arguments.names[0] == arguments.positional[
        0
    ]


def _is_adopted(cls: type, types: Sequence[type], backend: registry.Backend) -> bool:
    """Whether what is of type ``cls`` is made a tensor: a number next to a tensor stays one, to promote weakly."""
    if cls in SCALARS:
        return WEAK.issuperset(types)
    return cls is not type(None) and not owners.belongs(cls, backend)


def _converting(
    backend: registry.Backend, implementation: Callable[..., Any], places: Sequence[int], slow: _Slow
) -> Callable[..., Any]:
    if not places:
        return implementation

    def converting(*args: Any, **kwargs: Any) -> Any:
        new = list(args)
        convert = backend.asarray_beside(args)
        for place in places:
            try:
                new[place] = convert(new[place])
            except Exception:
                # Asked only now: a compiler that traces the call cannot see the dtype of an array.
                if owners.holds_no_numbers(new[place]):
                    return slow(*args, **kwargs)
                raise
        return implementation(*new, **kwargs)

    return converting


def _of_numbers_alone(way: Callable[..., Any], places: Sequence[int], slow: _Slow) -> Callable[..., Any]:
    """``way`` where the sequences at ``places`` hold numbers of the host and nothing else, and ``slow`` elsewhere."""

    def of_numbers(*args: Any, **kwargs: Any) -> Any:
        for place in places:
            if not hold_numbers_alone(args[place]):
                return slow(*args, **kwargs)
        return way(*args, **kwargs)

    return of_numbers


def _of_tensors_alike(
    backend: registry.Backend, implementation: Callable[..., Any], place: int, raw: bool, slow: _Slow
) -> Callable[..., Any]:
    """What is called for tensors of one class of ``backend``, and numbers, in a sequence: `array([x[1], -x[0], 1.0])`.

    What is refused is asked again, in words that know more of it.
    """

    def of_tensors(*args: Any, **kwargs: Any) -> Any:
        classes = set(map(type, args[place])).difference(SCALARS)
        if len(classes) != 1 or owners.backend_of_type(*classes) is not backend:
            return slow(*args, **kwargs)
        try:
            new = list(args)
            if not raw:
                new[place] = backend.asarray_beside(args)(new[place])
            return implementation(*new, **kwargs)
        except Exception:  # of whatever kind the backend raises: the other way raises again, and says why
            return slow(*args, **kwargs)

    return of_tensors


def _of_one_sequence(
    backend: registry.Backend, name: str, arguments: TensorArguments, cls: type, slow: _Slow
) -> Callable[..., Any]:
    """What is called for one sequence of which every item is of type ``cls``, which is not of ``backend``."""
    first = arguments.parameters[0]
    if cls is type(None) or arguments.raw or first.kind is not first.POSITIONAL_ONLY:
        return slow
    implementation, convert = backend.functions[name], backend.functions["asarray"]
    nested = cls in SEQUENCES

    def of_items(items: Any, *args: Any, **kwargs: Any) -> Any:
        if nested and not number_types(items):
            return slow(items, *args, **kwargs)
        try:
            new = [convert(item) for item in items]
        except Exception:  # of whatever kind the backend raises: to ask every item first would cost each call
            if any(map(owners.holds_no_numbers, items)):
                return slow(items, *args, **kwargs)
            raise
        return implementation(new, *args, **kwargs)

    return of_items
