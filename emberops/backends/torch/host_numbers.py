"""Tensors of host data of the common kinds: Python's numbers, lists of these, and NumPy's arrays as they mostly are.

PyTorch reads a list item by item, which takes it three times as long as to let NumPy read it and to take its memory.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch

from emberops.backends.torch.dtypes import default_float
from emberops.dispatch.owners import SCALARS
from emberops.dispatch.sequences import item_types

_NUMPYS: dict[torch.dtype, Any] = {
    torch.float32: np.float32,
    torch.float64: np.float64,
    torch.int64: np.int64,
    torch.bool: np.bool_,
}
"""Dtypes in which NumPy reads Python's numbers as PyTorch does."""
_OWN: dict[type, torch.dtype] = {
    np.float32: torch.float32,
    np.float64: torch.float64,
    np.int64: torch.int64,
    np.int32: torch.int32,
    np.bool_: torch.bool,
}
_FLOATS = (torch.float32, torch.float64)
_INTEGERS = range(-(2**63), 2**63)


def placed(obj: Any, dtype: torch.dtype | None, copy: bool | None) -> torch.Tensor | None:
    """What ``asarray`` gives; ``None`` where that is for it to find out, or to refuse."""
    kind = type(obj)
    if kind is list or kind is tuple:
        return _of_sequence(obj, dtype)
    if kind is np.ndarray:
        return _of_array(obj, dtype, copy)
    if kind is float:
        return _of_float(obj, default_float() if dtype is None else dtype) if _is_real(dtype) else None
    if dtype is not None:
        return None
    if kind is bool:
        return torch.scalar_tensor(obj, dtype=torch.bool)
    if kind is int:
        return torch.scalar_tensor(obj, dtype=torch.int64) if obj in _INTEGERS else None
    own = _OWN.get(kind)
    return (
        None if own is None or torch.compiler.is_compiling() else torch.scalar_tensor(obj.item(), dtype=own)
    )


def _of_float(number: float, dtype: torch.dtype) -> torch.Tensor:
    try:
        return torch.scalar_tensor(number, dtype=dtype)
    except RuntimeError:  # it is too large: infinite, as in a list, without a word
        return torch.scalar_tensor(math.copysign(math.inf, number), dtype=dtype)


def _is_real(dtype: torch.dtype | None) -> bool:
    return dtype is None or dtype.is_floating_point


def _of_sequence(obj: Any, dtype: torch.dtype | None) -> torch.Tensor | None:
    if torch.compiler.is_compiling():
        return None  # which follows every item
    kinds = item_types(obj)
    if not SCALARS.issuperset(kinds):
        return _of_numpys(obj, kinds, dtype)
    wanted = _dtype_of(kinds, dtype) if kinds else None
    numpys = None if wanted is None else _NUMPYS.get(wanted)
    if numpys is None:
        return None
    try:
        with np.errstate(over="ignore"):  # what is too large for a float is infinite, without a word
            return torch.asarray(np.array(obj, numpys))
    except (OverflowError, ValueError):  # ragged, or too large: there are better words for it
        return None


def _of_numpys(obj: Any, kinds: set[type], dtype: torch.dtype | None) -> torch.Tensor | None:
    """A sequence of NumPy's numbers and arrays, with Python's among them or not, in the dtype that NumPy gives it."""
    if not all(cls is np.ndarray or cls in SCALARS or issubclass(cls, np.generic) for cls in kinds):
        return None
    try:
        made = torch.asarray(np.asarray(obj))
    except (TypeError, ValueError):  # ragged, or of text or objects: there are better words for it
        return None
    return made if dtype is None else made.to(dtype)


def _dtype_of(kinds: set[type], asked: torch.dtype | None) -> torch.dtype | None:
    """The dtype of numbers of these types, in the common cases."""
    if complex in kinds:
        return None
    if asked is None:
        return default_float() if float in kinds else torch.int64 if int in kinds else torch.bool
    if asked in _FLOATS or (asked is torch.int64 and float not in kinds):
        return asked
    return None


def _of_array(x: np.ndarray[Any, Any], dtype: torch.dtype | None, copy: bool | None) -> torch.Tensor | None:
    """An array of NumPy whose memory PyTorch takes as it is: writable, of native byte order, in C's order."""
    if torch.compiler.is_compiling() or not x.ndim:
        return None
    flags = x.flags
    if not (flags.c_contiguous and flags.writeable and x.dtype.isnative):
        return None
    try:
        return torch.asarray(x, dtype=dtype, copy=copy)
    except (TypeError, ValueError):  # a dtype that PyTorch has not; one element that lies there in reverse
        return None
