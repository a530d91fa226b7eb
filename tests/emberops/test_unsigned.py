"""Unsigned integers of 16, 32 and 64 bits, with which some libraries compute little: NumPy's answers, bit for bit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from emberops import ops

VALUES = {
    "uint16": ([1, 5, 2**16 - 1, 0], [3, 2**16 - 1, 2, 7]),
    "uint32": ([1, 5, 2**32 - 1, 0], [3, 2**32 - 1, 2, 7]),
    "uint64": ([1, 5, 2**64 - 1, 0], [3, 2**63 + 5, 2, 7]),
}
PAIRS = (
    "add subtract multiply maximum minimum less less_equal greater greater_equal equal not_equal bitwise_and "
    "bitwise_xor isin logical_and inner outer"
)
SINGLE = (
    "square abs sort argsort argmax argmin max min unique nonzero count_nonzero flip diff bitwise_invert logical_not "
    "any all nanmax positive round"
)
SCANS_AND_SUMS = "sum prod cumulative_sum cumulative_prod nansum nanprod nancumsum nancumprod"
OF_MATRICES = "tril triu trace diagonal matrix_transpose"


def same(made: Any, expected: Any) -> None:
    for one, other in zip(*((x if isinstance(x, tuple) else (x,)) for x in (made, expected)), strict=True):
        np.testing.assert_array_equal(ops.to_numpy(one).astype("uint64"), np.asarray(other).astype("uint64"))


@pytest.fixture(params=VALUES)
def pair(request: pytest.FixtureRequest, backend: str) -> tuple[np.ndarray, np.ndarray]:
    if backend == "jax" and request.param == "uint64":
        pytest.skip("JAX has uint64 under jax_enable_x64 only")
    first, second = VALUES[request.param]
    return np.array(first, request.param), np.array(second, request.param)


@pytest.mark.parametrize("name", PAIRS.split())
def test_two_tensors(pair: tuple[np.ndarray, np.ndarray], name: str) -> None:
    a, b = pair
    same(getattr(ops, name)(ops.asarray(a), ops.asarray(b)), getattr(np, name)(a, b))


@pytest.mark.parametrize("name", SINGLE.split())
def test_one_tensor(pair: tuple[np.ndarray, np.ndarray], name: str) -> None:
    same(getattr(ops, name)(ops.asarray(pair[0])), getattr(np, name)(pair[0]))


@pytest.mark.parametrize("name", OF_MATRICES.split())
def test_matrices(pair: tuple[np.ndarray, np.ndarray], name: str) -> None:
    x = pair[0].reshape(2, 2)
    same(getattr(ops, name)(ops.asarray(x)), getattr(np, name)(x))


@pytest.mark.parametrize(
    "call",
    [
        lambda xp, a, b: xp.add(a, 1),
        lambda xp, a, b: xp.subtract(7, a),
        lambda xp, a, b: xp.less(a, 7),
        lambda xp, a, b: xp.clip(a, 1, 7),
        lambda xp, a, b: xp.take(a, [0, 2]),
        lambda xp, a, b: xp.where(xp.greater(a, 2), a, b),
        lambda xp, a, b: xp.matmul(a.reshape(2, 2), b.reshape(2, 2)),
        lambda xp, a, b: xp.linalg.matrix_power(a.reshape(2, 2), 3),
        lambda xp, a, b: xp.concat([a, b]),
        lambda xp, a, b: xp.pad(a, (1, 2), "edge"),
        lambda xp, a, b: xp.searchsorted(xp.sort(a), b),
    ],
)
def test_calls(pair: tuple[np.ndarray, np.ndarray], call: Callable[..., Any]) -> None:
    a, b = pair
    same(call(ops, ops.asarray(a), ops.asarray(b)), call(np, a, b))


def test_storing(pair: tuple[np.ndarray, np.ndarray]) -> None:
    a, _ = pair
    x = ops.assign_add(ops.asarray(a.copy()), 0, 2)
    x = ops.assign(x, ops.greater(x, 4), 0)
    same(x, np.array([3, 0, 0, 0]))


@pytest.mark.parametrize("dtype", ["uint16", "uint32"])
def test_creation(backend: str, dtype: str) -> None:
    same(ops.eye(2, dtype=dtype), np.eye(2))
    same(ops.tri(3, 2, -1, dtype=dtype), np.tri(3, 2, -1))


@pytest.mark.parametrize("name", ["floor_divide", "remainder", "bitwise_right_shift"])
def test_what_needs_the_number_is_right_or_refused(backend: str, name: str) -> None:
    a = np.array([2**40, 9], "uint64")
    if backend == "jax":
        pytest.skip("JAX has uint64 under jax_enable_x64 only")
    same(
        getattr(ops, name)(ops.asarray(a), ops.asarray(np.array([3, 2], "uint64"))),
        getattr(np, name)(a, np.array([3, 2], "uint64")),
    )


@pytest.mark.parametrize("dtype", VALUES)
@pytest.mark.parametrize("name", SCANS_AND_SUMS.split())
def test_totals_in_an_unsigned_dtype(backend: str, name: str, dtype: str) -> None:
    if backend == "jax" and dtype == "uint64":
        pytest.skip("JAX has no uint64 while jax_enable_x64 is off")
    function = getattr(np, name.replace("cumulative_", "cum"))
    for values in ([1.5, 2.5, 7.0], [True, False, True], [3, 200, 5]):
        x = np.array(values, "float32" if isinstance(values[0], float) else None)
        same(getattr(ops, name)(ops.asarray(x), axis=0, dtype=dtype), function(x, axis=0, dtype=dtype))


@pytest.mark.parametrize("dtype", ["uint16", "uint32", "uint64"])
@pytest.mark.parametrize("name", ["polyadd", "polysub", "polymul", "polyval"])
def test_polynomials(backend: str, name: str, dtype: str) -> None:
    p, q = np.array([0, 2, 3, 1], dtype), np.array([5, 7], dtype)
    made = getattr(ops, name)(ops.asarray(p), ops.asarray(q))
    expected = getattr(np, name)(p, q)
    np.testing.assert_array_equal(ops.to_numpy(made), expected.astype(ops.to_numpy(made).dtype))
    assert ops.to_numpy(made).dtype.kind == "u"


@pytest.mark.parametrize("other", ["int8", "float32"])
@pytest.mark.parametrize("dtype", ["uint16", "uint32"])
def test_products_of_polynomials_meet_in_one_dtype(backend: str, dtype: str, other: str) -> None:
    made = ops.polymul(ops.asarray([0, 2, 3], dtype=dtype), ops.asarray([5, 7], dtype=other))
    np.testing.assert_array_equal(ops.to_numpy(made), [10, 29, 21])
    assert ops.to_numpy(made).dtype.kind == other[0]


@pytest.mark.parametrize("dtype", VALUES)
@pytest.mark.parametrize("name", ["add", "subtract", "multiply", "maximum", "minimum"])
@pytest.mark.parametrize("copy", [True, False])
def test_what_goes_to_a_place_several_times(backend: str, name: str, dtype: str, copy: bool) -> None:
    if backend == "jax" and dtype == "uint64":
        pytest.skip("JAX has no uint64 while jax_enable_x64 is off")
    highest = np.iinfo(dtype).max
    x, indices = np.array([1, highest, 9, highest - 1], dtype), np.array([0, 1, 0, 2, 3])
    for given in (dtype, "uint8", "uint16"):
        values = np.array([7, 1, 0, 3, min(highest, 2**15)], given if given != "uint8" else "uint16")
        values = values.astype(given)
        expected = x.copy()
        getattr(np, name).at(expected, indices, values)
        place = ops.asarray(x)
        made = getattr(ops, name + "_at")(place, ops.asarray(indices), ops.asarray(values), copy=copy)
        same(made, expected)
        if backend != "jax":
            same(place, x if copy else expected)


@pytest.mark.parametrize("given", ["uint16", "uint32"])
@pytest.mark.parametrize("name", ["maximum", "minimum"])
def test_wider_values_at_narrow_places(backend: str, name: str, given: str) -> None:
    x, indices, values = np.array([1, 200, 9], "uint8"), np.array([0, 1]), np.array([7, 3], given)
    expected = x.copy()
    getattr(np, name).at(expected, indices, values)
    same(getattr(ops, name + "_at")(ops.asarray(x), ops.asarray(indices), ops.asarray(values)), expected)
