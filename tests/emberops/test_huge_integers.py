"""Python's integers beyond those that a library reads: beside tensors that hold them, and beside one another."""

from __future__ import annotations

import operator
from collections.abc import Callable

import numpy as np
import pytest

from emberops import ops
from emberops.testing import assert_close

WIDE = 2**63 + 5
"""An integer that uint64 alone holds."""
OF_FLOATS = ("add", "subtract", "multiply", "maximum", "minimum", "fmax", "less", "equal", "divide", "pow")
OF_UNSIGNED = (
    "add",
    "subtract",
    "multiply",
    "maximum",
    "minimum",
    "bitwise_and",
    "less",
    "equal",
    "greater_equal",
)


@pytest.mark.parametrize("name", OF_UNSIGNED)
def test_beside_uint64(backend: str, name: str) -> None:
    if backend == "jax":
        pytest.skip("JAX has no uint64 while jax_enable_x64 is off")
    x = np.array([1, 2, 2**64 - 1], np.uint64)
    for numpys, ours in (((x, WIDE), (ops.asarray(x), WIDE)), ((WIDE, x), (WIDE, ops.asarray(x)))):
        expected = getattr(np, name)(*numpys)
        found = ops.to_numpy(getattr(ops, name)(*ours))
        assert found.dtype == expected.dtype
        assert np.array_equal(found, expected)


@pytest.mark.parametrize("name", OF_FLOATS)
def test_beside_floats(backend: str, name: str) -> None:
    x = np.array([1.0, -2.0, 0.5])
    with np.errstate(over="ignore"):
        assert_close(getattr(ops, name)(ops.asarray(x), WIDE), getattr(np, name)(x, WIDE))


def test_bounds(backend: str) -> None:
    assert_close(ops.clip(ops.asarray([1.0, 1e30]), -WIDE, WIDE), [1.0, float(WIDE)])
    assert_close(ops.clip(ops.asarray([1.0, 1e30]), WIDE), [float(WIDE), 1e30])


def test_unsigned_bounds(backend: str) -> None:
    if backend == "jax":
        pytest.skip("JAX has no uint64 while jax_enable_x64 is off")
    x = ops.asarray(np.array([1, 2**64 - 1], np.uint64))
    assert ops.tolist(ops.clip(x, WIDE)) == [WIDE, 2**64 - 1]
    assert ops.tolist(ops.clip(x, 0, WIDE)) == [1, WIDE]


@pytest.mark.parametrize(
    ("function", "python"),
    [
        (ops.equal, operator.eq),
        (ops.not_equal, operator.ne),
        (ops.less, operator.lt),
        (ops.less_equal, operator.le),
        (ops.greater, operator.gt),
        (ops.greater_equal, operator.ge),
    ],
)
def test_numbers_are_compared_at_any_size(
    backend: str, function: Callable[..., object], python: Callable[..., bool]
) -> None:
    for a, b in ((2**200, -(2**200)), (2**200, 2**200 + 1), (2**200, 2.5), (3, 2**200), (2**70, 2**70)):
        assert bool(function(a, b)) is python(a, b)
