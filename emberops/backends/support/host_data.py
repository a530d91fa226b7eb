"""Host data of which no tensor can be made as it is: numbers written as text are read, the rest is explained."""

from __future__ import annotations

import math
import numbers
from array import array
from collections import UserList, deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np

from emberops.backends.support.scalars import check_held
from emberops.dispatch.operand_checks import of_sparse
from emberops.dispatch.sequences import number_types
from emberops.dtypes import dtype as dtypes
from emberops.errors import DeviceNotAvailableError, DTypeError, EmberopsError, ShapeError, TextError

NUMPY_DATA = (np.ndarray, np.generic, int, float, complex)
"""What code that computes in NumPy takes as it is."""
PYTHON_NUMBERS = (int, float, complex)
_NOTHING = object()
_READ = {"real floating": float, "complex floating": complex, "signed integer": int, "unsigned integer": int}


OTHER_SEQUENCES = (range, deque, UserList)
"""Sequences of Python's that NumPy reads as it reads lists."""


def in_dtype(x: Any, dtype: Any) -> Any:
    """What goes to NumPy in a dtype, if one is asked for.

    Raises
    ------
    TypeError
        If its values are of a kind that the dtype does not hold.
    """
    if dtype is None:
        return x
    return np.asarray(x).astype(dtypes.dtype(dtype).name, casting="same_kind", copy=False)


def as_written_to(x: Any, writable: bool) -> Any:
    """An array of NumPy as it is, or a copy where it is read-only and is to be ``writable``."""
    return x.copy() if writable and not x.flags.writeable else x


def of_host_dtypes(operands: Sequence[Any], asarray: Callable[[Any], Any]) -> list[Any]:
    """Operands of which only dtypes count, with a tensor by ``asarray`` for each array and scalar of NumPy's."""
    return [
        asarray(np.zeros((), x.dtype)) if isinstance(x, (np.ndarray, np.generic)) else x for x in operands
    ]


def listed(obj: Any) -> Any:
    """Lists of what sequences hold, to any depth; what is no sequence stays."""
    return [*map(listed, obj)] if isinstance(obj, (list, tuple, *OTHER_SEQUENCES)) else obj


_NO_NUMBERS: Final = "OSTUMm"
"""Kinds of NumPy's dtypes for objects, text, dates and times."""


def objects_of(x: Any) -> Any:
    """What holds something else than numbers, sequences and arrays of NumPy, as lists; ``None`` for all else."""
    if isinstance(x, np.ndarray) and x.dtype.kind in _NO_NUMBERS:
        return x.tolist()
    if not isinstance(x, (list, tuple)) or number_types(x) is not None or holds_numbers(x):
        return None
    return _objects(x)


def _objects(x: Any) -> Any:
    if isinstance(x, (list, tuple)):
        return [*map(_objects, x)]
    return x.tolist() if hasattr(x, "tolist") else x


def gives_array(obj: Any) -> bool:
    """Whether NumPy makes an array of an object: a column of pandas, say, an image of Pillow, or Python's buffers.

    A library that reads the memory of a buffer itself takes it for numbers of its default dtype.
    """
    return (
        hasattr(obj, "__array__")
        or hasattr(obj, "__array_interface__")
        or isinstance(obj, (memoryview, bytearray, array))
    )


def unmasked(x: Any) -> Any:
    """An array of NumPy as it is, and a masked one, of which nothing is masked, as a plain one.

    Raises
    ------
    DTypeError
        If something is masked: no tensor says of an element that it is not there.
    """
    if not isinstance(x, np.ma.MaskedArray):
        return x
    if np.ma.is_masked(x):
        raise DTypeError(
            "asarray: no tensor holds a mask; fill the array (`x.filled(0)`), or take what is not masked "
            "(`x.compressed()`)"
        )
    return x.data


def require_data(obj: Any) -> None:
    """Refuse what a library would read in a way of its own, or not at all: bytes, and sparse matrices.

    Raises
    ------
    DTypeError
        For a sparse matrix.
    TextError
        For bytes.
    """
    if isinstance(obj, bytes):
        raise TextError(f"asarray: no tensor holds bytes objects, such as {obj!r:.80}")
    if (sparse := of_sparse(obj)) is not None:
        raise DTypeError(f"asarray: obj {sparse}")


