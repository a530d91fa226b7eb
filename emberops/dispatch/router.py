"""The way of a call to its implementation: by types where they decide, by values where they do not."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import product
from typing import Any

from emberops.catalogue import CATALOGUE
from emberops.dispatch import exponents, own_operators, owners, registry, selection
from emberops.dispatch.adopting import WEAK, adopting
from emberops.dispatch.operand_checks import is_iterator, is_no_data
from emberops.dispatch.owners import SCALARS, SEQUENCES
from emberops.dispatch.sequences import on_numpy
from emberops.dispatch.tensor_arguments import TensorArguments
from emberops.errors import BackendMismatchError, DTypeError

ONE_TYPE = "of_one_type"
"""Attribute of a backend's function of several tensors, a sequence of them too: what is called where all are of
the same class."""
ONE_DTYPE = "of_one_dtype"
"""Attribute of such a function of two, or of three of which the first chooses: what does for tensors of one dtype."""
BESIDE_NUMBER = "beside_number"
"""Attribute of such a function of two: by a type of Python's numbers, what is called for one of them and a tensor."""
_PYTHONS = WEAK.union(SEQUENCES)
_ASKED_OF_ANYTHING = frozenset({"isreal", "iscomplex"})
"""Questions that are answered of functions, iterators and other objects too: none of them is complex."""
_TAKES_AXES = frozenset({"einsum"})
"""Operations that take sequences of axes between their tensors."""
ORDERED = 3
"""Up to so many tensors, the table says which is which; of more, only which may stand beside the first."""


def _prefer_nothing(tensor_type: type, function: Callable[..., Any]) -> None:
    """For an operation whose dispatcher is not made yet, or whose tensors are neither two nor three."""


_NO_DEFAULT = object()
_PROTOCOL = "__array_function__"


def _has_versions(cls: type) -> bool:
    """Whether a class has versions of NumPy's functions of its own, which NumPy hands calls over to."""
    return any(_PROTOCOL in vars(c) for c in cls.__mro__ if c.__module__.partition(".")[0] != "numpy")


