"""What is wrong with host data of which no tensor can be made."""

from __future__ import annotations

import numbers
from typing import Any

from emberops.errors import DTypeError, EmberopsError, ShapeError


def sequence_error(obj: Any, error: Exception) -> EmberopsError:
    """The error for a sequence that ``asarray`` cannot take: what it holds, if that is no number, or its shape."""
    stranger = _stranger(obj)
    if stranger is not None:
        return DTypeError(f"asarray: no tensor holds {type(stranger).__name__} objects, such as {stranger!r}")
    return ShapeError(f"asarray: the sequence is ragged ({error})")


def _stranger(obj: Any) -> Any:
    """The first thing in nested sequences that is neither a number nor an array; ``None`` if there is none."""
    if isinstance(obj, (list, tuple)):
        return next((found for found in map(_stranger, obj) if found is not None), None)
    return None if obj is None or isinstance(obj, numbers.Number) or hasattr(obj, "shape") else obj
