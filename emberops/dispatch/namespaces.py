"""A backend's own module of functions, without dispatch."""

from __future__ import annotations

from typing import Any

from emberops.dispatch import registry


def namespace(name: str) -> Any:
    """The module of the backend called ``name``: an Array API namespace.

    Its functions are those of :mod:`emberops.ops` bound to one backend, so
    ``xp = emberops.namespace("mlx")`` works wherever an array namespace is asked for.

    Raises
    ------
    UnknownBackendError, BackendNotInstalledError
    """
    return registry.load(name).module
