"""Sequences whose values follow from numbers that the host knows, made by the host.

JAX runs ``arange`` as three programs and ``linspace`` as fifteen, and compiles each for every length.  NumPy takes a
microsecond, and gives the same numbers to the last digit; what it makes is placed without a program.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from emberops.backends.jax import placing
from emberops.backends.jax.dtypes import default_float

_LARGEST = 2**16
"""Of so many elements at most: a program that is being traced holds them as constants."""
_NUMBERS = (bool, int, float, complex, np.generic)
_KINDS = "biufc"
"""Kinds of dtypes that NumPy computes in: bfloat16 is none."""


def made(size: int, make: Callable[..., Any], *bounds: Any, dtype: np.dtype[Any]) -> Any:
    """``make(*bounds)`` as arrays of ``dtype``; ``None`` where that is for JAX to do.

    Parameters
    ----------
    size
        How many elements there will be.
    make
        Gives an array of NumPy, or several, of NumPy's bounds.
    *bounds
        Numbers and tensors: tensors on a CPU are read.
    dtype
        The dtype of the result.
    """
    if size > _LARGEST or dtype.kind not in _KINDS or not all(map(_is_known, bounds)):
        return None
    tensors = [b for b in bounds if isinstance(b, jax.Array)]
    with np.errstate(all="ignore"):
        found = make(*(np.asarray(b) if isinstance(b, jax.Array) else b for b in bounds))
        return jax.tree.map(lambda part: _placed(np.asarray(part, dtype), tensors), found)


def _is_known(bound: Any) -> bool:
    if isinstance(bound, jax.Array):
        return placing.is_on_cpu(bound) and bound.dtype.kind in _KINDS
    return isinstance(bound, _NUMBERS)


def _placed(data: np.ndarray[Any, Any], tensors: list[jax.Array]) -> jax.Array:
    return placing.beside(tensors[0], data) if tensors else placing.placed(data)


def dtype_of(*bounds: Any) -> np.dtype[Any]:
    """The float dtype in which bounds meet."""
    tensors = [b.dtype for b in bounds if isinstance(b, (jax.Array, np.generic))]
    dtype = jnp.result_type(*tensors) if tensors else default_float()
    if not jnp.issubdtype(dtype, jnp.inexact):
        dtype = default_float()
    if any(type(b) is complex for b in bounds):
        dtype = jnp.result_type(dtype, jnp.complex64)
    return dtype
