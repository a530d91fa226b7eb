"""JAX: parts that a mask chooses, read and written, are NumPy's, and no number of elements has a program of its own."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

jax = pytest.importorskip("jax")
jnp = jax.numpy

from emberops import ops  # noqa: E402  only where JAX is there
from emberops.errors import ShapeError  # noqa: E402  only where JAX is there

X = np.arange(24, dtype=np.float32).reshape(2, 3, 4) - 7
ROWS, ALL = np.array([[True, False, True], [False, True, True]]), X > 3
INDICES: dict[str, Any] = {
    "all": ALL,
    "nothing": X > 100,
    "rows": ROWS,
    "blocks": np.array([False, True]),
    "rows and a place": (ROWS, 2),
    "rows and a range": (ROWS, slice(1, 3)),
    "a place and a mask": (1, np.array([True, False, True])),
    "a range and a mask": (slice(None), np.array([True, True, False])),
    "behind an ellipsis": (..., np.array([True, False, False, True])),
    "with a new axis": (None, ROWS),
    "beside places": (np.array([0, 1]), np.array([True, False, True])),
    "between": (0, slice(None), np.array([True, False, False, True])),
}
METHODS = ("add", "subtract", "multiply", "maximum", "minimum")


def on_jax(index: Any) -> Any:
    if isinstance(index, tuple):
        return tuple(map(on_jax, index))
    return jnp.asarray(index) if isinstance(index, np.ndarray) else index


@pytest.mark.parametrize("name", INDICES)
@pytest.mark.parametrize("dtype", ["float32", "int32", "bool", "float16", "uint8", "complex64"])
@pytest.mark.parametrize("convert", [on_jax, lambda index: index])
def test_reading_and_writing_are_numpys(name: str, dtype: str, convert: Callable[[Any], Any]) -> None:
    x, index = np.abs(X).astype(dtype), INDICES[name]
    part = x[index]
    found = ops.getitem(jnp.asarray(x), convert(index))
    assert isinstance(found, jax.Array)
    assert found.dtype == dtype
    np.testing.assert_array_equal(found, part)
    values = np.arange(part.size).reshape(part.shape).astype(dtype)
    for value in (1, values, values.astype("int8"), values[:1] if part.ndim and part.shape[0] else values):
        expected = x.copy()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # NumPy: complex numbers lose a part
            expected[index] = value
        made = ops.assign(jnp.asarray(x), convert(index), value)
        assert isinstance(made, jax.Array)
        assert made.dtype == dtype
        np.testing.assert_array_equal(made, expected)


@pytest.mark.parametrize("name", METHODS)
def test_a_number_is_accumulated_where_a_mask_is_true(name: str) -> None:
    for index in (ALL, ROWS):
        expected = X.copy()
        getattr(np, name).at(expected, index, np.float32(2.5))
        np.testing.assert_array_equal(
            getattr(ops, f"{name}_at")(jnp.asarray(X), jnp.asarray(index), 2.5), expected
        )


def test_values_that_do_not_fit_are_refused() -> None:
    for index in (ALL, ROWS, (ROWS, 2)):
        with pytest.raises(ShapeError):
            ops.assign(jnp.asarray(X), on_jax(index), jnp.ones(5))
    with pytest.raises(IndexError):
        ops.assign(jnp.asarray(X), jnp.ones(5, bool), 0.0)
    with pytest.raises(OverflowError):
        ops.assign(jnp.asarray(X.astype("int8")), jnp.asarray(ALL), 300)


def test_within_a_trace_and_a_gradient() -> None:
    def masked(x: Any) -> Any:
        return ops.assign(x, ops.greater(x, 0.0), 0.0)

    def put(v: Any) -> Any:
        return ops.sum(ops.assign(jnp.asarray(X), jnp.asarray(ALL), v) ** 2)

    np.testing.assert_array_equal(jax.jit(masked)(jnp.asarray(X)), np.minimum(X, 0))
    assert float(ops.grad(put)(jnp.asarray(2.0))) == pytest.approx(4.0 * ALL.sum())
    each = jnp.ones(int(ALL.sum()))
    np.testing.assert_allclose(ops.grad(put)(each), 2 * each)


@pytest.mark.on_processor(reason="only what lies on the host is computed there")
@pytest.mark.parametrize(
    "operation",
    [
        lambda x, mask: ops.assign(x, mask, 0.0),
        lambda x, mask: ops.assign(x, mask, ops.getitem(x, mask)),
        lambda x, mask: ops.getitem(x, (mask, 2)),
        lambda x, mask: ops.assign(x, (mask, 2), 1.0),
    ],
)
def test_another_number_of_elements_compiles_nothing(operation: Callable[..., Any]) -> None:
    x = jnp.asarray(X.reshape(6, 4))
    masks = [jnp.asarray(np.arange(6) < n) for n in range(7)]
    operation(x, masks[3])
    compiled: list[str] = []

    def listen(event: str, _seconds: float, **_told: Any) -> None:
        if event == "/jax/core/compile/backend_compile_duration":
            compiled.append(event)

    jax.monitoring.register_event_duration_secs_listener(listen)
    try:
        for mask in masks:
            operation(x, mask)
    finally:
        jax.monitoring.unregister_event_duration_listener(listen)
    assert compiled == []
