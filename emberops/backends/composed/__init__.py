"""Operations composed from others: written once, over any Array API namespace ``xp``.

A function here takes the namespace as its first argument.  :func:`complete` binds it for a backend that
has no better way; what a backend defines itself always wins.  A backend whose tensors must lie together may offer
``beside``: from the arguments of a call to the namespace that makes new tensors where they lie.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from functools import cache, reduce
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any

from emberops.catalogue import CATALOGUE

_COMMON = "composed_from"
"""Attribute of a bound function: the one that takes the namespace."""


def complete(package: ModuleType) -> None:
    """Bind the common function of every operation that ``package`` lacks.

    ``package`` is a backend package; operations with a dotted name go to its submodule of that name.
    """
    for op in CATALOGUE.values():
        *path, name = op.name.split(".")
        home: Any = reduce(getattr, path, package)
        if hasattr(home, name):
            continue
        common = getattr(page_of(op.name), name, None)
        if common is not None:
            setattr(home, name, bind(common, package))
    for op in CATALOGUE.values():
        try:
            function = reduce(getattr, op.name.split("."), package)
        except AttributeError:
            continue  # the registry names everything that is missing, in one error
        _name_by_place(function, op.name, package)
        for alias in op.aliases:
            _put(package, alias, function)


def _name_by_place(function: Any, dotted: str, package: ModuleType) -> None:
    """Give a function that cannot be found by its name, having been made by another, that of its place: for pickles."""
    if not isinstance(function, FunctionType):
        return
    named = getattr(sys.modules.get(function.__module__), function.__qualname__, None)
    if named is not function:
        *path, name = dotted.split(".")
        function.__module__, function.__qualname__ = ".".join((package.__name__, *path)), name


def _put(package: Any, dotted: str, function: Any) -> None:
    *path, name = dotted.split(".")
    home = reduce(getattr, path, package)
    if not hasattr(home, name):
        setattr(home, name, function)


def page_of(name: str) -> ModuleType | None:
    """The module that would hold the composed function of an operation; ``None`` if its group has none."""
    return _page(CATALOGUE[name].group)


@cache
def _page(group: str) -> ModuleType | None:
    try:
        return import_module(f"emberops.backends.composed.{group}")
    except ModuleNotFoundError as error:
        if error.name != f"emberops.backends.composed.{group}":
            raise
        return None


def bound_to(function: Callable[..., Any], xp: Any) -> Callable[..., Any] | None:
    """The same composed function for another namespace; ``None`` for a function that is not composed."""
    common = getattr(function, _COMMON, None)
    return None if common is None else bind(common, xp)


def bind(function: Callable[..., Any], xp: Any) -> Callable[..., Any]:
    """The composed function over a namespace, as an operation of it."""
    beside = getattr(xp, "beside", None)
    if beside is None:

        def made(*args: Any, **kwargs: Any) -> Any:
            return function(xp, *args, **kwargs)

    else:

        def made(*args: Any, **kwargs: Any) -> Any:
            return function(beside((*args, *kwargs.values())), *args, **kwargs)

    made.__name__ = function.__name__
    made.__doc__ = function.__doc__
    signature = inspect.signature(function)
    made.__signature__ = signature.replace(parameters=list(signature.parameters.values())[1:])  # type: ignore[attr-defined]  # functions take attributes
    setattr(made, _COMMON, function)
    return made
