"""Gradients of operations, option by option, against differences, on every backend."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gradient_cases import CASES

from emberops import ops, use_backend

_STEP = 1e-6
_TOLERANCE = {"numpy": 1e-3, "torch": 1e-3, "jax": 2e-2, "mlx": 2e-2}
"""Of differences in double precision; JAX and MLX compute in single."""


def _weighed(y: Any) -> Any:
    """A sum in which each element counts differently."""
    y = ops.reshape(ops.real(y) if "complex" in str(ops.dtype(y)) else y, (-1,))
    return ops.sum(y * ops.sin(ops.arange(ops.shape(y)[0], dtype=y.dtype) + 1.0))


def _differences(function: Callable[[Any], Any], x: np.ndarray) -> np.ndarray:
    found = np.zeros_like(x)
    for place in np.ndindex(x.shape):
        above, below = x.copy(), x.copy()
        above[place] += _STEP
        below[place] -= _STEP
        found[place] = (float(_weighed(function(above))) - float(_weighed(function(below)))) / (2 * _STEP)
    return found


@pytest.mark.parametrize(
    ("x", "function"),
    [
        pytest.param(x, f, id=f"{i}-{n}")
        for i, (x, functions) in enumerate(CASES)
        for n, f in enumerate(functions)
    ],
)
def test_is_that_of_differences(backend: str, x: np.ndarray, function: Callable[[Any], Any]) -> None:
    with use_backend("numpy"):
        expected = _differences(function, x)
    x = x.astype("float64" if backend in ("numpy", "torch") else "float32")
    made = ops.to_numpy(ops.grad(lambda v: _weighed(function(v)))(ops.asarray(x)))
    scale = np.abs(expected).max() + 1e-3
    np.testing.assert_allclose(made, expected, rtol=_TOLERANCE[backend], atol=_TOLERANCE[backend] * scale)