def require_dlpack(x: Any) -> None:
    """Refuse what offers no memory in the way of DLPack, neither by its method nor as the capsule that this gives.

    Raises
    ------
    TypeError
        As NumPy and JAX do.
    """
    if not hasattr(x, "__dlpack__") and type(x).__name__ != "PyCapsule":
        raise TypeError(f"from_dlpack: a {type(x).__name__} has no __dlpack__")


def shaped(x: Any, asarray: Callable[[Any], Any]) -> Any:
    """Host data as something that has a shape: text and ``None`` have one on NumPy, and no tensor holds them."""
    if isinstance(x, (list, tuple)):
        try:
            return asarray(x)
        except DTypeError:
            pass
    return np.asarray(x)


def sequence_error(obj: Any, error: Exception, dtype: Any = None) -> Exception:
    """The error for a sequence of which ``asarray`` can make no tensor of ``dtype``.

    It says what the sequence holds that is no number, or which number does not fit, or else that it is ragged; of a
    device that is not there ``error`` says all.
    """
    if isinstance(error, DeviceNotAvailableError):
        return error
    for stranger in _no_machine_numbers(obj):
        error_class = TextError if isinstance(stranger, (str, bytes)) else DTypeError
        return error_class(
            f"asarray: no tensor holds {type(stranger).__name__} objects, such as {stranger!r:.80}"
        )
    if dtype is not None:
        name = dtypes.dtype(dtype).name
        try:
            for number in python_numbers(obj):
                check_held(number, name)
        except (OverflowError, ValueError, TypeError) as unfit:
            return unfit
    for number in python_numbers(obj):
        if isinstance(number, int) and not -(2**63) <= number < 2**63:
            return OverflowError(f"asarray: {number} is beyond 64 bits with a sign")
    return ShapeError(f"asarray: the sequence is ragged ({error})")


def python_numbers(obj: Any) -> Iterator[Any]:
    """The Python numbers in nested sequences."""
    if isinstance(obj, (list, tuple)):
        for item in obj:
            yield from python_numbers(item)
    elif isinstance(obj, (int, float, complex)):
        yield obj


def stored(value: Any, into: Any) -> Any:
    """What ``assign`` puts into a tensor of the dtype ``into``: NaN for ``None``, as NumPy does.

    Raises
    ------
    TypeError
        If ``value`` is ``None`` and the dtype has no NaN, or a complex number and the dtype is real.
    OverflowError, ValueError
        If it is a number that the dtype, one of integers, does not hold.
    """
    if value is not None:
        if type(value) in PYTHON_NUMBERS:
            check_held(value, dtypes.dtype(into).name)
        return value
    if dtypes.dtype(into).kind not in ("real floating", "complex floating"):
        raise TypeError(f"assign: None stands for NaN, which a tensor of {into} cannot hold")
    return math.nan


def read_text(obj: Any, dtype: Any) -> Any:
    """``obj`` with numbers for the text in it, as NumPy reads text where a dtype of numbers is asked for.

    ``None`` where there is no text, or no such dtype.

    Raises
    ------
    ValueError
        If a text is no such number.
    """
    number = None if dtype is None else _READ.get(dtypes.dtype(dtype).kind)
    if number is None or not any(isinstance(item, str) for item in _strangers(obj)):
        return None
    return _read(obj, number)


def _read(obj: Any, number: Callable[[str], Any]) -> Any:
    if isinstance(obj, (list, tuple)):
        return [_read(item, number) for item in obj]
    return number(obj) if isinstance(obj, str) else obj


def holds_numbers(obj: Any) -> bool:
    """Whether there is nothing but numbers and arrays in ``obj``, however nested."""
    return next(_strangers(obj), _NOTHING) is _NOTHING


def _no_machine_numbers(obj: Any) -> Iterator[Any]:
    """What no dtype stands for in nested sequences: strangers, and exact numbers such as fractions."""
    yield from _strangers(obj)
    for item in _items(obj):
        if isinstance(item, numbers.Number) and not isinstance(item, (int, float, complex, np.generic)):
            yield item


def _items(obj: Any) -> Iterator[Any]:
    if isinstance(obj, (list, tuple)):
        for item in obj:
            yield from _items(item)
    else:
        yield obj


def _strangers(obj: Any) -> Iterator[Any]:
    """What is neither a number nor an array in nested sequences."""
    if isinstance(obj, (list, tuple)):
        for item in obj:
            yield from _strangers(item)
    elif isinstance(obj, np.generic | np.ndarray):
        if obj.dtype.kind in "OSUmMV":
            yield obj
    elif not isinstance(obj, numbers.Number) and not hasattr(obj, "shape"):
        yield obj
