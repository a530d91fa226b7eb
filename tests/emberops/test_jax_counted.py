"""JAX: results whose size the values decide are not compiled for each size."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

jax = pytest.importorskip("jax")
jnp = jax.numpy

from emberops import ops  # noqa: E402  only where JAX is there
from emberops.errors import TracedValueError  # noqa: E402  only where JAX is there

X = np.arange(24.0, dtype=np.float32).reshape(6, 4)
SELECTIONS: dict[str, tuple[Callable[[Any, Any], Any], Callable[[Any], Any]]] = {
    "mask of rows": (lambda x, n: ops.getitem(x, ops.less(x[:, 0], n)), lambda n: X[X[:, 0] < n]),
    "mask of elements": (lambda x, n: ops.getitem(x, ops.less(x, n)), lambda n: X[n > X]),
    "nonzero": (lambda x, n: ops.nonzero(ops.less(x, n))[1], lambda n: np.nonzero(n > X)[1]),
    "flatnonzero": (lambda x, n: ops.flatnonzero(ops.less(x, n)), lambda n: np.flatnonzero(n > X)),
    "argwhere": (lambda x, n: ops.argwhere(ops.less(x, n)), lambda n: np.argwhere(n > X)),
}


@pytest.mark.parametrize("name", SELECTIONS)
def test_a_new_size_compiles_nothing(name: str, caplog: pytest.LogCaptureFixture) -> None:
    select, expected = SELECTIONS[name]
    x = jnp.asarray(X)
    select(x, 3.0)
    with jax.log_compiles(), caplog.at_level(logging.WARNING):
        made = [select(x, float(n)) for n in (0, 1, 9, 14, 30)]
    assert [r.getMessage() for r in caplog.records if "compilation" in r.getMessage()] == []
    for n, part in zip((0, 1, 9, 14, 30), made, strict=True):
        assert isinstance(part, jax.Array)
        np.testing.assert_array_equal(part, expected(n))


def test_a_mask_of_another_shape_is_refused() -> None:
    with pytest.raises(IndexError):
        ops.getitem(jnp.asarray(X), jnp.ones(5, bool))


def test_a_trace_says_that_a_size_is_not_known() -> None:
    with pytest.raises(TracedValueError, match="masks as indices"):
        jax.jit(lambda x: ops.getitem(x, x > 1))(jnp.asarray(X))
