"""What MLX has still to compute after a loop of stores."""

from __future__ import annotations

import io

import mlx.core as mx
import numpy as np
import pytest

import emberops
from emberops import ops

STORES = 1000


@pytest.fixture(autouse=True)
def _on_mlx():
    with emberops.use_backend("mlx"):
        yield


def _pending(array: mx.array) -> int:
    """How many lines it takes to draw what an array waits for."""
    drawn = io.StringIO()
    mx.export_to_dot(drawn, array)
    return drawn.getvalue().count("\n")


def _counted(x, store):
    for turn in range(STORES):
        x = store(x, turn)
    return x


@pytest.mark.parametrize(
    "store",
    [
        lambda x, turn: ops.assign(x, turn % 4, x[(turn + 1) % 4] + 1),
        lambda x, turn: ops.assign_add(x, slice(1, 3), 1),
        lambda x, turn: ops.add_at(x, ops.asarray([0, 0]), 1),
    ],
    ids=["assign", "assign_add", "add_at"],
)
def test_a_loop_of_stores_leaves_little_to_compute(store) -> None:
    few = _pending(_counted(ops.zeros(4), store))
    assert few < 3000
    x = ops.zeros(4)
    for turn in range(10):
        x = store(x, turn)
    assert _pending(x) > 10  # the measure sees what waits


def test_a_trace_stores_as_often_as_it_likes() -> None:
    def stored(x):
        return ops.sum(_counted(ops.multiply(x, 1), lambda y, turn: ops.assign(y, turn % 4, y[turn % 4] + 1)))

    x = ops.asarray([1.0, 2.0, 3.0, 4.0])
    assert float(ops.jit(stored)(x)) == 10.0 + STORES
    np.testing.assert_array_equal(ops.to_numpy(ops.grad(stored)(x)), np.ones(4))
