"""Operations of the group ``interop`` on JAX."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from emberops.backends.jax import devices
from emberops.backends.jax.creation import asarray
from emberops.backends.support.extents import extents
from emberops.backends.support.host_data import NUMPY_DATA, as_written_to, in_dtype, objects_of
from emberops.backends.support.host_generators import numpy_generator
from emberops.typing import DeviceLike, DTypeLike

shape, ndim, size = extents(jax.Array, asarray)


def item(x: jax.Array, /) -> Any:
    if x.size != 1:
        raise ValueError(f"item: a tensor of {x.size} values is not a number")
    return x.item()


def tolist(x: Any, /) -> Any:
    if isinstance(x, jax.Array):
        return x.tolist()
    objects = objects_of(x)
    return asarray(x).tolist() if objects is None else objects


def register_container(cls: type, flatten: Any, unflatten: Any) -> None:
    """Make a class one that JAX's transformations look into."""
    jax.tree_util.register_pytree_node(cls, flatten, unflatten)


def tensors_within(container: Any) -> list[Any]:
    """What an object holds, if JAX's transformations look into it; the object itself if not."""
    return jax.tree_util.tree_leaves(container)


def to_numpy(x: Any, /, *, dtype: DTypeLike | None = None, writable: bool = False) -> Any:
    if isinstance(x, NUMPY_DATA):
        return in_dtype(x, dtype)
    if not isinstance(x, jax.Array) and (generator := numpy_generator(x)) is not None:
        return generator
    x = asarray(x)
    made = in_dtype(np.asarray(x.astype(jnp.float32) if x.dtype == jnp.bfloat16 else x), dtype)
    return as_written_to(made, writable)


def to_device(x: jax.Array, device: DeviceLike, /) -> jax.Array:
    place = devices.native_device(device)
    return x if place is None else jax.device_put(x, place)


def device(x: jax.Array, /) -> str:
    if isinstance(x, jax.core.Tracer):
        return devices.name_of(devices.default())
    return ", ".join(sorted(map(devices.name_of, x.devices())))
