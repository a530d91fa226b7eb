"""Divisions of integers, by the host where their shapes vary: each shape would wait for the compiler.

Integers have one quotient and one rest, so that it does not matter who computes them, and how often calls of a kind
are met may decide.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import wraps
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from emberops.backends.jax import frequency, placing

_LARGEST = 2**14
"""Results of more elements are worth a program."""
_NUMBER = ("a number",)
_Binary = Callable[[Any, Any], Any]


def by_host_where_varied(program: _Binary, host: np.ufunc) -> _Binary:
    """``program``, a division; integers of shapes that are not met often are divided by NumPy's ``host``."""

    @wraps(program)
    def divided(x1: Any, x2: Any, /) -> Any:
        first = _kind(x1)
        if first is None or (second := _kind(x2)) is None:
            return program(x1, x2)
        kind = (host, *first, *second)
        if frequency.is_often(kind) or (dtype := _dtype_of_host(x1, x2)) is None:
            return program(x1, x2)
        frequency.count(kind)
        with np.errstate(all="ignore"):  # JAX warns of nothing
            made = host(np.asarray(x1, dtype), np.asarray(x2, dtype))
        return placing.beside(x1 if isinstance(x1, jax.Array) else x2, np.asarray(made))

    return divided


def _kind(x: Any) -> Any:
    """What a program of integers is compiled for; ``None`` of other operands."""
    if type(x) is int:
        return _NUMBER
    dtype = getattr(x, "dtype", None)
    return None if dtype is None or dtype.kind not in "iu" else (x.shape, dtype.num)


def _dtype_of_host(x1: Any, x2: Any) -> Any | None:
    """The integers in which the host divides; ``None`` where it has no values, or too many."""
    tensors = [x for x in (x1, x2) if isinstance(x, jax.Array)]
    if not tensors or not placing.lie_together(tensors):
        return None
    dtype = jnp.result_type(x1, x2)
    if dtype.kind not in "iu":
        return None
    try:
        shape = np.broadcast_shapes(*(x.shape for x in tensors))
    except ValueError:  # the program refuses it in its own words
        return None
    return dtype if math.prod(shape) <= _LARGEST else None
