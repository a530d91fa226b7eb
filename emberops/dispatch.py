"""Which backend does this call run on?  That of its tensors.

:func:`operation` turns a facade function, which is a signature with a docstring, into its dispatcher.  The
parameters annotated ``TensorLike`` decide: the generated function looks the implementation up by
``type(argument)`` in a dict of its own and calls it: one Python frame, one look-up.  Whatever the dict
does not hold takes the slow path (:meth:`Router.slow`), which finds the backend, converts host data, and
remembers the answer where it depends on nothing but the types.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from emberops import registry, selection
from emberops.catalogue import CATALOGUE
from emberops.diagnosis import explain
from emberops.errors import BackendMismatchError

F = TypeVar("F", bound=Callable[..., Any])

_SCALARS = frozenset({bool, int, float, complex})
_SEQUENCES = (list, tuple)
_ONE, _MANY = "one", "many"

routers: dict[str, Router] = {}
"""The router of every operation whose facade has been imported."""


class Router:
    """The dispatch table of one operation."""

    def __init__(self, name: str, signature: inspect.Signature) -> None:
        self.name = name
        self.table: dict[Any, Callable[..., Any]] = {}
        self._by_default: set[Any] = set()
        self._roles = {p.name: _role(p) for p in signature.parameters.values()}
        self._raw = {p.name for p in signature.parameters.values() if "RawTensorLike" in str(p.annotation)}
        self._tensor_names = [name for name, role in self._roles.items() if role]
        self._parameters = tuple(signature.parameters.values())

    def slow(self, *args: Any, **kwargs: Any) -> Any:
        """Run a call whose types the table does not hold."""
        held = list(self._tensor_arguments(args, kwargs))
        backend = self._common_backend(held)
        target = backend or selection.current()
        implementation = target.functions[self.name]
        if target.name == "numpy":
            # NumPy takes host data as it is.
            self._remember(args, kwargs, implementation, by_default=backend is None)
            return implementation(*args, **kwargs)
        if backend is not None:
            self._remember(args, kwargs, implementation, by_default=False)
        convert = target.functions["asarray"]
        weak = any(type(v) not in _SCALARS and v is not None for _, v in held)
        new_args, new_kwargs = self._map_tensors(args, kwargs, lambda v: _adopt(v, target, convert, weak))
        return implementation(*new_args, **new_kwargs)

    def without_tensors(self) -> Callable[..., Any]:
        """The implementation for a call that can hold no tensor."""
        return selection.current().functions[self.name]

    def forget_defaults(self) -> None:
        """Drop what was true only while NumPy was the default."""
        for key in self._by_default:
            self.table.pop(key, None)
        self._by_default.clear()

    def fill(self, backend: registry.Backend) -> None:
        """Enter the tensor types of a backend, so that its calls never take the slow path."""
        if backend.name != "numpy":
            for cls in backend.tensor_types:
                self.table.setdefault(cls, backend.functions[self.name])

    def _remember(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], implementation: Callable[..., Any], *, by_default: bool
    ) -> None:
        values = []
        for value, role in self._roles_of(args, kwargs):
            if role == _ONE:
                values.append(value)
            elif len(self._tensor_names) == 1 and isinstance(value, _SEQUENCES) and len(set(map(type, value))) == 1:
                values.append(value[0])
            else:
                return
        for value in values:
            cls = type(value)
            known = value is None or cls in _SCALARS or _tensor_backend(cls) is not None
            if not known or (by_default is False and _is_numpy(cls)):
                return
        if by_default and not selection.numpy_is_default_everywhere():
            return
        key = _key([type(v) for v in values])
        self.table[key] = implementation
        if by_default:
            self._by_default.add(key)

    def _roles_of(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Iterator[tuple[Any, str]]:
        """Each tensor parameter's value with its role, in the order of the signature."""
        position = 0
        for p in self._parameters:
            role = self._roles[p.name]
            if p.kind is p.VAR_POSITIONAL:
                if role:
                    yield args[position:], _MANY
                position = len(args)
            elif p.kind is p.KEYWORD_ONLY:
                if role:
                    yield kwargs[p.name], role
            else:
                if role:
                    yield args[position], role
                position += 1

    def _tensor_arguments(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Iterator[tuple[str, Any]]:
        """Label and value of every tensor argument; sequences item by item."""
        for name, (value, role) in zip(self._tensor_names, self._roles_of(args, kwargs), strict=True):
            if role == _MANY and isinstance(value, _SEQUENCES):
                yield from ((f"{name}[{i}]", item) for i, item in enumerate(value))
            else:
                yield name, value

    def _common_backend(self, held: Iterable[tuple[str, Any]]) -> registry.Backend | None:
        first: tuple[str, registry.Backend] | None = None
        for label, value in held:
            for backend in _backends_in(value):
                if first is None:
                    first = (label, backend)
                elif first[1] is not backend:
                    raise BackendMismatchError(self._mismatch(*first, label, backend))
        return first[1] if first else None

    def _mismatch(self, one: str, a: registry.Backend, other: str, b: registry.Backend) -> str:
        return (
            f"ops.{self.name} got tensors of two backends: argument {one!r} is a {a.name} tensor, {other!r} a "
            f"{b.name} tensor; convert one of them first: ops.to_backend({other.partition('[')[0]}, {a.name!r}) or "
            f"ops.to_backend({one.partition('[')[0]}, {b.name!r})"
        )

    def _map_tensors(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], change: Callable[[Any], Any]
    ) -> tuple[list[Any], dict[str, Any]]:
        def apply(value: Any, role: str) -> Any:
            if role == _MANY and isinstance(value, _SEQUENCES):
                return [change(item) for item in value]
            return change(value) if role else value

        new_args: list[Any] = []
        new_kwargs = dict(kwargs)
        for p in self._parameters:
            role = self._roles[p.name]
            if p.name in self._raw:
                role = ""
            if p.kind is p.VAR_POSITIONAL:
                new_args += apply(args[len(new_args) :], _MANY) if role else args[len(new_args) :]
            elif p.kind is p.KEYWORD_ONLY:
                new_kwargs[p.name] = apply(kwargs[p.name], role)
            else:
                new_args.append(apply(args[len(new_args)], role))
        return new_args, new_kwargs


