"""Operations of the group ``searching`` on NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from emberops.backends.numpy.statistical import NOT_GIVEN
from emberops.dispatch.router import ONE_TYPE


def where(condition: Any, x1: Any = None, x2: Any = None, /) -> Any:
    if x1 is None and x2 is None:
        return np.where(condition)
    if x1 is None or x2 is None:
        raise ValueError("where: either both or neither of x1 and x2 must be given")
    return np.where(condition, x1, x2)


setattr(where, ONE_TYPE, np.where)


nonzero = np.nonzero
argwhere = np.argwhere
flatnonzero = np.flatnonzero
count_nonzero = np.count_nonzero
searchsorted = np.searchsorted
digitize = np.digitize
select = np.select


def argmax(x: Any, /, axis: int | None = None, *, keepdims: bool = False) -> Any:
    return np.argmax(x, axis, keepdims=keepdims or NOT_GIVEN)


def argmin(x: Any, /, axis: int | None = None, *, keepdims: bool = False) -> Any:
    return np.argmin(x, axis, keepdims=keepdims or NOT_GIVEN)


def nanargmax(x: Any, /, axis: int | None = None, *, keepdims: bool = False) -> Any:
    return np.nanargmax(x, axis, keepdims=keepdims or NOT_GIVEN)


def nanargmin(x: Any, /, axis: int | None = None, *, keepdims: bool = False) -> Any:
    return np.nanargmin(x, axis, keepdims=keepdims or NOT_GIVEN)
