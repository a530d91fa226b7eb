"""Operations of the group ``utility`` on JAX."""

from __future__ import annotations

import sys
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from emberops.backends.composed import utility
from emberops.backends.jax.compiled import compiled

_BOOL = np.dtype(bool)


def all(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    return jnp.all(_truths(x), axis, keepdims=keepdims)


def any(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    return jnp.any(_truths(x), axis, keepdims=keepdims)


def _truths(x: Any) -> Any:
    """What ``all`` and ``any`` ask of: JAX's own look at the real parts of complex numbers alone."""
    if x is None:
        return False
    return jnp.not_equal(x, 0) if isinstance(x, complex) or getattr(x, "dtype", _BOOL).kind == "c" else x


def isclose(x1: Any, x2: Any, /, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> Any:
    rtol, atol = (jnp.asarray(t) if isinstance(t, (list, tuple)) else t for t in (rtol, atol))
    return jnp.isclose(x1, x2, rtol, atol, equal_nan)


def allclose(x1: Any, x2: Any, /, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> Any:
    return _truth(jnp.allclose(x1, x2, rtol, atol, equal_nan))


def array_equal(x1: Any, x2: Any, /, equal_nan: bool = False) -> Any:
    return _truth(jnp.array_equal(x1, x2, equal_nan))


def array_equiv(x1: Any, x2: Any, /) -> Any:
    try:
        jnp.broadcast_shapes(jnp.shape(x1), jnp.shape(x2))
    except ValueError:
        return False
    return _truth(jnp.array_equiv(x1, x2))


def interp(
    x: Any,
    points: Any,
    values: Any,
    /,
    left: float | None = None,
    right: float | None = None,
    period: float | None = None,
) -> Any:
    if period == 0:
        raise ValueError("interp: the period must not be 0")
    if period is not None:  # its sign decides what is computed, so that it cannot be traced
        return utility.interp(sys.modules["emberops.backends.jax"], x, points, values, left, right, period)
    return _interp(x, points, values, left, right)


@compiled
def _interp(x: Any, points: Any, values: Any, left: Any, right: Any) -> Any:
    """The composed function, its forty operations in one call."""
    return utility.interp(sys.modules["emberops.backends.jax"], x, points, values, left, right)


def has_nan_or_inf(x: Any, /) -> Any:
    return _truth(_holds_nan_or_inf(x))


@compiled
def _holds_nan_or_inf(x: Any) -> Any:
    return jnp.logical_not(jnp.all(jnp.isfinite(x)))


def _truth(x: Any) -> Any:
    """A Python bool, as NumPy gives; while a function is being traced there is none yet."""
    return x if isinstance(x, jax.core.Tracer) else x.item()