class Router:
    """The dispatch table of one operation, and what to do where it has no entry."""

    def __init__(self, name: str, facade: Callable[..., Any]) -> None:
        self.name = name
        self._facade = facade
        self.table: dict[Any, Any] = {}
        """The type of the first tensor argument -> that of the second -> ... -> implementation; dicts within dicts.

        Of more than :data:`ORDERED`: the type of the first -> that of each other -> implementation.  A key of all
        types would cost more to make than to look up, and PyTorch 2.11 compiles no look-up of a set of them.
        """
        self.prefer: Callable[[type, Callable[..., Any]], None] = _prefer_nothing
        """Has a function called for two tensors of a type that have one dtype; given by the dispatcher."""
        self.prefers = False
        self.guarding: Callable[..., Any] | None = None
        """Makes the short way of one sequence where arguments go by name; given with the dispatcher's code."""
        self._by_default: set[tuple[type, ...]] = set()
        self._by_current: dict[tuple[type, ...], tuple[registry.Backend, Callable[..., Any]]] = {}
        """Types of host data -> the default backend that was met last with them, and its implementation."""
        self._adopters: dict[tuple[str, tuple[type, ...]], Callable[..., Any]] = {}
        self._takes_any_values = CATALOGUE[name].any_values  # here: a compiler cannot look into the catalogue

    @cached_property
    def signature(self) -> inspect.Signature:
        """That of the facade function; read when it is first asked for, which most operations of a program are not."""
        return inspect.signature(self._facade)

    @cached_property
    def arguments(self) -> TensorArguments:
        """The tensors among the arguments of a call."""
        return TensorArguments(self.name, self.signature)

    def slow(self, *args: Any, **kwargs: Any) -> Any:
        """Run a call whose types do not decide: it holds host data, or tensors of two backends."""
        args = self.arguments.with_iterators_read(args)
        held = self.arguments.held(args, kwargs)
        if self.name in _TAKES_AXES and args and not isinstance(args[0], str):
            held = [args[0], *held]  # the first tensor stands where a text is usual
        target = self._common_backend(held, args, kwargs) or self._of_host_data(held)
        own = self._of_own_classes(held, args, kwargs, on_numpy=target.is_host)
        if own is not NotImplemented:
            return own
        if self._takes_any_values and not target.is_host and any(map(self._is_numpys, held)):
            return self._left_to_numpy(args, kwargs)
        self.arguments.refuse_iterators(args, kwargs, target)
        return self._run(target, held, args, kwargs)

    def _of_own_classes(
        self, held: list[Any], args: tuple[Any, ...], kwargs: dict[str, Any], *, on_numpy: bool
    ) -> Any:
        """The answer of objects with operators or methods of their own; ``NotImplemented`` where there are none."""
        if all(type(value) in _PYTHONS or owners.backend_of_type(type(value)) for value in held):
            return NotImplemented
        answer = own_operators.answer(self.name, held, args, on_numpy=on_numpy)
        if answer is not NotImplemented:
            return answer
        method = own_operators.method(self.name, held[0], on_numpy=on_numpy)
        return NotImplemented if method is None else self._handing_over(method)(*args, **kwargs)

    def _is_numpys(self, value: Any) -> bool:
        """Whether NumPy has an answer for a value of which no other library makes a tensor."""
        if owners.holds_text(value):
            return True
        return self.name in _ASKED_OF_ANYTHING and (is_no_data(value) or is_iterator(value))

    def _run(
        self, target: registry.Backend, held: list[Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        implementation = target.functions[self.name]
        if target.is_host:
            of_scalars = target.of_scalars and target.of_scalars(self.name, map(type, held))
            implementation = of_scalars or implementation
            # NumPy takes host data as it is; sequences not everywhere (np.split asks them for their shape).  An empty
            # one stays: it names no dtype, and NumPy takes it for indices where it wants them.
            make = target.functions["asarray"]
            new = self.arguments.map(args, kwargs, lambda v: make(v) if type(v) in SEQUENCES and v else v)
        else:
            try:
                new = self.adopted(args, kwargs, target)
            except Exception:
                # Asked only now: a compiler that traces the call cannot see the dtype of an array.
                if self._takes_any_values and any(map(owners.holds_no_numbers, held)):
                    return self._left_to_numpy(args, kwargs)
                raise
        new_args, new_kwargs = new
        if target.is_host and any(_has_versions(type(value)) for value in held):
            implementation = self._handing_over(implementation)
        return implementation(*new_args, **new_kwargs)

    def _left_to_numpy(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run a call on text or objects: these stay with NumPy, and the tensors beside them go there."""
        moved, options = self.arguments.map(args, kwargs, _as_numpy)
        # Also what may be a tensor and need not, such as the counts of ``repeat``.
        args = tuple(map(_as_numpy, moved))
        kwargs = {name: _as_numpy(value) for name, value in options.items()}
        return self._run(registry.load("numpy"), self.arguments.held(args, kwargs), args, kwargs)

    def adopted(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], target: registry.Backend
    ) -> tuple[Any, dict[str, Any]]:
        """The arguments of a call with tensors of the backend for the host data among them."""
        if self.name == "pow":
            exponents.refuse_negative(*args)
        held = self.arguments.held(args, kwargs)
        convert = target.asarray_beside(held)
        weak = any(type(v) not in SCALARS and v is not None for v in held)
        if self.name in _TAKES_AXES and not isinstance(args[0], str):
            # axes stand behind each, and those of the result last
            tensors = range(0, len(args) - len(args) % 2, 2)
            new = [_adopt(v, target, convert, weak) if i in tensors else v for i, v in enumerate(args)]
            return tuple(new), kwargs
        return self.arguments.map(args, kwargs, lambda v: _adopt(v, target, convert, weak))

    @staticmethod
    def _of_host_data(held: Iterable[Any]) -> registry.Backend:
        """The default backend, NumPy for what only its arrays hold, and another for what says that it is its own."""
        own = next(filter(None, map(owners.backend_by_protocol, held)), None)
        if own is not None:
            return own
        if any(type(value) not in _PYTHONS and owners.holds_no_numbers(value) for value in held):
            return registry.load("numpy")
        return selection.current()

    def without_tensors(self) -> Callable[..., Any]:
        """The implementation for a call that can hold no tensor."""
        return selection.current().functions[self.name]

    def forget_defaults(self, *, numpy_everywhere: bool) -> None:
        """Drop what was true only while NumPy was the default, or was not."""
        if numpy_everywhere:  # what was found in a block would be asked for before the table is filled again
            self._by_current.clear()
        for types in self._by_default:
            self._forget(types)
        self._by_default.clear()

    def resolve(self, *types: type) -> Callable[..., Any]:
        """The implementation for arguments of these types; :meth:`slow` where they do not decide."""
        known = self._by_current.get(types)
        if known is not None and known[0] is selection.current():
            return known[1]
        owned = [owners.backend_of_type(cls) for cls in types]
        if not all(b is not None or cls in WEAK for b, cls in zip(owned, types, strict=True)):
            return self._of_no_tensors(types)
        foreign = {b.name: b for b in owned if b is not None and not b.is_host}
        if len(foreign) > 1:
            foreign = {name: b for name, b in foreign.items() if b.wraps} or foreign
        if len(foreign) > 1:
            return self.slow
        host = any(b is not None and b.is_host for b in owned)
        if foreign:
            (backend,) = foreign.values()
            taken_in = host or (backend.wraps and any(b not in (None, backend) for b in owned))
            implementation = self._adopting(backend, types) if taken_in else self._of(backend, types)
            self._enter(types, implementation)
            return implementation
        backend = selection.current()
        if not backend.is_host:
            implementation = self._adopting(backend, types)
            self._by_current[types] = backend, implementation
            return implementation
        everywhere = selection.numpy_is_default_everywhere()
        if not everywhere and backend is not registry.load("numpy"):
            return self.slow
        implementation = self._of(backend, types)
        # The library's own classes have none, and torch.compile, which may get here, cannot look at bases of a class.
        if any(
            _has_versions(cls) for cls in types if cls not in backend.tensor_types and cls not in _PYTHONS
        ):
            implementation = self._handing_over(implementation)
        if everywhere:
            self._by_default.add(types)
            self._enter(types, implementation)
        else:
            self._by_current[types] = backend, implementation
        return implementation

    def _of_no_tensors(self, types: tuple[type, ...]) -> Callable[..., Any]:
        """The implementation for types of which some are no backend's: sequences, descriptions, and strangers."""
        everywhere = selection.numpy_is_default_everywhere()
        if owners.DESCRIPTIONS.issuperset(types):
            if not everywhere:
                return self.slow
            implementation = registry.load("numpy").functions[self.name]
        elif any(cls in SEQUENCES for cls in types):
            # What a sequence holds decides, each time.
            beside = self._beside_sequences(types)
            if beside is not None:
                implementation = self._adopting(beside, types)
                self._enter(types, implementation)
                return implementation
            implementation = self._of_sequences(types) or self.slow
            if not everywhere:
                self._by_current[types] = selection.current(), implementation
                return implementation
        else:
            return self.slow
        self._by_default.add(types)
        self._enter(types, implementation)
        return implementation

    def _handing_over(self, implementation: Callable[..., Any]) -> Callable[..., Any]:
        """``implementation`` without the arguments that are defaults, which a class's version of it need not take."""
        defaults = {p.name: p.default for p in self.arguments.parameters if p.default is not p.empty}
        positional = [
            p.name
            for p in self.arguments.parameters
            if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
        ]
        by_place = [defaults.get(name, _NO_DEFAULT) for name in positional]

        def call(*args: Any, **kwargs: Any) -> Any:
            count = len(args)
            while 0 < count <= len(by_place) and args[count - 1] is by_place[count - 1]:
                count -= 1
            given = {
                name: value for name, value in kwargs.items() if value is not defaults.get(name, _NO_DEFAULT)
            }
            return implementation(*args[:count], **given)

        return call

    def _adopting(self, backend: registry.Backend, types: tuple[type, ...]) -> Callable[..., Any]:
        """The implementation behind what makes tensors of the host data among arguments of these types.

        :meth:`slow` finds out anew in each call what this one knows.
        """
        found = self._adopters.get((backend.name, types))
        if found is None:
            made = adopting(backend, self.name, self.arguments, types, self.slow)
            found = self._adopters[backend.name, types] = made
        return found

    @staticmethod
    def _beside_sequences(types: tuple[type, ...]) -> registry.Backend | None:
        """The one backend of the tensors beside sequences; ``None`` where there is none, or no one alone."""
        found = None
        for cls in types:
            backend = owners.backend_of_type(cls)
            if backend is None:
                if cls not in _PYTHONS:
                    return None
            elif not backend.is_host:
                if backend.wraps or (found is not None and found is not backend):
                    return None
                found = backend
        return found

    def _of_sequences(self, types: tuple[type, ...]) -> Callable[..., Any] | None:
        """The short way of calls with sequences and no tensors; ``None`` where there is none."""
        numpy = registry.load("numpy")
        if not all(cls in _PYTHONS or cls in numpy.tensor_types for cls in types):
            return None
        if not selection.numpy_is_default_here():
            current = selection.current()
            return None if current.is_host else self._adopting(current, types)
        if len(types) != len(self.arguments.names):
            return None
        positional = self.arguments.positional
        if not self.arguments.are_single:
            return None
        places = {
            positional.index(name): name not in self.arguments.raw
            for name, cls in zip(self.arguments.names, types, strict=True)
            if cls in SEQUENCES
        }
        make = numpy.functions["asarray"]
        return on_numpy(numpy.functions[self.name], places, make, self.slow, self.guarding)

    def fill(self, backend: registry.Backend) -> None:
        """Enter what calls with tensors of a backend may hold, Python numbers and ``None`` included.

        A compiler that traces a call must find its entry: it can trace the look-up, and nothing else.
        """
        self._adopters.clear()  # it may replace one of its name
        self._by_current.clear()
        if backend.is_host:
            return
        for types in self._possible_types(backend):
            for row, last in self._places(types):
                row.setdefault(last, self._of(backend, types))
        of_one_dtype = getattr(backend.functions[self.name], ONE_DTYPE, None)
        if of_one_dtype is not None:
            self.prefer(backend.tensor_types[0], of_one_dtype)

    def _enter(self, types: tuple[type, ...], implementation: Callable[..., Any]) -> None:
        """Put an implementation into the table."""
        if len(types) > ORDERED and not self._for_any_beside(types[0], implementation):
            return
        for row, last in self._places(types):
            row[last] = implementation

    def _for_any_beside(self, first: type, implementation: Callable[..., Any]) -> bool:
        """Whether this is what tensors of the first's type call, whichever of the others are of which type."""
        backend = owners.backend_of_type(first)
        return backend is not None and implementation is backend.functions[self.name]

    def _forget(self, types: tuple[type, ...]) -> None:
        for row, last in self._places(types):
            row.pop(last, None)

    def _places(self, types: tuple[type, ...]) -> Iterator[tuple[dict[Any, Any], type]]:
        """The dicts that hold what arguments of these types look up, and the key in each."""
        if len(types) > ORDERED:
            row = self.table.setdefault(types[0], {})
            yield from ((row, cls) for cls in types[1:])
            return
        row = self.table
        for cls in types[:-1]:
            row = row.setdefault(cls, {})
        yield row, types[-1]

    def _of(self, backend: registry.Backend, types: tuple[type, ...]) -> Callable[..., Any]:
        """The backend's function; for scalars or for tensors of one type, the shorter way that it may have for them."""
        if backend.of_scalars is not None:
            of_scalars = backend.of_scalars(self.name, types)
            if of_scalars is not None:
                return of_scalars
        function = backend.functions[self.name]
        if not self.arguments.hold_several or len(self.arguments.names) > ORDERED:
            return function
        if all(cls is types[0] for cls in types):
            return getattr(function, ONE_TYPE, function)
        numbers = [cls for cls in types if cls in SCALARS]
        ways: Mapping[type, Callable[..., Any]] = getattr(function, BESIDE_NUMBER, {})
        return ways.get(numbers[0], function) if len(types) == 2 and len(numbers) == 1 else function

    def _possible_types(self, backend: registry.Backend) -> Iterator[tuple[type, ...]]:
        """The types of arguments, at least one of them a tensor of the backend's, that lead to every place."""
        tensors, arity = backend.tensor_types, len(self.arguments.names)
        if arity > ORDERED:
            yield from ((one, *(other,) * (arity - 1)) for one, other in product(tensors, (*tensors, *WEAK)))
            return
        for types in product((*tensors, *WEAK), repeat=arity):
            if not WEAK.issuperset(types):
                yield types

    def _common_backend(
        self, held: Iterable[Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> registry.Backend | None:
        first = None
        for value in held:
            for backend in owners.backends_in(value):
                if first is None or backend.wraps:
                    first = backend
                elif first is not backend and not first.wraps:
                    raise BackendMismatchError(self.arguments.two_backends(args, kwargs))
        return first


def _as_numpy(value: Any) -> Any:
    backend = owners.backend_of(value)
    return value if backend is None else backend.functions["to_numpy"](value)


def _adopt(value: Any, target: registry.Backend, convert: Callable[..., Any], weak: bool) -> Any:
    """Host data -> tensor of ``target``; a Python number stays one next to a tensor, to promote weakly."""
    if value is None or owners.belongs(type(value), target):
        return value
    if weak and type(value) in SCALARS:
        return value
    try:
        return convert(value)
    except Exception as error:
        if not owners.holds_no_numbers(value) or owners.is_masked(value):
            raise  # of a mask the error says what to do about it
        raise DTypeError(
            f"an array of {value.dtype} stays with NumPy and cannot join a {target.name} tensor"
        ) from error
