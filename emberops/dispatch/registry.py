"""The backends that exist, and how one is loaded.

A backend is a module: its operations are functions with the names and signatures of :mod:`emberops.ops`, and
:mod:`emberops.backends.protocol` says what else it holds.  It is imported by name when it is first used, and checked
once, then: what it lacks is an error at that moment and not in the middle of a run.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import reduce
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from emberops.backends import protocol
from emberops.catalogue import CATALOGUE
from emberops.dispatch import environment, pickling
from emberops.errors import (
    BackendIncompleteError,
    BackendNotInstalledError,
    OperationNotSupportedError,
    UnknownBackendError,
)


@dataclass(frozen=True)
class BackendSpec:
    """Where a backend lives, and how its tensors are recognised before it is loaded."""

    name: str
    module: str | ModuleType
    """Itself, or its name: ``package.module``, with ``:attribute`` for a module that another one makes."""
    requires: str
    """The library's import name: its presence is the backend's availability."""
    roots: tuple[str, ...]
    """Top-level packages that define its tensor types."""
    is_host: bool = False
    """Its arrays are host data: they adopt the backend of the tensors beside them."""
    traces: str = ""
    """The backend whose tensors its own stand for while a gradient is taken; nobody chooses such a one."""
    wraps: bool = False
    """Its tensors hold those of other backends, and take them in where they meet; nobody chooses such a one."""


@dataclass(frozen=True)
class Backend:
    """A loaded backend."""

    name: str
    module: Any
    tensor_types: tuple[type, ...]
    functions: dict[str, Callable[..., Any]] = field(repr=False)
    is_host: bool = False
    """Its arrays are host data: they adopt the backend of the tensors beside them."""
    of_scalars: protocol.OfScalars | None = field(default=None, repr=False)
    """A shorter way that it may have for an operation on scalars of these types."""
    wraps: bool = False
    """Its tensors hold those of other backends, and take them in where they meet."""
    beside: protocol.Beside | None = field(default=None, repr=False)
    """The namespace that makes tensors where those among some values lie; none where they may lie anywhere."""
    function_protocol: str = ""
    """A method by which objects of any class have the library's functions ask them for versions of their own."""

    def asarray_beside(self, values: Iterable[Any]) -> Callable[..., Any]:
        """What makes a tensor of host data, on the device of the tensors among ``values``."""
        return self.functions["asarray"] if self.beside is None else self.beside(values).asarray

    def owns(self, cls: type) -> bool:
        """Whether objects of ``cls`` are tensors of this backend, or its library's functions take them for such."""
        return issubclass(cls, self.tensor_types) or bool(
            self.function_protocol and hasattr(cls, self.function_protocol)
        )


BUILTIN = ("numpy", "torch", "jax", "mlx")
_EXTRA = {"numpy": "numpy", "torch": "torch", "jax": "jax", "mlx": "mlx"}

_lock = threading.RLock()
_specs: dict[str, BackendSpec] = {
    "numpy": BackendSpec("numpy", "emberops.backends.numpy", "numpy", ("numpy",), is_host=True),
    "torch": BackendSpec("torch", "emberops.backends.torch", "torch", ("torch",)),
    "jax": BackendSpec("jax", "emberops.backends.jax", "jax", ("jax", "jaxlib")),
    "mlx": BackendSpec("mlx", "emberops.backends.mlx", "mlx", ("mlx",)),
    "autograd": BackendSpec(
        "autograd",
        "emberops.backends.numpy.autograd:namespace",
        "autograd",
        ("autograd",),
        traces="numpy",
    ),
    "array": BackendSpec("array", "emberops.array.backend:namespace", "numpy", (), wraps=True),
}
_loaded: dict[str, Backend] = {}
_entry_points_read = False
_on_load: list[Callable[[Backend], None]] = []
_on_load_of: dict[str, list[Callable[[], None]]] = {}
_on_register: list[Callable[[], None]] = []


def register_backend(name: str, module: str | ModuleType, *, roots: tuple[str, ...] | None = None) -> None:
    """Add a backend: any module that satisfies the Python Array API can be one.

    Parameters
    ----------
    name
        What users pass to :func:`emberops.set_backend`.
    module
        The module or its dotted name (``package.module``, or ``package.module:attribute``).  One with
        ``TENSOR_TYPES`` is a backend as it is; any other Array API namespace becomes one: what it lacks of the
        catalogue is composed from what it has.
    roots
        Top-level packages that define its array types; the module's own package unless given.
    """
    dotted = module if isinstance(module, str) else module.__name__
    package = dotted.partition(".")[0]
    entry = BackendSpec(name, module, package, tuple(roots) if roots else (package,))
    with _lock:
        if _specs.get(name) == entry:
            return
        _specs[name] = entry
        _loaded.pop(name, None)
        for hook in _on_register:
            hook()


def on_register(hook: Callable[[], None]) -> None:
    """Call ``hook`` whenever a backend is registered: types may have an owner now that had none."""
    with _lock:
        _on_register.append(hook)


def on_load(hook: Callable[[Backend], None]) -> None:
    """Call ``hook`` for every backend that is or will be loaded."""
    with _lock:
        _on_load.append(hook)
        for backend in _loaded.values():
            hook(backend)


