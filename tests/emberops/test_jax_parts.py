"""JAX: parts of arrays in one compiled call, and small arrays built of single numbers."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

jax = pytest.importorskip("jax")
jnp = jax.numpy

from emberops import ops  # noqa: E402
from emberops.backends.jax import parts  # noqa: E402

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
        (1, ((1, 0), (1, 4), (4,))),
        (-1, ((2, 0), (1, 4), (4,))),
        ((slice(1, None), None, 3), ((1, 3), (2, 1), (2, 1))),
        ((..., slice(-2, 9)), ((0, 2), (3, 2), (3, 2))),
        (slice(2, 1), ((2, 0), (0, 4), (0, 4))),
    ],
)
def test_block_says_where_a_part_starts_and_what_shape_it_has(index: object, expected: object) -> None:
    assert parts.block(index, (3, 4)) == expected


def test_block_leaves_other_steps() -> None:
    assert parts.block(slice(None, None, 2), (3, 4)) is None


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
