"""What is wrong with host data of which no tensor can be made."""

from __future__ import annotations

import numbers
from collections.abc import Iterator
from typing import Any

from emberops.errors import DTypeError, EmberopsError, ShapeError

_NOTHING = object()


def sequence_error(obj: Any, error: Exception) -> EmberopsError:
    """The error for a sequence that ``asarray`` cannot take: what it holds, if that is no number, or its shape."""
    for stranger in _strangers(obj):
        return DTypeError(f"asarray: no tensor holds {type(stranger).__name__} objects, such as {stranger!r}")
    return ShapeError(f"asarray: the sequence is ragged ({error})")


def holds_numbers(obj: Any) -> bool:
    """Whether there is nothing but numbers and arrays in ``obj``, however nested."""
    return next(_strangers(obj), _NOTHING) is _NOTHING


def _strangers(obj: Any) -> Iterator[Any]:
    """What is neither a number nor an array in nested sequences."""
    if isinstance(obj, (list, tuple)):
        for item in obj:
            yield from _strangers(item)
    elif not isinstance(obj, numbers.Number) and not hasattr(obj, "shape"):
        yield obj