def operation(function: F) -> F:
    """Make the dispatcher of a facade function; its dotted name stands in the catalogue."""
    group = function.__module__.removeprefix("emberops.ops.").partition(".")[0]
    name = function.__name__
    if f"{group}.{name}" in CATALOGUE:  # linalg.trace and trace are two operations
        name = f"{group}.{name}"
    if name not in CATALOGUE:
        raise LookupError(f"{function.__module__}.{function.__name__} has no entry in emberops.catalogue.{group}")
    signature = inspect.signature(function)
    router = Router(name, signature)
    routers[name] = router
    made = _compile(function, signature, router)
    for attribute in ("__module__", "__qualname__", "__doc__", "__defaults__", "__kwdefaults__", "__annotations__"):
        setattr(made, attribute, getattr(function, attribute))
    return made  # type: ignore[return-value]


def is_tensor(x: object) -> bool:
    """Whether ``x`` is a tensor of some backend (a NumPy array is one; a NumPy scalar or a list is not)."""
    cls = type(x)
    if cls in _SCALARS or cls in _SEQUENCES or x is None:
        return False
    backend = _tensor_backend(cls)
    return backend is not None and isinstance(x, backend.module.ARRAY_TYPES)


def backend_of(*values: Any) -> registry.Backend | None:
    """The backend of the tensors among ``values``; NumPy arrays and other host data have none."""
    for value in values:
        for backend in _backends_in(value):
            return backend
    return None


def _role(parameter: inspect.Parameter) -> str:
    annotation = str(parameter.annotation)
    if "TensorLike" not in annotation:
        return ""
    return _MANY if annotation.startswith("Sequence[") or parameter.kind is parameter.VAR_POSITIONAL else _ONE


def _key(types: list[type]) -> Any:
    """What the generated code looks up: a type, or a tuple where two arguments differ or there are three."""
    if len(types) == 1 or (len(types) == 2 and types[0] is types[1]):
        return types[0]
    return tuple(types)


