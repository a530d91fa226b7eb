"""JAX: parts of arrays in one compiled call, and small arrays built of single numbers."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest

jax = pytest.importorskip("jax")
jnp = jax.numpy

import emberops  # noqa: E402
from emberops import ops  # noqa: E402
from emberops.backends.jax import parts  # noqa: E402
from emberops.errors import ShapeError  # noqa: E402

xp = emberops.namespace("jax")

NUMBERS = (
    jnp.float32(1.5),
    jnp.int32(2),
    jnp.asarray(2.5),
    jnp.asarray(1, jnp.bfloat16),
    jnp.asarray(True),
    jnp.asarray(1j),
    np.int32(3),
    1,
    2.5,
    True,
)


@pytest.mark.parametrize(
    ("index", "expected"),
    [
        (1, ((1, 0), (1, 4), (1, 1), (4,))),
        (-1, ((2, 0), (1, 4), (1, 1), (4,))),
        ((slice(1, None), None, 3), ((1, 3), (2, 1), (1, 1), (2, 1))),
        ((..., slice(-2, 9)), ((0, 2), (3, 2), (1, 1), (3, 2))),
        (slice(2, 1), ((2, 0), (0, 4), (1, 1), (0, 4))),
        ((slice(None, None, 2), slice(3, None, 5)), ((0, 3), (2, 1), (2, 1), (2, 1))),
    ],
)
def test_block_says_where_a_part_starts_and_what_shape_it_has(index: object, expected: object) -> None:
    assert parts.block(index, (3, 4)) == expected


def test_a_loop_over_indices_compiles_once() -> None:
    x = jnp.zeros((7, 3), jnp.float32)
    ops.assign(x, (0, slice(0, 2)), 1.0)
    compiled = parts._replace._cache_size()
    for i in range(7):
        x = ops.assign(x, (i, slice(1, 3)), float(i))
    assert parts._replace._cache_size() == compiled
    assert x[:, 1].tolist() == [0, 1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    "pair",
    [pair for pair in combinations(NUMBERS, 2) if any(isinstance(number, jax.Array) for number in pair)],
    ids=str,
)
def test_a_list_of_numbers_has_the_dtype_that_jax_gives(pair: tuple[object, object]) -> None:
    made, expected = ops.array([list(pair), list(pair[::-1])]), jnp.array([pair, pair[::-1]])
    assert (made.dtype, made.weak_type) == (expected.dtype, expected.weak_type)
    assert made.tolist() == expected.tolist()


def test_a_list_with_traced_numbers_is_traced() -> None:
    made = jax.jit(lambda x: ops.array([[x, 1.0], [jnp.float32(2), x]]))(jnp.float32(3))
    assert made.tolist() == [[3, 1], [2, 3]]


HOST_DATA = (
    1.5,
    [1.0, 2],
    [[True, 2], [3, 4]],
    [True, False],
    [],
    [[1.0, 2.0], (3, 4)],
    np.float32(2.5),
    np.arange(3),
    np.ones((2, 0), np.float32),
    [np.float32(1), 2.5],
    [jnp.ones(2), jnp.zeros(2, jnp.int32)],
    [jnp.ones(2), [3.0, 4.0]],
    np.zeros(5000, np.float32),
)


@pytest.mark.parametrize("dtype", [None, "float32", "int32", "complex64"])
@pytest.mark.parametrize("data", HOST_DATA, ids=lambda data: str(data)[:40])
def test_host_data_becomes_what_jax_makes_of_it(data: object, dtype: str | None) -> None:
    made, expected = xp.asarray(data, dtype=dtype), jnp.asarray(data, dtype=dtype)
    assert (made.dtype, made.shape) == (expected.dtype, expected.shape)
    assert made.tolist() == expected.tolist()


@pytest.mark.parametrize("make", [xp.asarray, xp.array])
def test_an_array_does_not_follow_the_host_data_that_it_was_made_of(make: Callable[..., object]) -> None:
    data = np.ones((2, 2), np.float32)
    made = make(data)
    data[0, 0] = 9
    assert made.tolist() == [[1, 1], [1, 1]]


def test_a_number_for_parts_of_any_size_compiles_once() -> None:
    x = jnp.zeros((6, 5), jnp.float32)
    ops.assign(x, (slice(0, 2), 1), 1.0)
    compiled = parts._fill._cache_size()
    for stop in range(2, 6):
        x = ops.assign(x, (slice(stop - 2, stop), stop - 1), float(stop))
    assert parts._fill._cache_size() == compiled
    expected = np.zeros((6, 5))
    for stop in range(2, 6):
        expected[stop - 2 : stop, stop - 1] = stop
    assert x.tolist() == expected.tolist()


@pytest.mark.parametrize("number", [np.int64(2), np.array(2), jnp.asarray(2), jnp.uint8(2)], ids=repr)
def test_a_known_integer_selects_what_a_python_one_does(number: object) -> None:
    x = jnp.arange(20).reshape(4, 5)
    for mine, plain in (
        (number, 2),
        ((slice(None), number), (slice(None), 2)),
        (slice(number, None), slice(2, None)),
        ((number, [0, 1]), (2, [0, 1])),
    ):
        assert ops.getitem(x, mine).tolist() == ops.getitem(x, plain).tolist()
        assert ops.assign(x, mine, 7).tolist() == ops.assign(x, plain, 7).tolist()
    with pytest.raises(IndexError):
        ops.getitem(x, (0, 0, number))


def test_arrays_are_made_under_a_trace_as_well() -> None:
    def made(x: Any) -> Any:
        return xp.stack([x, xp.ones(2), xp.asarray([1.0, 2.0]), xp.full(2, 3.0)])

    assert jax.jit(made)(jnp.zeros(2)).tolist() == [[0, 0], [1, 1], [1, 2], [3, 3]]
    assert jax.vmap(made)(jnp.zeros((3, 2))).shape == (3, 4, 2)
    assert jax.grad(lambda x: made(x).sum())(jnp.zeros(2)).tolist() == [1, 1]


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_many_arrays_are_joined_as_few_are(axis: int) -> None:
    rows = [jnp.asarray([i, 2.5 * i], jnp.float32) for i in range(100)]
    expected = np.stack([np.asarray(row) for row in rows], axis)
    made = ops.stack(rows, axis=axis)
    assert isinstance(made, jax.Array)
    assert made.dtype == jnp.float32
    np.testing.assert_array_equal(made, expected)
    if axis == 0:
        np.testing.assert_array_equal(ops.array(rows), expected)


def test_many_arrays_that_differ_are_joined_by_jax() -> None:
    rows = [jnp.asarray([i], jnp.int32 if i else jnp.float32) for i in range(40)]
    assert ops.stack(rows).dtype == jnp.float32
    with pytest.raises(ShapeError):
        ops.stack([*rows, jnp.ones(2)])
