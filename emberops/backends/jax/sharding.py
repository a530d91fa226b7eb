"""JAX's devices that compute together, in one process: ``jax.sharding``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from emberops.backends.jax.devices import native_device


def count() -> int:
    """How many devices there are."""
    return len(jax.devices())


def sharded(
    function: Callable[..., Any], devices: Sequence[Any], batched: Sequence[int]
) -> Callable[..., Any]:
    """The function compiled for several devices: batches split along their first axis, all else on each device."""
    chosen = [device if isinstance(device, jax.Device) else native_device(device) for device in devices]
    mesh = Mesh(np.array(chosen), ("batch",))
    parts: Any = PartitionSpec  # which JAX leaves without types
    split, whole = NamedSharding(mesh, parts("batch")), NamedSharding(mesh, parts())
    compiled = jax.jit(function)

    def run(*args: Any) -> Any:
        placed = [
            jax.device_put(arg, split if position in batched else whole) for position, arg in enumerate(args)
        ]
        return compiled(*placed)

    return run


def all_devices(number: int | None) -> list[Any]:
    """The first so many devices, or all of them."""
    return list(jax.devices()[:number])
