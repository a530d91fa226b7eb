"""Sorting: NumPy's values and meaning on every backend."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import emberops
from emberops import ops
from emberops.testing import assert_close

X = np.array([[3, 1, 2, 1], [0, 9, -4, 9]], dtype=np.int32)


@pytest.mark.parametrize("axis", [None, 0, 1, -1])
def test_sort(backend: str, axis: int | None) -> None:
    assert_close(ops.sort(ops.asarray(X), axis), np.sort(X, axis))
    assert_close(ops.argsort(ops.asarray(X), axis), np.argsort(X, axis, kind="stable"))
    flipped = np.flip(np.sort(X, axis), -1 if axis is None else axis)
    assert_close(ops.sort(ops.asarray(X), axis=axis, descending=True), flipped)


def test_order_of_equal_elements(backend: str) -> None:
    x = ops.asarray([1, 0, 0, 1])
    assert_close(ops.argsort(x), [1, 2, 0, 3])
    assert_close(ops.argsort(x, descending=True), [0, 3, 1, 2])
    many = np.tile([2, 1, 3], 700)
    assert_close(ops.argsort(ops.asarray(many)), np.argsort(many, kind="stable"))


def test_nan_sorts_last(backend: str) -> None:
    x = ops.asarray([3.0, math.nan, 1.0])
    assert_close(ops.sort(x), [1.0, 3.0, math.nan])
    assert_close(ops.argsort(x), [2, 0, 1])
    assert_close(ops.sort(ops.asarray([True, False])), [False, True])


def test_truths_are_parted(backend: str) -> None:
    x = np.array([[True, False, True], [False, False, True]])
    found = ops.partition(ops.asarray(x), 1)
    assert_close(found, np.partition(x, 1))
    assert_close(ops.take_along_axis(ops.asarray(x), ops.argpartition(ops.asarray(x), 1)), found)


def test_lexsort(backend: str) -> None:
    first, second = np.array([9, 4, 0, 4, 0, 2, 1]), np.array([1, 5, 1, 4, 3, 4, 4])
    assert_close(ops.lexsort([ops.asarray(first), ops.asarray(second)]), np.lexsort((first, second)))


@pytest.mark.parametrize("axis", [None, 0, 1])
def test_partition(backend: str, axis: int | None) -> None:
    x = np.array([[7, 1, 5], [2, 8, 0], [6, 3, 4]], dtype=np.int32)
    kth = 1
    whole = ops.partition(ops.asarray(x), kth, axis)
    ordered = np.sort(x, axis)
    along = 0 if axis is None else axis
    assert_close(ops.take(whole, ops.asarray([kth]), axis=along), np.take(ordered, [kth], along))
    indices = ops.argpartition(ops.asarray(x), kth, axis)
    flat = x.reshape(-1) if axis is None else x
    picked = ops.take_along_axis(ops.asarray(flat), indices, axis=along)
    assert_close(ops.take(picked, ops.asarray([kth]), axis=along), np.take(ordered, [kth], along))


def test_top_k(backend: str) -> None:
    values, indices = ops.top_k(ops.asarray(X), 2)
    assert_close(values, [[3, 2], [9, 9]])
    assert_close(indices, [[0, 2], [1, 3]])


def test_in_top_k(backend: str) -> None:
    predictions = ops.asarray([[0.1, 0.7, 0.2], [0.5, 0.2, 0.3]])
    assert_close(ops.in_top_k(ops.asarray([2, 1]), predictions, k=2), [True, False])


@settings(max_examples=25)
@given(st.lists(st.integers(-50, 50), min_size=1, max_size=40))
def test_argsort_sorts_stably(values: list[int]) -> None:
    for backend in ("torch", "jax", "mlx"):
        with emberops.use_backend(backend):
            for descending in (False, True):
                sign = -1 if descending else 1
                expected = np.argsort(sign * np.array(values), kind="stable")
                assert_close(ops.argsort(ops.asarray(values), descending=descending), expected)


@pytest.mark.parametrize("descending", [False, True])
def test_complex_numbers_sort_by_their_parts(backend, descending):
    x = np.asarray([[2 + 1j, 1 + 2j, 1 - 1j], [1 + 2j, 0, -1 + 5j]], dtype="complex64")
    expected = np.sort(x, axis=1)[:, ::-1] if descending else np.sort(x, axis=1)
    assert_close(ops.sort(x, axis=1, descending=descending), expected)
    order = ops.to_numpy(ops.argsort(x, axis=1, descending=descending))
    assert_close(np.take_along_axis(x, order, axis=1), expected)
    missing = np.asarray([1 + np.nan * 1j, np.nan + 0j, 3 + 1j, 1 + 0j], dtype="complex64")
    assert_close(ops.sort(missing)[:2], np.sort(missing)[:2])


def test_numbers_as_keys_have_one_order(backend: str) -> None:
    assert int(ops.lexsort(ops.asarray([2, 1]))) == 0
