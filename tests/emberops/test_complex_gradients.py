"""Gradients of real functions of complex numbers, against differences: by both parts, in every quadrant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import emberops
from emberops import ops

Z = np.array(
    [1.1 + 1j, -2 + 0.5j, 0.5 - 2j, -0.5 - 0.5j, 0.3 + 0.2j, -0.3 + 0.7j, 2 - 0.1j, -1.5 - 2j], np.complex64
)
FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    name: getattr(ops, name)
    for name in [
        "sqrt",
        "log",
        "log1p",
        "log2",
        "log10",
        "exp",
        "exp2",
        "expm1",
        "sin",
        "cos",
        "tan",
        "asin",
        "acos",
        "atan",
        "sinh",
        "cosh",
        "tanh",
        "asinh",
        "acosh",
        "atanh",
        "reciprocal",
        "square",
        "sinc",
        "sign",
        "abs",
        "angle",
    ]
} | {
    "z ** 1.5": lambda z: ops.pow(z, 1.5),
    "z ** 3": lambda z: ops.pow(z, 3),
    "z ** (1 + 2j)": lambda z: ops.pow(z, 1 + 2j),
    "2.0 ** z": lambda z: ops.pow(2.0, z),
    "z ** z": lambda z: ops.pow(z, z),
    "|z| ** z": lambda z: ops.pow(ops.abs(z), z),
}


def differences(f: Callable[[Any], Any]) -> np.ndarray[Any, Any]:
    """The derivatives of the real part by the real part and, as the imaginary one, by the imaginary part."""
    step, z = 1e-6, Z.astype(np.complex128)
    with emberops.use_backend("numpy"):
        by = [(np.real(f(z + step * d)) - np.real(f(z - step * d))) / (2 * step) for d in (1, 1j)]
    return by[0] + 1j * by[1]  # type: ignore[no-any-return]  # NumPy calls it Any


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("library", ["torch", "jax", "mlx"])
def test_gradients_of_real_parts(library: str, name: str) -> None:
    f = FUNCTIONS[name]
    with emberops.use_backend(library):
        found = ops.to_numpy(ops.grad(lambda z: ops.sum(ops.real(f(z))))(ops.asarray(Z)))
    # JAX's gradients of complex numbers are the conjugates of the others'.
    np.testing.assert_allclose(
        found.conj() if library == "jax" else found, differences(f), rtol=1e-2, atol=1e-3
    )


def test_signs_of_complex_numbers(backend: str) -> None:
    inf, nan = np.inf, np.nan
    z = np.array(
        [0j, 3 - 4j, complex(inf, 1), complex(1, -inf), complex(nan, 1), 1e-30 + 1e-30j, -1e30j], np.complex64
    )
    with emberops.use_backend(backend):
        found = ops.to_numpy(ops.sign(ops.asarray(z)))
    half = 0.5**0.5
    np.testing.assert_allclose(
        found, [0, 0.6 - 0.8j, 1, -1j, complex(nan, nan), complex(half, half), -1j], rtol=1e-6, atol=1e-7
    )


def test_powers_of_zero_keep_their_values(backend: str) -> None:
    with emberops.use_backend(backend):
        found = ops.to_numpy(
            ops.pow(ops.asarray(np.array([0j, 0j, 0j, 2j], np.complex64)), ops.asarray([0, 1, 2, 2]))
        )
    np.testing.assert_allclose(found, [1, 0, 0, -4], atol=1e-6)
