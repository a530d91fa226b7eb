"""The tensors among the arguments of an operation's calls: which they are, and the same call with others."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from emberops.dispatch import owners, registry
from emberops.dispatch.operand_checks import is_iterator, unread
from emberops.dispatch.owners import SEQUENCES
from emberops.errors import DTypeError

ONE, MANY = "one", "many"
"""Roles of a parameter: a tensor, a sequence of tensors."""

_TAKE_NO_ITERATOR = frozenset({"roots", "poly", "histogramdd"})
"""Operations in which NumPy reads an iterator to its end."""
_OF_PYTHON: dict[str, Callable[[Iterator[Any]], bool]] = {"any": any, "all": all}
"""Operations by the names of Python's own functions, which read an iterator as far as they need: NumPy takes it for an
object, and that is always true."""


def role(parameter: inspect.Parameter) -> str:
    """What a parameter is to dispatch; the empty string: nothing."""
    annotation = str(parameter.annotation)
    if "TensorLike" not in annotation:
        return ""
    return MANY if annotation.startswith("Sequence[") or parameter.kind is parameter.VAR_POSITIONAL else ONE


_STORED = frozenset({"constant_values", "end_values"})
"""Parameters of numbers that are stored, one for all or for each axis and side."""


def _is_value(parameter: inspect.Parameter) -> bool:
    """Whether a parameter holds a number that is computed with, or is stored; places are none, be they a tensor."""
    annotation = str(parameter.annotation)
    if parameter.name in _STORED:
        return True
    return parameter.name != "indices" and ("TensorLike" in annotation or "float" in annotation)


class TensorArguments:
    """What the signature of an operation says of its tensors."""

    def __init__(self, name: str, signature: inspect.Signature) -> None:
        self.name = name
        self.parameters = tuple(signature.parameters.values())
        self.roles = {p.name: role(p) for p in self.parameters}
        self.names = [name for name, r in self.roles.items() if r]
        """The parameters that hold tensors."""
        self.needed = tuple(p.name for p in self.parameters if role(p) and p.default is not None)
        """Those of them that hold tensors in every call."""
        self.raw = frozenset(p.name for p in self.parameters if "RawTensorLike" in str(p.annotation))
        """Those that the implementation takes as they are given."""
        self.positional = tuple(p.name for p in self.parameters if p.kind is not p.KEYWORD_ONLY)
        self.are_single = all(self.roles[name] == ONE and name in self.positional for name in self.names)
        """Each of them holds one tensor, and may be given by position."""
        self.hold_several = len(self.names) > 1 or MANY in self.roles.values()
        """A call may hold more than one tensor."""
        self._places = self._find_places()

    def _find_places(self) -> tuple[tuple[str, str, int | slice | str], ...]:
        """Each tensor parameter's name and role, and where its value stands: among the arguments, or by its name."""
        places: list[tuple[str, str, int | slice | str]] = []
        for position, p in enumerate(self.parameters):
            what = self.roles[p.name]
            if not what:
                continue
            if p.kind is p.VAR_POSITIONAL:
                places.append((p.name, what, slice(position, None)))
            else:
                places.append((p.name, what, p.name if p.kind is p.KEYWORD_ONLY else position))
        return tuple(places)

    def of(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Iterator[tuple[str, Any, bool]]:
        """Name and value of each tensor parameter, and whether the value is a sequence of tensors."""
        for name, what, place in self._places:
            value = kwargs[place] if isinstance(place, str) else args[place]
            yield name, value, what == MANY and isinstance(value, SEQUENCES)

    def held(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
        """Every tensor argument; sequences item by item."""
        found: list[Any] = []
        for _, value, many in self.of(args, kwargs):
            if many:
                found.extend(value)
            else:
                found.append(value)
        return found

    def with_iterators_read(self, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """The positional arguments, with what Python says of an iterator in its place, in `any` and `all`."""
        of_python = _OF_PYTHON.get(self.name)
        if of_python is None or not is_iterator(args[0]):
            return args
        return (of_python(args[0]), *args[1:])

    def refuse_iterators(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], target: registry.Backend
    ) -> None:
        """Refuse iterators without reading them: one may have no end, and its items are somebody's to take.

        NumPy takes an iterator for one object, and on NumPy an operation answers what it answers.

        Raises
        ------
        DTypeError
            For an iterator where NumPy does not run the call, where a sequence of tensors is wanted, as NumPy does, and
            in :data:`_TAKE_NO_ITERATOR`.
        """
        for name, value, _ in self.of(args, kwargs):
            if not is_iterator(value):
                continue
            if self.roles[name] == MANY:
                raise DTypeError(f"{name} is a sequence of tensors, and no {type(value).__name__}")
            if self.name in _TAKE_NO_ITERATOR or not (target.is_host or name in self.raw):
                raise DTypeError(f"{name} {unread(value)}")

    def two_backends(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
        """The message that names the first tensor, and the first one of another backend."""
        labelled: list[tuple[str, registry.Backend]] = []
        for name, value, many in self.of(args, kwargs):
            for label, item in (
                ((f"{name}[{i}]", v) for i, v in enumerate(value)) if many else ((name, value),)
            ):
                labelled += ((label, backend) for backend in owners.backends_in(item))
        first = labelled[0]
        other = next(pair for pair in labelled if pair[1] is not first[1])
        return self._mismatch(*first, *other)

    def _mismatch(self, one: str, a: registry.Backend, other: str, b: registry.Backend) -> str:
        return (
            f"ops.{self.name} got tensors of two backends: argument {one!r} is a {a.name} tensor, {other!r} a "
            f"{b.name} tensor; convert one of them first: ops.to_backend({other.partition('[')[0]}, {a.name!r}) "
            f"or ops.to_backend({one.partition('[')[0]}, {b.name!r})"
        )

    def bound(self, arguments: Mapping[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments of a call, by name, as the backend's function takes them."""
        args: list[Any] = []
        kwargs: dict[str, Any] = {}
        for p in self.parameters:
            if p.kind is p.KEYWORD_ONLY:
                kwargs[p.name] = arguments[p.name]
            elif p.kind is p.VAR_POSITIONAL:
                args.extend(arguments[p.name])
            elif p.kind is not p.VAR_KEYWORD:
                args.append(arguments[p.name])
        return tuple(args), kwargs

    def with_options(
        self, args: tuple[Any, ...], kwargs: Mapping[str, Any], change: Callable[[Any], Any]
    ) -> tuple[list[Any], dict[str, Any]]:
        """The arguments with each changed that holds no tensors, but says how: an axis, a size, a flag."""
        options = {name for name, what in self.roles.items() if not what}
        new_args = [
            change(value) if name in options else value
            for name, value in zip(self.positional, args, strict=False)
        ]
        new_args += args[len(new_args) :]
        return new_args, {name: change(value) if name in options else value for name, value in kwargs.items()}

    def with_values(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], change: Callable[[Any], Any]
    ) -> tuple[list[Any], dict[str, Any]]:
        """The arguments with each changed that is a tensor, stored in one, or a number of floats, such as a step."""
        values = {p.name for p in self.parameters if _is_value(p)}
        positional = [p.name for p in self.parameters if p.kind is not p.KEYWORD_ONLY]
        new_args, new_kwargs = self.map(args, kwargs, lambda x: x)
        for place, name in enumerate(positional[: len(args)]):
            if name in values:
                new_args[place] = change(new_args[place])
        return new_args, {n: change(v) if n in values else v for n, v in new_kwargs.items()}

    def map(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], change: Callable[[Any], Any]
    ) -> tuple[list[Any], dict[str, Any]]:
        """The arguments with every tensor among them changed; sequences item by item."""

        def apply(value: Any, name: str) -> Any:
            what = self.roles[name]
            if not what or name in self.raw:
                return value
            if what == MANY and isinstance(value, SEQUENCES):
                return [change(item) for item in value]
            return change(value)

        new_args: list[Any] = []
        new_kwargs = dict(kwargs)
        for p in self.parameters:
            if p.kind is p.VAR_POSITIONAL:
                new_args += apply(args[len(new_args) :], p.name)
            elif p.kind is p.KEYWORD_ONLY:
                new_kwargs[p.name] = apply(kwargs[p.name], p.name)
            elif p.kind is not p.VAR_KEYWORD:
                new_args.append(apply(args[len(new_args)], p.name))
        return new_args, new_kwargs
