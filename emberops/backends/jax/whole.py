"""Composed functions compiled as one.

Outside ``jax.jit``, JAX compiles every primitive for every shape: thirty of them, a second of waiting, for the first
``nanmedian`` of a shape.  Compiled as one function they take a tenth of that, and run in one go.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from types import ModuleType
from typing import Any

import jax

from emberops.backends.composed import statistical
from emberops.backends.jax.compiled import compiling

NAMES = (
    "nansum",
    "nanprod",
    "nancumsum",
    "nancumprod",
    "nanmean",
    "nanvar",
    "nanstd",
    "nanmedian",
    "nanquantile",
    "nanpercentile",
    "quantile",
    "percentile",
)
"""Functions that look at no value: only the shapes decide what they do."""


class _Static:
    """A value that is part of what is compiled, told apart by its type too: ``True`` is not ``1``."""

    __slots__ = ("key", "value")

    def __init__(self, value: Any) -> None:
        self.value = value
        self.key = _key(value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Static) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


def _key(value: Any) -> Any:
    if isinstance(value, _Static):
        return value.key
    return (type(value), tuple(map(_key, value)) if isinstance(value, (list, tuple)) else value)


@compiling(static_argnums=(0, 1, 2))
def _run(
    function: Callable[..., Any], given: _Static, names: tuple[str, ...], tensors: tuple[Any, ...]
) -> Any:
    """Call ``function`` with the tensors in the places that hold none, the last ones by name."""
    rest = iter(tensors)
    values = [next(rest) if value is None else value.value for value in given.value]
    first = len(values) - len(names)
    return function(*values[:first], **dict(zip(names, values[first:], strict=True)))


def whole(common: Callable[..., Any], xp: ModuleType) -> Callable[..., Any]:
    """The composed function ``common`` over the namespace ``xp``, compiled as one."""

    @wraps(common)
    def over_namespace(*args: Any, **kwargs: Any) -> Any:
        return common(xp, *args, **kwargs)

    @wraps(common)
    def function(*args: Any, **kwargs: Any) -> Any:
        values = [*args, *kwargs.values()]
        tensors = tuple(v for v in values if isinstance(v, jax.Array))
        given = _Static(tuple(None if isinstance(v, jax.Array) else _Static(v) for v in values))
        return _run(over_namespace, given, tuple(kwargs), tensors)

    return function


def compile_whole(xp: ModuleType) -> None:
    """Give the namespace its functions of :data:`NAMES`."""
    for name in NAMES:
        setattr(xp, name, whole(getattr(statistical, name), xp))
