"""New arrays of constants and of small host data, made in one compiled call.

``jnp.asarray`` takes five times as long as the call of a compiled function, which places its arguments itself.
Such a call may keep a NumPy array's memory instead of copying it, so nothing is given to it but copies of our own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from emberops.backends.jax import frequency, scalars
from emberops.backends.jax.compiled import compiled, compiling
from emberops.backends.jax.dtypes import default_float, default_int

_LARGEST = 1024
"""Arrays of more elements are left to JAX, which need not copy them."""
_INTEGERS = range(-(2**31), 2**31)
"""Integers that every default dtype of integers holds."""
_SINGLE = 4
"""The bytes of the narrowest float that NumPy and JAX round to alike."""
MOST = 32
"""So many arrays at most are joined in one compiled call, which has to be compiled for each number of them."""


def placed(data: np.ndarray[Any, Any]) -> jax.Array:
    """An array of our own, which nobody writes to, as JAX's: in one compiled call once its like was met often."""
    kind = (placed, data.shape, data.dtype)
    if frequency.is_often(kind):
        return _placed_at_once(data)
    frequency.count(kind)
    made: jax.Array = jax.device_put(data)
    return made


@compiled
def _placed_at_once(x: Any) -> jax.Array:
    return jnp.asarray(x)


@compiling(static_argnums=1)
def _placed_as(x: Any, dtype: Any) -> jax.Array:
    return jax.lax.convert_element_type(x, dtype)


@compiled
def _stacked(arrays: Any) -> jax.Array:
    return jnp.asarray(arrays)


_copied = compiled(jnp.copy, inline=True)
_CONSTANTS = {
    name: compiled(made, static_argnums=(0, 1))
    for name, made in (("zeros", jnp.zeros), ("ones", jnp.ones), ("empty", jnp.empty))
}
_ON_HOST = {"zeros": np.zeros, "ones": np.ones, "empty": np.zeros}
_CONSTANTS_LIKE = {
    name: compiled(made, static_argnums=(1, 2))
    for name, made in (("zeros", jnp.zeros_like), ("ones", jnp.ones_like), ("empty", jnp.empty_like))
}
_identity = compiled(jnp.eye, static_argnums=(0, 1, 2, 3))


def copied(x: jax.Array) -> jax.Array:
    """A copy of an array."""
    return _copied(x)


def constant(name: str, shape: tuple[int, ...], dtype: np.dtype[Any]) -> jax.Array:
    """``zeros``, ``ones`` or ``empty`` of this shape: small ones from the host, until they are met often."""
    if math.prod(shape) <= _LARGEST:
        kind = (name, shape, dtype)
        if not frequency.is_often(kind):
            frequency.count(kind)
            made: jax.Array = jax.device_put(_ON_HOST[name](shape, dtype))
            return made
    return _CONSTANTS[name](shape, dtype)


def constant_like(
    name: str, x: jax.Array, dtype: np.dtype[Any] | None, shape: tuple[int, ...] | None
) -> jax.Array:
    """``zeros``, ``ones`` or ``empty`` on the device of ``x``, and in its dtype and shape where none is given."""
    return _CONSTANTS_LIKE[name](x, dtype, shape)


def is_whole(x: Any) -> bool:
    """Whether an array lies on one device, which a compiled call then goes to."""
    return _is_known(x) and isinstance(x.sharding, jax.sharding.SingleDeviceSharding)


def identity(n_rows: int, n_cols: int | None, k: int, dtype: np.dtype[Any]) -> jax.Array:
    """The matrix of ones on diagonal ``k``."""
    return _identity(n_rows, n_cols, k, dtype)


def small(obj: Any, dtype: np.dtype[Any] | None) -> jax.Array | None:
    """Host data as an array, of ``dtype`` if it is given; ``None`` where that is for JAX to do.

    It takes Python's numbers, small NumPy arrays, and sequences of Python numbers and 0-d arrays on a CPU or of a few
    larger arrays.

    Raises
    ------
    ValueError
        If a sequence is ragged.
    """
    if type(obj) is float:
        wanted = default_float() if dtype is None else dtype
        return _placed_as(obj, wanted) if _rounds(wanted) else None
    if type(obj) is int:
        return _placed_as(obj, default_int()) if dtype is None and obj in _INTEGERS else None
    if isinstance(obj, (list, tuple)):
        if dtype is not None and not _rounds(dtype):
            return None
        if dtype is None and obj and all(_is_known(item) and item.ndim for item in obj):
            return _stacked(obj) if len(obj) <= MOST else rows(obj)
        read = scalars.read(obj, dtype)
        return None if read is None else placed(read)
    if isinstance(obj, (np.ndarray, np.generic)):
        if obj.size > _LARGEST or not _fits(obj, dtype):
            return None
        return placed(np.array(obj, dtype))
    return None


def rows(arrays: Sequence[Any]) -> jax.Array | None:
    """Many arrays alike as the rows of a new one, which the CPU that holds them puts together.

    A program for so many arrays takes longer to compile than most loops to run, and each number of them needs its
    own.  It is ``None`` where arrays differ, or lie elsewhere.
    """
    first = arrays[0]
    if not is_on_cpu(first) or first.weak_type:
        return None
    kind = (first.shape, first.dtype, first.devices())
    if any(not _is_known(a) or a.weak_type or (a.shape, a.dtype, a.devices()) != kind for a in arrays):
        return None
    return beside(first, np.array([np.asarray(a) for a in arrays]))


def beside(x: jax.Array, data: np.ndarray[Any, Any]) -> jax.Array:
    """Host data that nobody writes to, as an array that lies where ``x`` does."""
    made: jax.Array = jax.device_put(data, x.sharding if x.committed else None)
    return made


def is_on_cpu(x: Any) -> bool:
    """Whether an array lies on one CPU, which the host reads without a transfer."""
    if not _is_known(x):
        return False
    devices = x.devices()
    return len(devices) == 1 and next(iter(devices)).platform == "cpu"


def lie_together(arrays: Sequence[Any]) -> bool:
    """Whether the host may compute of arrays: on one CPU, placed alike, and of no weak type."""
    # an array of random keys, whose elements NumPy does not know, has no `weak_type`
    if not all(is_on_cpu(x) and not getattr(x, "weak_type", True) for x in arrays):
        return False
    first = arrays[0]
    return all(x.sharding == first.sharding and x.committed == first.committed for x in arrays[1:])


def _is_known(x: Any) -> bool:
    return isinstance(x, jax.Array) and not isinstance(x, jax.core.Tracer)


def _rounds(dtype: Any) -> bool:
    return bool(dtype.kind == "f" and dtype.itemsize >= _SINGLE)


def _fits(x: Any, dtype: Any) -> bool:
    """Whether NumPy makes of ``x`` what JAX would: masked arrays and casts to narrower kinds are none of these."""
    if isinstance(x, np.ma.MaskedArray) or x.dtype.kind not in "biufc" or not x.dtype.isnative:
        return False
    return dtype is None or dtype == x.dtype or (x.dtype.kind != "c" and _rounds(dtype))


def on_host(*tensors: Any) -> tuple[np.ndarray[Any, Any], ...] | None:
    """The values of arrays that lie on a CPU; ``None`` if one does not, or is not known yet."""
    return tuple(np.asarray(x) for x in tensors) if all(map(is_on_cpu, tensors)) else None
