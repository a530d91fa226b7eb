"""What a program gives, in a form that can be compared, and the first difference of two such forms."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import Any

import numpy as np
import scipy.sparse
from announced import KINDS, is_hidden, is_later

from emberops import ops

CLOSE = 1e-13
"""NumPy's own sums differ by as much between an array and its copy."""
CLOSE_IN_SINGLE = 1e-6
CLOSE_ELSEWHERE = 1e-4
"""MLX computes sines and exponentials in single precision."""


def plain(value: Any, depth: int = 0) -> Any:
    """A value as nested tuples that can be compared, copied out of what later calls may change."""
    if depth > 6:
        return "deep"
    if isinstance(value, np.ma.MaskedArray):
        mask = np.ma.getmaskarray(value)  # `out=` of another shape leaves one that does not fit
        held = value.filled(0) if mask.shape == value.shape else value.data
        return ("masked", plain(np.asarray(held), depth), plain(mask, depth))
    if isinstance(value, np.ndarray):
        if value.dtype.kind == "O":
            return (
                type(value).__name__,
                "object",
                value.shape,
                tuple(plain(v, depth + 1) for v in value.flat),
            )
        if value.dtype.kind == "V":
            return (type(value).__name__, value.dtype.str, value.shape, plain(value.tolist(), depth + 1))
        return (type(value).__name__, value.dtype.str, value.shape, value.copy())
    if isinstance(value, np.generic):
        return (f"numpy.{type(value).__name__}", value)
    if ops.is_tensor(value):
        return ("tensor", ops.to_numpy(value).copy())
    if scipy.sparse.issparse(value):
        return ("sparse", value.format, value.toarray())
    if isinstance(value, list | tuple | set | frozenset):
        parts = list(value)
        if isinstance(value, set | frozenset):
            parts.sort(key=repr)
        return (type(value).__name__, *(plain(part, depth + 1) for part in parts))
    if isinstance(value, dict):
        return ("dict", *((plain(k, depth + 1), plain(v, depth + 1)) for k, v in value.items()))
    if callable(value) or isinstance(value, type):
        return "function"
    if value is None or isinstance(value, bool | int | float | complex | str | bytes):
        return (type(value).__name__, value)
    if hasattr(value, "__dict__"):
        return (type(value).__name__, plain(vars(value), depth + 1))
    return (type(value).__name__, repr(value))


def difference(
    before: list[Any], after: list[Any], *, same_types: bool = True, texts: tuple[str, str] | None = None
) -> tuple[str, str] | None:
    """The first difference: its kind, and how it shows.  ``texts`` tell which exception comes later."""
    if len(before) != len(after):
        return "exception", f"{before[-1][:2]} -> {after[0][:2]}"
    for a, b in zip(before, after, strict=True):
        if a[0] != b[0] or (a[0] != "gives" and not _covers(b[1], a[1])):
            if not same_types and (a[0] != "gives" or b[0] != "gives"):
                continue  # what does not run on another backend says so
            if _is_accepted(a, b, texts) or _is_hidden(a, b, texts):
                continue  # told below, where nothing worse is found
            return "exception", f"{_told(a)} -> {_told(b)}"
    return _worst(_between(a, b, same_types, texts) for a, b in zip(before, after, strict=True))


def _is_accepted(a: Any, b: Any, texts: tuple[str, str] | None) -> bool:
    """Whether what raised in NumPy gives a result: that of the call, or one with which the program goes on."""
    if a[0] != "raises" or b[0] != "raises":
        return a[0] == "raises" and b[0] == "gives"
    return texts is not None and not _covers(b[1], a[1]) and is_later(*texts, a[4], b[4])


def _is_hidden(a: Any, b: Any, texts: tuple[str, str] | None) -> bool:
    """Whether the exception of the new value hides that of the element."""
    return a[0] == b[0] == "raises" and texts is not None and is_hidden(*texts, a[4], b[4])


