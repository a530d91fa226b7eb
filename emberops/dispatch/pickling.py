"""Modules of this package in pickles: ``ops``, its namespaces and those of the backends, by their names.

Objects that hold the namespace they compute with (``self.xp = emberops.namespace("torch")``) go to worker processes.
"""

from __future__ import annotations

import copyreg
from importlib import import_module
from types import ModuleType
from typing import Any


def _pickled(module: ModuleType) -> tuple[Any, ...]:
    """What ``pickle`` and ``copy`` write for a module; those of other packages are refused as without us."""
    if module.__name__.partition(".")[0] != "emberops":
        raise TypeError(f"cannot pickle {type(module).__name__!r} object")
    return import_module, (module.__name__,)


def allow() -> None:
    """Let modules of this package be pickled in this process."""
    copyreg.pickle(ModuleType, _pickled)
