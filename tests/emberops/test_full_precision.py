"""Products of float32 are products of float32, on every device."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

from emberops import ops
from emberops.backends.jax import full_precision

X = jnp.ones((3, 3))
PRODUCTS: dict[str, Callable[[Any], Any]] = {
    "matmul": lambda x: ops.matmul(x, x),
    "dot": lambda x: ops.dot(x, x),
    "vdot": lambda x: ops.vdot(x, x),
    "vecdot": lambda x: ops.vecdot(x, x),
    "inner": lambda x: ops.inner(x, x),
    "matvec": lambda x: ops.matvec(x, x[0]),
    "vecmat": lambda x: ops.vecmat(x[0], x),
    "tensordot": lambda x: ops.tensordot(x, x, axes=1),
    "einsum": lambda x: ops.einsum("ij,jk", x, x),
    "convolve": lambda x: ops.convolve(x[0], x[1]),
    "correlate": lambda x: ops.correlate(x[0], x[1]),
    "linalg.matmul": lambda x: ops.linalg.matmul(x, x),
    "linalg.multi_dot": lambda x: ops.linalg.multi_dot([x, x, x]),
    "linalg.matrix_power": lambda x: ops.linalg.matrix_power(x, 3),
    "nn.dot_product_attention": lambda x: ops.nn.dot_product_attention(*[x[None, :, None]] * 3),
}


@pytest.fixture
def accelerated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Behave as on a GPU."""
    monkeypatch.setattr(full_precision, "_on_processors", lambda: False)


@pytest.mark.parametrize("name", PRODUCTS)
@pytest.mark.usefixtures("accelerated")
def test_jax_multiplies_in_the_dtype_of_its_tensors(name: str) -> None:
    program = str(jax.make_jaxpr(PRODUCTS[name])(X))
    assert "HIGHEST" in program
    assert "precision=None" not in program


@pytest.mark.usefixtures("accelerated")
def test_jaxs_own_option_is_followed() -> None:
    with jax.default_matmul_precision("tensorfloat32"):
        assert "HIGHEST" not in str(jax.make_jaxpr(lambda x: ops.matmul(x, x))(X))


def test_a_processor_needs_no_option() -> None:
    assert "HIGHEST" not in str(jax.make_jaxpr(lambda x: ops.matmul(x, x))(X))