def on_load_of(name: str, hook: Callable[[], None]) -> None:
    """Call ``hook`` when the backend called ``name`` is loaded, at once where it is already."""
    with _lock:
        _on_load_of.setdefault(name, []).append(hook)
        if name in _loaded:
            hook()


def specs() -> dict[str, BackendSpec]:
    """Every registered backend by name, those of installed entry points included."""
    global _entry_points_read  # noqa: PLW0603  a once-flag, guarded by the lock
    with _lock:
        if not _entry_points_read:
            _entry_points_read = True
            from importlib import metadata  # it imports half the standard library

            for point in metadata.entry_points(group="emberops.backends"):
                if point.name not in _specs:
                    register_backend(point.name, point.value)
    return _specs


def names() -> list[str]:
    """The backends that a user may choose."""
    return [entry.name for entry in specs().values() if not (entry.traces or entry.wraps)]


def spec(name: str) -> BackendSpec:
    """The backend called ``name``, loaded or not.

    Raises
    ------
    UnknownBackendError
        If there is none of that name.
    """
    found = _specs.get(name) or specs().get(name)
    if found is None:
        raise UnknownBackendError(f"unknown backend {name!r}; known backends: {', '.join(sorted(names()))}")
    return found


def is_installed(name: str) -> bool:
    """Whether the library behind ``name`` is there; it is not imported."""
    entry = spec(name)
    return not isinstance(entry.module, str) or find_spec(entry.requires) is not None


def load(name: str) -> Backend:
    """The backend called ``name``, imported and checked on first use."""
    found = _loaded.get(name)
    if found is not None:
        return found
    with _lock:
        if name not in _loaded:
            backend = _load(spec(name))
            _loaded[name] = backend
            for hook in _on_load:
                hook(backend)
            for hook_of_this in _on_load_of.get(name, ()):
                hook_of_this()
        return _loaded[name]


def loaded() -> tuple[Backend, ...]:
    """The backends in use so far."""
    return tuple(_loaded.values())


def imported() -> Iterator[Backend]:
    """The backends whose libraries the program has imported, which no others' objects can be of."""
    for entry in tuple(_specs.values()):
        # Programs write `None` there to forbid an import.
        is_there = sys.modules.get(entry.requires) is not None
        if is_there and not (entry.is_host or entry.traces or entry.wraps):
            yield load(entry.name)


def owner(cls: type) -> Backend | None:
    """The backend whose tensors are of type ``cls``; loads it if need be, never one that is not concerned."""
    roots = {base.__module__.partition(".")[0] for base in cls.__mro__}
    asked: set[str] = set()
    for look in (False, True):  # to look for installed ones takes longer than to import NumPy's
        for entry in tuple((specs() if look else _specs).values()):
            if entry.name in asked or roots.isdisjoint(entry.roots):
                continue
            asked.add(entry.name)
            backend = load(entry.name)
            if backend.owns(cls):
                return backend
    return next((b for b in loaded() if b.owns(cls)), None)


def _load(entry: BackendSpec) -> Backend:
    if not is_installed(entry.name):
        extra = _EXTRA.get(entry.name)
        way_out = f"pip install 'emberops[{extra}]'" if extra else f"install the package {entry.requires!r}"
        raise BackendNotInstalledError(
            f"backend {entry.name!r} needs {entry.requires!r}, which is not installed: {way_out}"
        )
    module: Any = _import(entry.module) if isinstance(entry.module, str) else entry.module
    if not protocol.is_written(module):
        module = import_module("emberops.backends.standard").adapt(entry.name, module)
    functions = _functions(entry.name, module)
    if not (entry.is_host or entry.traces or entry.wraps):
        environment.place(entry.name, module.devices)
    return Backend(
        entry.name,
        module,
        tuple(module.TENSOR_TYPES),
        functions,
        entry.is_host,
        getattr(module, "of_scalars", None),
        entry.wraps,
        getattr(module, "beside", None),
        getattr(module, "function_protocol", ""),
    )


def _import(dotted: str) -> Any:
    path, _, attribute = dotted.partition(":")
    module = import_module(path)
    return reduce(getattr, attribute.split("."), module) if attribute else module


def _functions(name: str, module: Any) -> dict[str, Callable[..., Any]]:
    """Operation name -> function, for the whole catalogue.

    Raises
    ------
    BackendIncompleteError
        If the module lacks operations, or attributes that :class:`~emberops.backends.protocol.BackendModule` names.
    """
    functions: dict[str, Callable[..., Any]] = {}
    missing = []
    for op in CATALOGUE.values():
        try:
            functions[op.name] = reduce(getattr, op.name.split("."), module)
        except AttributeError:
            reason = op.unsupported.get(name)
            if reason is None:
                missing.append(op.name)
            else:
                functions[op.name] = _refuse(op.name, name, reason)
    attributes = protocol.missing(module)
    lacking = [
        f"{len(names)} {what}: {', '.join(names)}"
        for what, names in (("operations", missing), ("attributes", attributes))
        if names
    ]
    if lacking:
        raise BackendIncompleteError(f"backend {name!r} lacks {'; '.join(lacking)}")
    return functions


def _refuse(op: str, backend: str, reason: str) -> Callable[..., Any]:
    def refuse(*_args: object, **_kwargs: object) -> Any:
        raise OperationNotSupportedError(f"ops.{op} cannot run on the backend {backend!r}: {reason}")

    return refuse


pickling.allow()  # of the namespaces that are handed out here
