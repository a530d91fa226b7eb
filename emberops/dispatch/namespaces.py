"""A backend's own module of functions, without dispatch."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from emberops.dispatch import registry


def namespace(name: str, *, wrapped: bool = False) -> Any:
    """The module of the backend called ``name``: an Array API namespace.

    Its functions are those of :mod:`emberops.ops` bound to one backend, so
    ``xp = emberops.namespace("mlx")`` works wherever an array namespace is asked for.

    Parameters
    ----------
    name
        Of the backend.
    wrapped
        Whether its arrays are to be :class:`emberops.Array`, which do what the standard says where the backend's own do
        not.

    Raises
    ------
    UnknownBackendError, BackendNotInstalledError
    """
    if wrapped:
        return import_module("emberops.array.namespaces").wrapped(name)
    return registry.load(name).module
