"""``x[mask] += value`` and its like: one program for each shape, whatever the mask chooses.

Read, changed and put back, the elements that a mask chooses take a program for each number of them.  So every element
is changed, and a mask chooses which of them count; where it hides them, a trace takes the same way.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from emberops.backends.composed import indexing as common
from emberops.backends.jax import counted
from emberops.backends.jax.compiled import compiling
from emberops.backends.jax.creation import asarray
from emberops.backends.jax.masked import where_true

_READY = (jax.Array, bool, int, float, complex)
"""What a program takes as it is; of what else there is a tensor is made first."""


def _assign_with(operation: str) -> Callable[..., jax.Array]:
    by_parts = getattr(common, f"assign_{operation}")

    def assign_with(x: Any, index: Any, value: Any, /, *, copy: bool = False) -> jax.Array:
        if _is_its_mask(x, index):
            value = value if isinstance(value, _READY) else asarray(value)
            if jnp.ndim(value) == 0:
                return _changed(operation, x, index, value)
            spread = _spread(x, index, value)
            if spread is not None:
                return _changed(operation, x, index, spread)
        if index is Ellipsis and isinstance(x, jax.Array) and x.ndim:
            whole = _whole(operation, x, value)
            if whole is not None:
                return whole
        made: jax.Array = by_parts(sys.modules["emberops.backends.jax"], x, index, value, copy=copy)
        return made

    assign_with.__name__ = f"assign_{operation}"
    return assign_with


def _whole(operation: str, x: jax.Array, value: Any) -> jax.Array | None:
    """``x += value``: what is computed is what ``x`` becomes; ``None`` where its shape or dtype is another."""
    value = value if isinstance(value, _READY) else asarray(value)
    made: jax.Array = getattr(sys.modules["emberops.backends.jax"], operation)(x, value)
    return made if made.shape == x.shape and made.dtype == x.dtype else None


def _is_its_mask(x: Any, index: Any) -> bool:
    """Whether an index is a mask of the first axes of a tensor; a trace knows that, too."""
    if not isinstance(index, (jax.Array, np.ndarray)) or index.dtype != bool or index.ndim == 0:
        return False
    return isinstance(x, jax.Array) and index.shape == x.shape[: index.ndim]


def _spread(x: jax.Array, mask: Any, value: Any) -> np.ndarray[Any, Any] | None:
    """The values at their places in an array like ``x``; ``None`` where they are not known, or do not fit."""
    host = [v for v in (mask, value) if isinstance(v, jax.Array)]
    if not counted.is_known(x, *host):
        return None
    values = np.asarray(value)
    made = np.ones(x.shape, values.dtype)
    try:
        made[np.asarray(mask)] = values
    except ValueError:
        return None
    return made


@compiling(static_argnums=0)
def _changed(operation: str, x: jax.Array, mask: Any, value: Any) -> jax.Array:
    function = getattr(sys.modules["emberops.backends.jax"], operation)

    def changed(x: Any, value: Any) -> Any:
        made = function(x, value)
        common.require_fit(sys.modules["emberops.backends.jax"], operation, made.dtype, x.dtype)
        return made

    return where_true(changed, x, mask, value)


assign_add = _assign_with("add")
assign_subtract = _assign_with("subtract")
assign_multiply = _assign_with("multiply")
assign_divide = _assign_with("divide")
assign_maximum = _assign_with("maximum")
assign_minimum = _assign_with("minimum")
