"""Numbers that a dtype of integers does not hold, put into integers where an index may stand several times."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from emberops.backends.support.known_values import known
from emberops.dtypes import dtype as dtypes
from emberops.typing import NativeTensor as Tensor

Update = Callable[..., Tensor]
_WRAPPING = 32
"""Bits of the integers that wrap around in narrower ones, as NumPy's floats do, where some libraries cut them off."""


def in_common_dtype(backend: str, of_numpy: np.ufunc) -> Callable[[Update], Update]:
    """Make an update of integers compute in the dtype in which they meet the values, as NumPy's ``at`` does.

    The values are cast to the tensor's dtype otherwise, which is another number for fractions: of 100 less 2.5
    NumPy keeps 97.
    """

    def decorate(update: Update) -> Update:
        @wraps(update)
        def updated(x: Any, indices: Any, values: Any, /, *, copy: bool = False) -> Tensor:
            xp = sys.modules[f"emberops.backends.{backend}"]
            if not xp.isdtype(x.dtype, "integral") or _is_checked(values):
                return update(x, indices, values, copy=copy)
            if type(values) is not float:
                values = xp.asarray(values)
            common = xp.result_type(x, values)
            if not _computes_otherwise(xp, of_numpy, x, common):
                return update(x, indices, values, copy=copy)
            made = update(xp.astype(x, common), indices, values, copy=True)
            if dtypes.dtype(x.dtype).bits < _WRAPPING:
                made = xp.astype(made, f"int{_WRAPPING}")
            made = xp.astype(made, x.dtype)
            if not xp.isdtype(common, "integral"):
                made = _one_by_one(xp, of_numpy, made, x, indices, values)
            return made if copy else xp.assign(x, ..., made)

        return updated

    return decorate


def _is_checked(values: Any) -> bool:
    """Whether values are one of Python's numbers that the update itself checks: an integer, or one like none."""
    return type(values) in (int, bool, complex) or (type(values) is float and not math.isfinite(values))


def _computes_otherwise(xp: Any, of_numpy: np.ufunc, x: Any, common: Any) -> bool:
    """Whether values cast to the dtype of ``x`` give something else; sums and products wrap around alike."""
    if xp.isdtype(common, "integral"):
        return common != x.dtype and of_numpy in (np.maximum, np.minimum)
    return bool(xp.isdtype(common, "real floating"))


def _one_by_one(xp: Any, of_numpy: np.ufunc, made: Any, x: Any, indices: Any, values: Any) -> Any:
    """``made`` where one value at most goes to a place; of several NumPy drops the fraction after each of them.

    Within a compiler, which does not know where they go, the fraction is dropped once.
    """
    counts = xp.add_at(xp.zeros(tuple(x.shape), dtype="int32"), indices, 1, copy=True)
    # A compiler may hide the values where it knows the places: what is true of all values is known of known ones alone.
    has_values = xp.all(made == made)  # noqa: PLR0124 - true of whatever the values are, but for NaN, and asks for them
    if not known(xp, xp.logical_and(xp.any(counts > 1), has_values)):
        return xp.where(counts > 0, made, x)  # a float may have no room for the digits of the others
    places = xp.getitem(xp.reshape(xp.arange(math.prod(x.shape)), x.shape), indices)
    places = np.asarray(xp.to_numpy(places))
    given = values if type(values) is float else xp.to_numpy(xp.stop_gradient(values))
    found = np.array(xp.to_numpy(x)).reshape(-1)
    of_numpy.at(found, places.reshape(-1), np.broadcast_to(given, places.shape).reshape(-1))
    return xp.asarray(found.reshape(tuple(x.shape)), dtype=x.dtype, device=xp.device(x))
