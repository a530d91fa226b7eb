"""What stands in the place of a tensor, and can be none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from emberops.catalogue import CATALOGUE
from emberops.dispatch.argument_checks import MADE_OF_DATA, Found
from emberops.dispatch.owners import holds_text
from emberops.errors import DTypeError, NumberTooLargeError, TextError

_OF_ARRAYS = ("dtype", "__array__", "__array_interface__", "__dlpack__", "__buffer__")
"""Attributes of which arrays, and what becomes one, have one at least."""
_SPARSE = {
    "scipy.sparse": "is a sparse matrix of SciPy's, and a tensor is wanted: x.toarray() is dense",
    "jax.experimental.sparse": "is a sparse array of JAX's, and a tensor is wanted: x.todense() is dense",
}
"""Package of classes of sparse matrices -> what is said of one in the place of a tensor."""
_OF_DTYPES = frozenset({"can_cast", "finfo", "iinfo", "result_type"})
"""Operations in which text names a dtype."""
_WAYS = {"histogram": "bins", "histogram_bin_edges": "bins"}
"""Operation -> the argument in which text names a way to choose numbers, of which the operation knows more."""
_LOWEST, _HIGHEST = -(2**63), 2**64 - 1
"""Of all integers that some dtype holds."""


def no_tensor(op: str, needed: Iterable[str], arguments: Mapping[str, Any]) -> Found:
    """What is no data, or an integer that no dtype holds, in the place of a tensor.

    NumPy makes arrays of objects of them, in which each function finds something else to be wrong.
    """
    if op in MADE_OF_DATA:  # where it is the data that is wrong
        return None
    takes_text = op in _OF_DTYPES or CATALOGUE[op].any_values
    for name in needed:
        is_way = _WAYS.get(op) == name and isinstance(arguments[name], str)
        if not (takes_text or is_way) and holds_text(arguments[name]):
            return TextError, f"{name} holds text, {arguments[name]!r:.40}, and numbers are wanted"
        for label, value in _labelled(name, arguments[name]):
            if (sparse := of_sparse(value)) is not None:
                return DTypeError, f"{label} {sparse}"
            if is_iterator(value):
                return DTypeError, f"{label} {unread(value)}"
            if is_no_data(value):
                called = "None" if value is None else f"of {type(value).__name__}"
                return DTypeError, f"{label} is {called}, and a tensor is wanted"
            if is_too_large(value):
                return NumberTooLargeError, f"{label} is an integer that no dtype holds"
    return None


def is_iterator(value: Any) -> bool:
    """Whether a value is an iterator, such as a generator: no collection, and nothing that an array is made of."""
    return isinstance(value, Iterator) and not any(hasattr(value, name) for name in _OF_ARRAYS)


def unread(value: Any) -> str:
    """What to say of an iterator in the place of a tensor."""
    return f"is a {type(value).__name__}, an iterator, which no operation reads: list(...) makes a list of its items"


def of_sparse(value: Any) -> str | None:
    """What to say of a sparse matrix of SciPy's or of JAX's; None of anything else."""
    module = type(value).__module__
    return next((said for package, said in _SPARSE.items() if module.startswith(package)), None)


def is_sparse_class(cls: type) -> bool:
    """Whether the instances of a class are sparse matrices of SciPy's or of JAX's, or derived from those."""
    return any(base.__module__.startswith(tuple(_SPARSE)) for base in cls.__mro__)


def is_too_large(value: Any) -> bool:
    """Whether a value is an integer that no dtype holds."""
    return type(value) is int and not _LOWEST <= value <= _HIGHEST


def is_no_data(value: Any) -> bool:
    """Whether a value is neither a number that some dtype holds nor text, nor an array, nor a collection of such."""
    if value is None or isinstance(value, (type, Mapping)):
        return True
    if isinstance(value, (int, float, complex)) or any(hasattr(value, name) for name in _OF_ARRAYS):
        return False
    return callable(value) or not isinstance(value, Iterable)  # polynomials of NumPy's can be iterated too


def _labelled(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """An argument; of a sequence the items, each with its place."""
    if isinstance(value, (list, tuple)):
        for i, item in enumerate(value):
            yield f"{name}[{i}]", item
    else:
        yield name, value
