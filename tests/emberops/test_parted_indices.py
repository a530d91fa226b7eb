"""Index arrays beside an ellipsis, a mask or nothing at all choose what they choose on NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import emberops
from emberops import ops
from emberops.errors import IndexShapeError

X = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
ROWS = slice(None)
PARTED: list[Any] = [
    (ROWS, 1, ..., [0, 1]),
    (ROWS, [0, 1], ..., [0, 1]),
    (ROWS, [0, 2, 1], ..., 3),
    (ROWS, np.array([[0, 1]]), ..., [0, 1]),
    (ROWS, [0, 1], None, ..., [0, 1]),
    (ROWS, [0, 1], ..., None, [0, 1]),
    (ROWS, [0, 1], ..., [2, 3], None),
    (slice(None, None, -1), [0, 1], ..., [2, 3]),
    (None, 1, [0, 1], ..., [0, 1]),
    (ROWS, [], ..., [1]),
]
NOT_PARTED: list[Any] = [
    (ROWS, [0, 1], [0, 1], ...),
    (..., [0, 1], [0, 1]),
    ([0, 1], ..., [0, 1]),
    ([0, 1], ROWS, [0, 1]),
    ([0, 1], ..., ROWS, [0, 1]),
    (1, ..., 2, 3),
    (ROWS, 1, ..., 2),
    (1, ROWS, ..., [0, 1]),
    (np.array([True, False]), ..., 1),
]


@pytest.mark.parametrize("index", [*PARTED, *NOT_PARTED], ids=repr)
def test_reading(backend: str, index: Any) -> None:
    with emberops.use_backend(backend):
        found = ops.to_numpy(ops.getitem(ops.asarray(X), index))
        assert found.shape == X[index].shape
        np.testing.assert_array_equal(found, X[index])


@pytest.mark.parametrize("index", [*PARTED, *NOT_PARTED], ids=repr)
@pytest.mark.parametrize("rank", [0, 1, 2, 3])
def test_storing(backend: str, index: Any, rank: int) -> None:
    shape = X[index].shape[max(0, X[index].ndim - rank) :]
    value = np.arange(1.0, 1.0 + np.prod(shape), dtype=np.float32).reshape(shape)
    stored, added = X.copy(), X.copy()
    stored[index] = value
    np.add.at(added, index, value)
    with emberops.use_backend(backend):
        for copy in (True, False):
            x = ops.asarray(X.copy())
            np.testing.assert_array_equal(
                ops.to_numpy(ops.assign(x, index, ops.asarray(value), copy=copy)), stored
            )
            x = ops.asarray(X.copy())
            np.testing.assert_array_equal(
                ops.to_numpy(ops.add_at(x, index, ops.asarray(value), copy=copy)), added
            )


@pytest.mark.parametrize(
    ("shape", "index"),
    [
        ((3, 0), (False, None, ...)),
        ((3, 0), ([], False)),
        ((0, 3), (None, False, ROWS)),
        ((3, 0), (True, -3, ROWS)),
        ((2, 3), (None, ROWS, np.zeros(3, bool))),
        ((2, 3), (True, np.zeros(2, bool))),
    ],
    ids=repr,
)
def test_storing_nothing(backend: str, shape: tuple[int, ...], index: Any) -> None:
    """MLX has no way to write to no place."""
    x = np.ones(shape, np.float32)
    part = x[index]
    with emberops.use_backend(backend):
        for value in (2.0, ops.ones(part.shape[-1:])):
            np.testing.assert_array_equal(ops.to_numpy(ops.assign(ops.asarray(x.copy()), index, value)), x)


@pytest.mark.parametrize(
    "index",
    [
        ([0, 1], [0, 1, 2]),
        ([[0, 1], [0, 1]], [0, 1, 2]),
        (ROWS, [0, 1], ..., [0, 1, 2]),
        (np.arange(X.shape[0]) < 1, [0, 1], [0, 1, 2]),
        (np.ones(X.shape[0], bool), slice(None), np.arange(X.shape[0] + 1) % 2),
    ],
    ids=repr,
)
def test_arrays_that_do_not_meet(backend: str, index: Any) -> None:
    with emberops.use_backend(backend):
        for call in (
            lambda: ops.getitem(ops.asarray(X), index),
            lambda: ops.assign(ops.asarray(X), index, 1.0),
            lambda: ops.add_at(ops.asarray(X), index, 1.0),
        ):
            with pytest.raises(IndexShapeError):
                call()