def _compile(function: Callable[..., Any], signature: inspect.Signature, router: Router) -> Callable[..., Any]:
    """Source -> function, as ``dataclasses`` does it: the parameters, a look-up, the call."""
    ones = [p.name for p in signature.parameters.values() if _role(p) == _ONE]
    many = [p.name for p in signature.parameters.values() if _role(p) == _MANY]
    call = ", ".join(_pass_on(p) for p in signature.parameters.values())
    names = [f"{p.name!r}: {p.name}" for p in signature.parameters.values()]
    # Underscores keep the function's own names apart from parameters.
    source = f"""def make(_table, _slow, _without_tensors, _explain):
    def {function.__name__}({_parameters(signature)}):
        {_look_up(ones, many)}
        try:
            return _implementation({call})
        except Exception as _error:
            _own = _explain(_error, {router.name!r}, {{{", ".join(names)}}})
            if _own is None:
                raise
            raise _own from _error
    return {function.__name__}"""
    scope: dict[str, Any] = {}
    exec(compile(source, f"<dispatcher of ops.{router.name}>", "exec"), scope)
    made: Callable[..., Any] = scope["make"](router.table, router.slow, router.without_tensors, explain)
    return made


def _look_up(ones: list[str], many: list[str]) -> str:
    """The lines that bind ``_implementation``."""
    if len(many) == 1 and not ones:
        # All items of one type is the common case; anything else is for the slow path to sort out.
        return f"""_types = set(map(type, {many[0]})) if isinstance({many[0]}, (list, tuple)) else ()
        _implementation = _table.get(*_types, _slow) if len(_types) == 1 else _slow"""
    if many:
        return "_implementation = _slow"
    if not ones:
        return "_implementation = _without_tensors()"
    return f"""try:
            _implementation = _table[{_key_source(ones)}]
        except KeyError:
            _implementation = _slow"""


def _key_source(ones: list[str]) -> str:
    if len(ones) == 1:
        return f"type({ones[0]})"
    if len(ones) == 2:
        a, b = ones
        return f"type({a}) if type({a}) is type({b}) else (type({a}), type({b}))"
    return "(" + ", ".join(f"type({n})" for n in ones) + ")"


def _pass_on(p: inspect.Parameter) -> str:
    if p.kind is p.VAR_POSITIONAL:
        return f"*{p.name}"
    if p.kind is p.VAR_KEYWORD:
        return f"**{p.name}"
    return f"{p.name}={p.name}" if p.kind is p.KEYWORD_ONLY else p.name


def _parameters(signature: inspect.Signature) -> str:
    """The parameter list; defaults are put on the function afterwards, as objects."""
    bare = [
        p.replace(annotation=p.empty, default=p.empty if p.default is p.empty else None)
        for p in signature.parameters.values()
    ]
    return str(signature.replace(parameters=bare, return_annotation=signature.empty))[1:-1]


_owners: dict[type, registry.Backend | None] = {}


def _tensor_backend(cls: type) -> registry.Backend | None:
    """The backend of ``cls``, found once."""
    try:
        return _owners[cls]
    except KeyError:
        found = _owners[cls] = None if cls.__module__ == "builtins" else registry.owner(cls)
        return found


def _is_numpy(cls: type) -> bool:
    backend = _tensor_backend(cls)
    return backend is not None and backend.name == "numpy"


def _backends_in(value: Any) -> Iterator[registry.Backend]:
    """The backends, NumPy apart, of the tensors in a value: itself, or the items of nested sequences."""
    if isinstance(value, _SEQUENCES):
        for cls in set(map(type, value)) - _SCALARS:
            if issubclass(cls, _SEQUENCES):
                for item in value:
                    if type(item) is cls:
                        yield from _backends_in(item)
            else:
                yield from _device_backend(cls)
    elif value is not None and type(value) not in _SCALARS:
        yield from _device_backend(type(value))


def _device_backend(cls: type) -> Iterator[registry.Backend]:
    backend = _tensor_backend(cls)
    if backend is not None and backend.name != "numpy":
        yield backend


def _adopt(value: Any, target: registry.Backend, convert: Callable[..., Any], weak: bool) -> Any:
    """Host data -> tensor of ``target``; a Python number stays one next to a tensor, to promote weakly."""
    if value is None or isinstance(value, target.tensor_types):
        return value
    if weak and type(value) in _SCALARS:
        return value
    return convert(value)


def _default_changed(simple: bool) -> None:
    if not simple:
        for router in routers.values():
            router.forget_defaults()


def _backend_loaded(backend: registry.Backend) -> None:
    _owners.clear()
    for router in routers.values():
        router.fill(backend)


selection.on_change(_default_changed)
registry.on_load(_backend_loaded)
