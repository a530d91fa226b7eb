"""`x.sort()` of arrays that stay as they are, JAX's and PyTorch's: on NumPy's it sorts in place, and gives nothing."""

from __future__ import annotations

from snippets import Fixed

JAXS = """\
import jax
import jax.numpy as jnp


def f(x: jax.Array, y: jax.Array):
    a = x.sort()
    b = x.sort(axis=0) + y
    return a, b, jnp.sort(x, descending=True), x.argsort()
"""
TORCHS = """\
import torch


def f(x: torch.Tensor):
    values, places = x.sort(dim=1)
    return values, places, x.sort(descending=True).values
"""
NUMPYS = """\
import numpy as np


def f(x: np.ndarray, names: list, y):
    a = x.sort()
    names.sort()
    return a, y.sort()
"""


def test_what_is_sorted_of_jax(fixed: Fixed) -> None:
    code = fixed(JAXS)
    assert "    a = ops.sort(x)\n" in code
    assert "    b = ops.add(ops.sort(x, axis=0), y)\n" in code
    assert "    return a, b, ops.sort(x, descending=True), ops.argsort(x)\n" in code


def test_what_is_sorted_of_torch(fixed: Fixed) -> None:
    code = fixed(TORCHS, unsafe=True)
    assert "    values, places = ops.sort(x, axis=1), ops.argsort(x, axis=1)\n" in code
    assert "    return values, places, ops.sort(x, descending=True, axis=-1)\n" in code


def test_numpys_sorts_in_place(fixed: Fixed) -> None:
    code = fixed(NUMPYS)
    assert "    a = x.sort()\n    names.sort()\n    return a, y.sort()\n" in code
