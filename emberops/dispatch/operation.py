"""Which backend does this call run on?  That of its tensors.

:func:`operation` turns a facade function, which is a signature with a docstring, into its dispatcher.  The
parameters annotated ``TensorLike`` decide: the generated function looks the implementation up by
``type(argument)`` in a dict of its own and calls it: one Python frame, one look-up.  What the dict does not
hold, :class:`emberops.dispatch.router.Router` finds, and remembers where the types alone decide.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module
from types import CodeType, FunctionType
from typing import Any, TypeVar

from emberops.catalogue import CATALOGUE
from emberops.catalogue.parameters import described
from emberops.dispatch import owners, registry, selection
from emberops.dispatch.dispatcher_code import unwritten, write
from emberops.dispatch.owners import backend_of, is_tensor
from emberops.dispatch.router import Router

__all__ = ["backend_of", "is_tensor", "operation", "routers", "signature_of"]

F = TypeVar("F", bound=Callable[..., Any])

routers: dict[str, Router] = {}
"""The router of every operation whose facade has been imported."""
_dispatchers: dict[str, FunctionType] = {}

_COPIED = (
    "__module__",
    "__name__",
    "__qualname__",
    "__doc__",
    "__defaults__",
    "__kwdefaults__",
    "__annotations__",
)


def operation(function: F) -> F:
    """Make the dispatcher of a facade function; its dotted name stands in the catalogue.

    Raises
    ------
    LookupError
        If the catalogue has no entry for it.
    """
    group = function.__module__.removeprefix("emberops.ops.").partition(".")[0]
    name = function.__name__
    if f"{group}.{name}" in CATALOGUE:  # linalg.trace and trace are two operations
        name = f"{group}.{name}"
    if name not in CATALOGUE:
        raise LookupError(f"{function.__module__}.{name} has no entry in emberops.catalogue.{group}")
    router = routers[name] = Router(name, function)
    made = _dispatchers[name] = unwritten(router)
    for attribute in _COPIED:
        setattr(made, attribute, getattr(function, attribute))
    if function.__doc__:  # which Python leaves out with -OO
        made.__doc__ = described(name, function.__doc__, _names_of_parameters(function.__code__))
    made.__wrapped__ = function  # type: ignore[attr-defined]  # where `inspect` finds the signature
    return made  # type: ignore[return-value]  # called as the function is


def _names_of_parameters(code: CodeType) -> tuple[str, ...]:
    stars = bool(code.co_flags & inspect.CO_VARARGS) + bool(code.co_flags & inspect.CO_VARKEYWORDS)
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount + stars]


def write_all() -> None:
    """Write every dispatcher now: a compiler that traces a call cannot follow how one writes itself."""
    for name, dispatcher in _dispatchers.items():
        write(dispatcher, routers[name])


def signature_of(name: str) -> inspect.Signature:
    """The signature of an operation's facade function, which is imported if it is not yet."""
    if name not in routers:
        import_module("emberops.ops")  # by name: it stands above, and this is its table
    return routers[name].signature


def _default_changed(simple: bool) -> None:
    for router in routers.values():
        router.forget_defaults(numpy_everywhere=simple)


def _backend_loaded(backend: registry.Backend) -> None:
    if not backend.is_host:
        registry.load("numpy")  # whose arrays a compiler may find captured in a call that it traces
    owners.forget()
    for router in routers.values():
        router.fill(backend)


selection.on_change(_default_changed)
registry.on_load(_backend_loaded)
registry.on_register(owners.forget)
