"""How large a tensor is, or host data would be as one."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from emberops.backends.support.host_data import shaped


def extents(
    tensor: type[Any], asarray: Callable[[Any], Any]
) -> tuple[Callable[[Any], tuple[int, ...]], Callable[[Any], int], Callable[..., int]]:
    """The operations ``shape``, ``ndim`` and ``size`` of a library.

    They are made for one library, instead of being told it in each call, for nothing is asked more often of tensors.

    Parameters
    ----------
    tensor
        The class of its tensors, which have NumPy's attributes ``shape``, ``ndim`` and ``size``.
    asarray
        Makes a tensor of a sequence.
    """

    def shape(x: Any, /) -> tuple[int, ...]:
        return tuple(x.shape if isinstance(x, tensor) else np.shape(shaped(x, asarray)))

    def ndim(x: Any, /) -> int:
        return x.ndim if isinstance(x, tensor) else len(shape(x))

    def size(x: Any, /, axis: int | None = None) -> int:
        if isinstance(x, tensor):
            count: int = x.size if axis is None else x.shape[axis]
            return count
        if axis is not None:
            return shape(x)[axis]
        own = getattr(x, "size", None)  # of an object that counts itself, as NumPy takes it: a sparse matrix
        return own if isinstance(own, int) else math.prod(shape(x))

    return shape, ndim, size
