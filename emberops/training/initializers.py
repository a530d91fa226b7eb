"""First values of parameters, from a random key: the same numbers on every backend."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from emberops import ops
from emberops.typing import DTypeLike, Tensor, TensorLike

Initializer = Callable[[TensorLike, Sequence[int]], Tensor]
"""From a key and a shape, whose last two axes are those of inputs and outputs."""


def _fans(shape: Sequence[int]) -> tuple[int, int]:
    """How many inputs an output has, and how many outputs an input."""
    field = math.prod(shape[:-2])
    inputs, outputs = (shape[-2], shape[-1]) if len(shape) > 1 else (shape[0], shape[0])
    return field * inputs, field * outputs


def glorot_uniform(key: TensorLike, shape: Sequence[int], /, *, dtype: DTypeLike = None) -> Tensor:
    """Uniform within ``sqrt(6 / (inputs + outputs))`` (Glorot and Bengio, 2010, AISTATS)."""
    limit = math.sqrt(6 / sum(_fans(shape)))
    return ops.random.uniform(key, tuple(shape), dtype, -limit, limit)


def he_normal(key: TensorLike, shape: Sequence[int], /, *, dtype: DTypeLike = None) -> Tensor:
    """Normal with variance ``2 / inputs``, for ReLU (He et al., 2015, arXiv:1502.01852)."""
    return ops.random.normal(key, tuple(shape), dtype, stddev=math.sqrt(2 / _fans(shape)[0]))


def lecun_normal(key: TensorLike, shape: Sequence[int], /, *, dtype: DTypeLike = None) -> Tensor:
    """Normal with variance ``1 / inputs`` (LeCun et al., 1998, Efficient BackProp)."""
    return ops.random.normal(key, tuple(shape), dtype, stddev=math.sqrt(1 / _fans(shape)[0]))


def normal(stddev: float = 0.02) -> Initializer:
    """Normal with a given standard deviation."""
    return lambda key, shape: ops.random.normal(key, tuple(shape), stddev=stddev)


def uniform(limit: float) -> Initializer:
    """Uniform between ``-limit`` and ``limit``."""
    return lambda key, shape: ops.random.uniform(key, tuple(shape), None, -limit, limit)


def zeros(_key: TensorLike, shape: Sequence[int], /) -> Tensor:
    """Zeros; the key is not used."""
    return ops.zeros(tuple(shape))
