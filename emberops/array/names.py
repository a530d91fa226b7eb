"""Operations put into a namespace under their names."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from emberops import constants
from emberops.catalogue import ALIASES

SPACES = ("linalg", "fft", "nn", "random")


def fill(module: Any, functions: dict[str, Any]) -> None:
    """Put operations into a namespace under their dotted names and aliases, with the constants and portable dtypes."""
    for space in SPACES:
        setattr(module, space, SimpleNamespace())
    for name, function in functions.items():
        put(module, name, function)
    for alias, name in ALIASES.items():
        put(module, alias, functions[name])
    for constant in ("e", "inf", "nan", "newaxis", "pi"):
        setattr(module, constant, getattr(constants, constant))


def put(module: Any, dotted: str, function: Any) -> None:
    """Set a name that may stand in one of the inner namespaces."""
    space, _, name = dotted.rpartition(".")
    setattr(getattr(module, space) if space else module, name, function)
