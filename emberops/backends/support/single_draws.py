"""Draws without a size: numbers of the host, as NumPy's generators give them.

A generator has hidden state on the host, and what asks it for one number wants one: for ``range(k)``,
``x[k:]``, ``if``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import numpy as np

from emberops.backends.support.random_parameters import known_parameter
from emberops.dispatch import registry

F = TypeVar("F", bound=Callable[..., Any])


def on_host(xp: Any, *parameters: Any) -> bool:
    """Whether a draw with these parameters can be a number: no tensor has a part in it, and nothing is compiled."""
    return all(map(_is_number, parameters)) and not getattr(xp, "is_compiling", bool)()


def _is_number(x: Any) -> bool:
    if isinstance(x, (int, float, np.generic)) or x is None:
        return True
    return isinstance(x, np.ndarray) and not x.ndim


def single(method: F) -> F:
    """Let a method of a generator draw with NumPy where its result is one number, and give that."""
    names = list(inspect.signature(method).parameters)[1:]
    size = names.index("size")

    @wraps(method)
    def draw(self: Any, *args: Any, **options: Any) -> Any:
        given = options.get("size") if len(args) <= size else args[size]
        parameters = *args[:size], *(v for name, v in options.items() if name not in ("size", "dtype"))
        if given is not None or self._xp.NAME == "numpy" or not on_host(self._xp, *parameters):
            return method(self, *args, **options)
        drawn = method(numpy_twin(self), *args, **options)
        return drawn.item() if isinstance(drawn, (np.generic, np.ndarray)) else drawn

    return draw  # type: ignore[return-value]  # wraps keeps the signature, and mypy does not know it


def numpy_twin(generator: Any) -> Any:
    """A generator that draws NumPy's arrays from the same keys."""
    return type(generator)(registry.load("numpy").module, generator._keys)


def host_entries(a: Any) -> np.ndarray | int | None:
    """The numbers among which is chosen, or how many there are; ``None`` where no number comes of it."""
    if isinstance(a, (int, np.integer)):
        return int(a)
    entries = np.asarray(a) if isinstance(a, range) else known_parameter(a)
    return None if entries is None or entries.ndim != 1 or entries.dtype.kind not in "biufc" else entries


def host_chances(xp: Any, p: Any) -> np.ndarray | None:
    """The values of chances where they are known now."""
    values = known_parameter(p)
    if values is not None:
        return values
    try:
        return np.asarray(xp.to_numpy(xp.asarray(p)))
    except (TypeError, ValueError, RuntimeError):
        return None  # libraries say in such ways that they trace
