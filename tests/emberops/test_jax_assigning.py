"""JAX: ``x[mask] += value`` is one program for each shape, in a trace too, with no slope of what is left out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

jax = pytest.importorskip("jax")
jnp = jax.numpy

import emberops  # noqa: E402  only where JAX is there
from emberops import ops  # noqa: E402  only where JAX is there
from emberops.errors import ShapeError  # noqa: E402  only where JAX is there

X = np.arange(12, dtype=np.float32).reshape(3, 4) - 5
ALL, ROWS = X > 1, np.array([True, False, True])
OPERATORS = {
    "add": np.add,
    "subtract": np.subtract,
    "multiply": np.multiply,
    "divide": np.divide,
    "maximum": np.maximum,
    "minimum": np.minimum,
}


@pytest.mark.parametrize("name", OPERATORS)
@pytest.mark.parametrize("mask", [ALL, ROWS, X > 100], ids=["elements", "rows", "nothing"])
@pytest.mark.parametrize("dtype", ["float32", "int32", "complex64"])
@pytest.mark.parametrize("of", ["number", "tensor", "array", "list", "wide"])
def test_an_operator_at_a_mask_is_numpys(name: str, mask: Any, dtype: str, of: str) -> None:
    x = X.astype(dtype)
    part = np.arange(1, x[mask].size + 1).reshape(x[mask].shape)
    value: Any = {
        "number": 3,
        "tensor": part.astype(dtype),
        "array": part.astype(dtype),
        "list": part.tolist() or part.astype(dtype),  # no elements name no dtype
        "wide": np.full((1,) * part.ndim, 2, dtype),
    }[of]
    if name == "divide" and dtype == "int32":
        with pytest.raises(TypeError, match="assign_divide"):
            getattr(ops, f"assign_{name}")(jnp.asarray(x), jnp.asarray(mask), value)
        return
    expected = x.copy()
    expected[mask] = OPERATORS[name](expected[mask], value)
    given = jnp.asarray(value) if of in ("tensor", "wide") else value
    made = getattr(ops, f"assign_{name}")(jnp.asarray(x), jnp.asarray(mask), given)
    assert isinstance(made, jax.Array)
    assert made.dtype == dtype
    np.testing.assert_allclose(made, expected, rtol=1e-6)


def test_values_and_masks_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ShapeError):
        ops.assign_add(jnp.asarray(X), jnp.asarray(ALL), jnp.ones(3))
    with pytest.raises(IndexError):
        ops.assign_add(jnp.asarray(X), jnp.ones(5, bool), 1.0)
    with pytest.raises(TypeError):
        ops.assign_add(jnp.asarray(X.astype("int32")), jnp.asarray(ALL), 0.5)


def test_a_mask_may_be_hidden_by_a_trace() -> None:
    halved = jax.jit(lambda x: ops.assign_multiply(x, ops.greater(x, 0.0), 0.5))
    np.testing.assert_array_equal(halved(jnp.asarray(X)), np.where(X > 0, X / 2, X))


@pytest.mark.parametrize("name", ["assign_divide", "divide_at"])
def test_no_slope_of_what_is_left_out_is_nan(name: str) -> None:
    x, mask = jnp.asarray([1.0, 2.0, np.inf]), jnp.asarray([False, False, False])

    def left(x: Any, by: Any) -> Any:
        return ops.sum(getattr(ops, name)(x, mask, by)[:2])

    np.testing.assert_array_equal(ops.grad(left)(x, jnp.asarray(0.0)), [1.0, 1.0, 0.0])
    by = ops.grad(lambda by: left(x, by))(jnp.asarray(0.0))
    assert float(by) == 0.0


@pytest.mark.on_processor(reason="only what lies on the host is computed there")
def test_another_number_of_elements_compiles_nothing() -> None:
    x, compiled = jnp.asarray(np.ones(41, np.float32)), []
    masks = [jnp.asarray(np.arange(41) < n) for n in range(30, 36)]
    values = [jnp.asarray(np.arange(n, dtype=np.float32)) for n in range(30, 36)]
    with emberops.use_backend("jax"):
        ops.assign_add(x, masks[0], 1.0), ops.assign_add(x, masks[0], values[0])

    def listen(event: str, _seconds: float, **_told: Any) -> None:
        if event == "/jax/core/compile/backend_compile_duration":
            compiled.append(event)

    jax.monitoring.register_event_duration_secs_listener(listen)
    try:
        for mask, value in zip(masks, values, strict=True):
            ops.assign_add(x, mask, 1.0)
            ops.assign_add(x, mask, value)
    finally:
        jax.monitoring.unregister_event_duration_listener(listen)
    assert compiled == []
