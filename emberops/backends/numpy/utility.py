"""Operations of the group ``utility`` on NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from emberops.backends.numpy.handing_over import given

isclose = np.isclose
allclose = np.allclose
array_equal = np.array_equal
array_equiv = np.array_equiv
ediff1d = np.ediff1d
interp = np.interp
unwrap = np.unwrap
gradient = np.gradient


def all(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    if type(x) is not np.ndarray:
        return np.all(False if x is None else x, **given(axis=axis, keepdims=keepdims))
    return x.all(axis, keepdims=keepdims)


def any(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    if type(x) is not np.ndarray:
        return np.any(False if x is None else x, **given(axis=axis, keepdims=keepdims))
    return x.any(axis, keepdims=keepdims)


def diff(x: Any, /, n: int = 1, axis: int = -1, *, prepend: Any = None, append: Any = None) -> Any:
    joined = given(prepend=prepend, append=append)
    if type(x) is not np.ndarray:
        return np.diff(x, **given(n=None if n == 1 else n, axis=None if axis == -1 else axis), **joined)
    return np.diff(x, n, axis, **joined)


def has_nan_or_inf(x: Any, /) -> bool:
    return not np.all(np.isfinite(x))