def _between(a: Any, b: Any, same_types: bool, texts: tuple[str, str] | None) -> tuple[str, str] | None:
    """How the outcomes of one call differ, in what it gives or in what it leaves in its arguments."""
    if same_types and _is_accepted(a, b, texts):
        return "accepts", f"{_told(a)} -> {_told(b)}"
    if same_types and a[0] == "raises" and not _covers(b[1], a[1]) and _is_hidden(a, b, texts):
        return "order", f"{_told(a)} -> {_told(b)}"
    if a[0] == "import" or b[0] != a[0]:
        return None
    left = _unequal(a[2], b[2], same_types)
    given = _unequal(a[1], b[1], same_types) if a[0] == "gives" else None
    return _worst([given, left and ("argument", left[1])])


def _worst(found: Iterable[tuple[str, str] | None]) -> tuple[str, str] | None:
    """The first difference that is not announced, or else the first."""
    announced = None
    for one in found:
        if one is not None and one[0] not in KINDS:
            return one
        announced = announced or one
    return announced


def _covers(after: str, before: str) -> bool:
    """Whether what catches one exception catches the other."""
    return set(before.split("/")) <= set(after.split("/"))


def _told(outcome: Any) -> str:
    return (
        outcome[1] + (f" ({outcome[3][:60]})" if len(outcome) > 3 else "")
        if outcome[0] != "gives"
        else "a result"
    )


def _unequal(a: Any, b: Any, same_types: bool) -> tuple[str, str] | None:
    if isinstance(a, np.ndarray | np.generic | float | complex) and not same_types:
        return None if _close(a, b, CLOSE_ELSEWHERE) else ("value", f"{_short(a)} -> {_short(b)}")
    if type(a) is not type(b):
        return "type", f"{_short(a)} -> {_short(b)}"
    if isinstance(a, tuple):
        if not same_types:
            a, b = _loose(a), _loose(b)
            if not isinstance(a, tuple) or not isinstance(b, tuple):
                return (
                    _unequal(a, b, same_types) if isinstance(b, type(a) | np.ndarray | np.generic) else None
                )
        if a and isinstance(a[0], str) and a[0] != b[0]:
            number = a[0] in _NUMBERS and b[0] in _NUMBERS and _close(a[1], b[1], CLOSE)
            return "number" if number else "type", f"{_short(a)} -> {_short(b)}"
        if a and isinstance(a[0], str) and a[0] == "str" and {a[1], b[1]} <= _NAMES and a != b:
            return "number", f"{_short(a)} -> {_short(b)}"  # the name of a number's type
        if len(a) != len(b):
            return "value", f"{_short(a)} -> {_short(b)}"
        return _worst(_unequal(x, y, same_types) for x, y in zip(a, b, strict=True))
    if isinstance(a, np.ndarray | np.generic | float | complex):
        return None if _close(a, b, CLOSE) else ("value", f"{_short(a)} -> {_short(b)}")
    return None if a == b else ("value" if not isinstance(a, str) else "type", f"{_short(a)} -> {_short(b)}")


_NUMBERS = frozenset(
    {
        *("bool", "int", "float", "complex"),
        *(f"numpy.{t.__name__}" for t in np.sctypeDict.values() if issubclass(t, np.bool_ | np.number)),
    }
)
"""Types of equal numbers that unsafe fixes may make of each other: pages of rules say so."""
_NAMES = frozenset(name.removeprefix("numpy.") for name in _NUMBERS)
"""What their ``__name__`` is."""


def _loose(value: tuple[Any, ...]) -> Any:
    """Numbers, NumPy's scalars, arrays and tensors all as arrays: other backends have their own."""
    last = value[-1] if value else None
    if isinstance(last, np.ndarray | np.generic | bool | int | float | complex) and isinstance(value[0], str):
        return np.asarray(last)
    return value


def _close(a: Any, b: Any, tolerance: float) -> bool:
    a, b = np.asarray(a), np.asarray(b)
    if a.shape != b.shape:
        return False
    if np.float32 in (a.dtype, b.dtype):
        tolerance = max(tolerance, CLOSE_IN_SINGLE)
    if a.dtype.kind not in "biufc" or b.dtype.kind not in "biufc":
        return bool(np.all(a == b)) if a.dtype == b.dtype else False
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return bool(
            np.allclose(a, b, rtol=tolerance, atol=tolerance if tolerance > CLOSE else 0, equal_nan=True)
        )


def _short(value: Any) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 90 else text[:87] + "..."
