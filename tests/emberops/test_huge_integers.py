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


NARROW = 2**40
"""An integer that no default dtype of 32 bits holds, and every dtype of floats does."""
HALF = 0xDEADBEEF
"""An integer that uint32 holds, and int32 does not."""


@pytest.mark.parametrize("name", [*OF_FLOATS, "hypot", "remainder", "copysign", "logaddexp", "atan2"])
def test_integers_beyond_32_bits_beside_floats(backend: str, name: str) -> None:
    x = np.array([1.0, 0.5, 2.0], "float32")
    expected = getattr(np, name.replace("atan2", "arctan2"))
    power = name == "pow"
    if not power:
        assert_close(getattr(ops, name)(ops.asarray(x), NARROW), expected(x, float(NARROW)))
    assert_close(getattr(ops, name)(NARROW, ops.asarray(x)), expected(float(NARROW), x))


STORED: dict[str, Callable[[object, int], object]] = {
    "assign": lambda x, n: ops.assign(x, 0, n, copy=True),
    "add_at": lambda x, n: ops.add_at(x, [0], n, copy=True),
    "assign_maximum": lambda x, n: ops.assign_maximum(x, 0, n, copy=True),
    "where": lambda x, n: ops.where(ops.greater(x, 0), x, n),
    "pad": lambda x, n: ops.pad(x, 1, constant_values=n),
    "full_like": ops.full_like,
    "clip": ops.clip,
    "maximum": ops.maximum,
}


@pytest.mark.parametrize("name", STORED)
@pytest.mark.parametrize(("dtype", "number"), [("float32", NARROW), ("uint32", HALF)])
def test_integers_beyond_32_bits_among_elements(backend: str, name: str, dtype: str, number: int) -> None:
    x = ops.asarray(np.array([0, 3], dtype))
    found = ops.to_numpy(STORED[name](x, number))
    assert found.dtype == dtype
    assert number in found.tolist()


def test_integers_beyond_32_bits_as_options(backend: str) -> None:
    x = ops.asarray([1.0, 1.0])
    assert_close(ops.trapezoid(x, dx=NARROW), float(NARROW))
    assert_close(ops.nan_to_num(ops.asarray([float("nan")]), nan=NARROW), [float(NARROW)])
    with pytest.raises((IndexError, OverflowError)):
        ops.take(x, NARROW)  # a place is no float


@pytest.mark.parametrize(
    "name", ["add", "subtract", "multiply", "bitwise_xor", "floor_divide", "remainder", "equal"]
)
def test_integers_beyond_31_bits_beside_uint32(backend: str, name: str) -> None:
    x = np.array([1, 7, 2**32 - 1], "uint32")
    expected = getattr(np, name)
    for found, wanted in (
        (getattr(ops, name)(ops.asarray(x), HALF), expected(x, np.uint32(HALF))),
        (getattr(ops, name)(HALF, ops.asarray(x)), expected(np.uint32(HALF), x)),
    ):
        assert ops.to_numpy(found).tolist() == wanted.tolist()
    with pytest.raises(OverflowError):
        ops.add(ops.asarray(x), 2**33)


@pytest.mark.parametrize("numbers", [[1.5, 2**63], [[1, 2], [2**64 - 1, 0.5]], [2.0, -(2**70)]])
def test_floats_beside_integers_of_any_size(backend: str, numbers: list[object]) -> None:
    assert_close(ops.asarray(numbers, dtype="float32"), np.asarray(np.asarray(numbers, object), "float32"))
    if backend != "numpy":  # which makes objects of -2**70
        assert_close(ops.asarray(numbers), np.asarray(np.asarray(numbers, object), "float64"))
