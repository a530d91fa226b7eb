"""Sets: NumPy's values and meaning on every backend."""

from __future__ import annotations

import math

import numpy as np
import pytest

from emberops import ops
from emberops.testing import assert_close

X = np.array([[3, 1, 3], [2, 1, 7]], dtype=np.int32)


def test_unique(backend: str) -> None:
    assert_close(ops.unique(ops.asarray(X)), np.unique(X))
    found = ops.unique(ops.asarray(X), return_index=True, return_inverse=True, return_counts=True)
    assert_close(found, np.unique(X, return_index=True, return_inverse=True, return_counts=True))
    assert_close(ops.unique([2, 1, 2]), [1, 2])
    assert ops.shape(ops.unique(ops.zeros((0,)))) == (0,)


def test_unique_nan(backend: str) -> None:
    x = ops.asarray([math.nan, 1.0, math.nan, -0.0, 0.0])
    assert_close(ops.unique(x), [0.0, 1.0, math.nan])
    assert_close(ops.unique_values(x), [0.0, 1.0, math.nan, math.nan])


@pytest.mark.parametrize("axis", [0, 1])
def test_unique_along_axis(backend: str, axis: int) -> None:
    x = np.array([[1, 2, 1], [1, 2, 1], [0, 5, 0]], dtype=np.int32)
    expected = np.unique(x, return_index=True, return_inverse=True, return_counts=True, axis=axis)
    found = ops.unique(ops.asarray(x), return_index=True, return_inverse=True, return_counts=True, axis=axis)
    assert_close(found, tuple(part.reshape(-1) if i == 2 else part for i, part in enumerate(expected)))


def test_named_results(backend: str) -> None:
    t = ops.asarray(X)
    everything = ops.unique_all(t)
    assert_close(everything.values, [1, 2, 3, 7])
    assert_close(everything.indices, [1, 3, 0, 5])
    assert_close(everything.inverse_indices, [[2, 0, 2], [1, 0, 3]])
    assert_close(everything.counts, [2, 1, 2, 1])
    assert_close(ops.unique_counts(t).counts, [2, 1, 2, 1])
    assert_close(ops.unique_inverse(t).inverse_indices, [[2, 0, 2], [1, 0, 3]])


def test_isin(backend: str) -> None:
    t = ops.asarray(X)
    assert_close(ops.isin(t, ops.asarray([1, 7])), np.isin(X, [1, 7]))
    assert_close(ops.isin(t, [1, 7], invert=True), np.isin(X, [1, 7], invert=True))
    assert_close(ops.isin(t, 3), np.isin(X, 3))
    assert_close(ops.isin(ops.asarray([1.0, math.nan]), ops.asarray([math.nan, 1.0])), [True, False])


def test_set_operations(backend: str) -> None:
    x, y = np.array([3, 1, 2, 3]), np.array([5, 3, 2, 8])
    t, u = ops.asarray(x), ops.asarray(y)
    for name in ("intersect1d", "union1d", "setdiff1d", "setxor1d"):
        assert_close(getattr(ops, name)(t, u), getattr(np, name)(x, y))
    assert_close(ops.intersect1d(t, u, return_indices=True), np.intersect1d(x, y, return_indices=True))
    assert_close(ops.setdiff1d(t, [9]), [1, 2, 3])


@pytest.mark.parametrize("backend", ["torch", "jax", "mlx"], indirect=True)
def test_values_have_gradients(backend: str) -> None:
    x, weights, others = ops.asarray([3.0, 1.0, 2.0]), ops.asarray([1.0, 2.0, 3.0]), ops.asarray([9.0])
    for of in (
        ops.unique,
        lambda x: ops.unique(ops.reshape(x, (3, 1)), return_counts=True, axis=0)[0][:, 0],
        lambda x: ops.unique_all(x).values,
        lambda x: ops.union1d(x, x),
        lambda x: ops.intersect1d(x, x),
        lambda x: ops.setdiff1d(x, others),
        lambda x: ops.setxor1d(x, others)[:3],
    ):
        assert_close(ops.grad(lambda x, of=of: ops.sum(of(x) * weights))(x), [3.0, 1.0, 2.0])
    assert_close(
        ops.grad(lambda x: ops.sum(ops.trim_zeros(x)))(ops.asarray([0.0, 2.0, 0.0])), [0.0, 1.0, 0.0]
    )
