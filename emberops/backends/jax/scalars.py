"""Nested sequences of single numbers, as code that was written for NumPy builds small matrices.

JAX stacks them with one operation for each, two milliseconds for nine numbers. On a CPU, reading them is as
cheap as reading Python numbers.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

_PYTHON = frozenset({bool, int, float, complex})


def gathered(nested: Any) -> Any:
    """``nested`` as one array, if it holds 0-d arrays on a CPU and numbers alone.

    Anything else comes back as it is.

    Raises
    ------
    ValueError
        If it is ragged.
    """
    kinds: dict[Any, Any] = {}
    numbers = _numbers(nested, kinds)
    if numbers is None or _PYTHON.issuperset(kinds):
        return nested
    return jnp.array(numbers, jnp.result_type(*kinds.values()))


def _numbers(item: Any, kinds: dict[Any, Any]) -> Any:
    """The Python numbers in ``item``, noting what they promote like; ``None`` if it holds anything else."""
    if isinstance(item, (list, tuple)):
        read = []
        for part in item:
            number = _numbers(part, kinds)
            if number is None:
                return None
            read.append(number)
        return read
    if type(item) in _PYTHON:
        kinds[type(item)] = item
        return item
    if not _is_readable(item):
        return None
    kinds[item.dtype, getattr(item, "weak_type", False)] = item
    return item.item()


def _is_readable(item: Any) -> bool:
    if isinstance(item, (np.generic, np.ndarray)):
        return item.ndim == 0 and item.dtype.kind in "biufc"
    if not isinstance(item, jax.Array) or isinstance(item, jax.core.Tracer) or item.ndim:
        return False
    return item.is_fully_addressable and all(d.platform == "cpu" for d in item.devices())
