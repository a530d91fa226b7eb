"""Kinds and classes of dtypes: the standard's words, and NumPy's abstract classes by their names."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from emberops.dtypes import dtype as dtypes
from emberops.errors import UnknownDTypeError

NativeDType = TypeVar("NativeDType")

WORDS: dict[str, frozenset[str]] = {
    "bool": frozenset({"bool"}),
    "signed integer": frozenset({"signed integer"}),
    "unsigned integer": frozenset({"unsigned integer"}),
    "integral": frozenset({"signed integer", "unsigned integer"}),
    "real floating": frozenset({"real floating"}),
    "complex floating": frozenset({"complex floating"}),
    "numeric": frozenset({"signed integer", "unsigned integer", "real floating", "complex floating"}),
}
"""The kinds of single dtypes that each word of the standard stands for."""


_OF_NUMPY = {
    "i": "signed integer",
    "u": "unsigned integer",
    "f": "real floating",
    "c": "complex floating",
    "m": "signed integer",
}
"""Kinds of dtypes that NumPy alone has, such as long doubles, by its letters."""


def required(native: NativeDType | None) -> NativeDType:
    """A library's dtype, where one must be given.

    Raises
    ------
    UnknownDTypeError
        For ``None``.
    """
    if native is None:
        raise UnknownDTypeError("a dtype must be given here, such as ops.float32; got None")
    return native


def is_of_kind(dtype: Any, kind: Any) -> bool:
    """Whether ``dtype`` is of one of the kinds; see ``ops.isdtype``."""
    if isinstance(kind, tuple):
        return any(is_of_kind(dtype, k) for k in kind)
    if isinstance(kind, str) and (kind in WORDS or kind not in dtypes.DTYPES):
        if kind not in WORDS:
            raise ValueError(f"isdtype: unknown kind {kind!r}; expected a dtype or one of {', '.join(WORDS)}")
        return _kind(dtype) in WORDS[kind]
    other = dtypes.dtype(kind)
    return _kind(dtype) == other.kind and not _is_of_numpy_alone(dtype) and dtypes.dtype(dtype) is other


def _kind(dtype: Any) -> str | None:
    """The kind of a dtype; of a type of objects ``None``.

    Raises
    ------
    UnknownDTypeError
        For what is no type at all.
    """
    if not _is_of_numpy_alone(dtype):
        return dtypes.dtype(dtype).kind
    return _OF_NUMPY.get(np.dtype(dtype).kind)


def _is_of_numpy_alone(dtype: Any) -> bool:
    """Whether no other library has this dtype: it is of long doubles, text, dates, records or objects."""
    return isinstance(dtype, np.dtype | type) and not dtypes.is_portable(dtype)


def is_subdtype(one: Any, other: Any) -> bool:
    """Whether ``one`` is, or is a class within, ``other``; see ``ops.issubdtype``."""
    if _is_numpys(one) and _is_numpys(other):
        return np.issubdtype(one, other)
    within, of = _kinds(one), _kinds(other)
    if of is None and _is_of_numpy_alone(other) and _is_numpys(other):
        return False  # which no dtype of another library is within
    if of is None:
        return within is None and not _is_of_numpy_alone(one) and dtypes.dtype(one) is dtypes.dtype(other)
    if within is None:
        return _kind(one) in of
    return within <= of


def _is_numpys(x: Any) -> bool:
    """Whether this is a dtype of NumPy's, or a class of its scalars, such as ``numpy.datetime64``."""
    return isinstance(x, np.dtype) or (isinstance(x, type) and issubclass(x, np.generic))


def _kinds(x: Any) -> frozenset[str] | None:
    """The kinds of a class of dtypes, ours or NumPy's; ``None`` for a single dtype."""
    if isinstance(x, dtypes.DTypeClass):
        return x.kinds
    name = getattr(x, "__name__", None)
    named = dtypes.CLASSES.get(name) if isinstance(x, type) and name else None
    return named.kinds if named else None
