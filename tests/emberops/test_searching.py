"""Searching: NumPy's values and meaning on every backend."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from emberops import ops
from emberops.errors import ShapeError
from emberops.testing import assert_close

X = np.array([[3, 0, 2], [0, 5, 5]], dtype=np.int32)
F = np.array([[3.0, math.nan, 2.0], [0.5, 5.0, 5.0]], dtype=np.float32)


def test_where(backend: str) -> None:
    mask = ops.asarray([True, False, True])
    x, y = ops.asarray([1.0, 2.0, 3.0]), ops.asarray([10.0, 20.0, 30.0])
    assert_close(ops.where(mask, x, y), [1.0, 20.0, 3.0])
    assert_close(ops.where(mask, x, 0), [1.0, 0.0, 3.0])
    assert_close(ops.where(mask, 0.5, y), [0.5, 20.0, 0.5])
    assert_close(ops.where(mask, 1, 0), [1, 0, 1])
    assert_close(ops.where(ops.asarray([1, 0, 2]), x, y), [1.0, 20.0, 3.0])
    assert_close(ops.where(mask, ops.asarray([[1.0], [2.0]]), y), [[1.0, 20.0, 1.0], [2.0, 20.0, 2.0]])


def test_where_keeps_the_dtype_next_to_numbers(backend: str) -> None:
    mask = ops.asarray([True, False])
    x = ops.asarray(np.ones(2, np.float32))
    assert ops.float32 == ops.where(mask, x, 1.5).dtype
    assert ops.float32 == ops.where(mask, 0, x).dtype
    integers = ops.asarray(np.ones(2, np.int32))
    assert ops.int32 == ops.where(mask, integers, 0).dtype


def test_where_of_one_argument_is_nonzero(backend: str) -> None:
    for found in (ops.where(ops.asarray(X)), ops.nonzero(ops.asarray(X))):
        assert isinstance(found, tuple)
        assert_close(found, np.nonzero(X))
    with pytest.raises(ValueError, match="both or neither"):
        ops.where(ops.asarray(X), ops.asarray(X))


def test_positions_of_nonzero(backend: str) -> None:
    assert_close(ops.argwhere(ops.asarray(X)), np.argwhere(X))
    assert_close(ops.flatnonzero(ops.asarray(X)), np.flatnonzero(X))
    assert_close(ops.nonzero(ops.zeros((2, 3))), np.nonzero(np.zeros((2, 3))))
    assert_close(ops.nonzero(ops.asarray([True, False, True])), ([0, 2],))
    with pytest.raises(ValueError, match=r"0d|0-d"):
        ops.nonzero(ops.asarray(5))


@pytest.mark.parametrize("axis", [None, 0, 1, (0, 1)])
def test_count_nonzero(backend: str, axis: Any) -> None:
    assert_close(ops.count_nonzero(ops.asarray(X), axis), np.count_nonzero(X, axis))
    expected = np.count_nonzero(X, axis, keepdims=True)
    assert_close(ops.count_nonzero(ops.asarray(X), axis=axis, keepdims=True), expected)


@pytest.mark.parametrize("axis", [None, 0, 1])
@pytest.mark.parametrize("name", ["argmax", "argmin"])
def test_positions_of_extremes(backend: str, name: str, axis: int | None) -> None:
    for x in (X, F, X > 1):
        result = getattr(ops, name)(ops.asarray(x), axis)
        assert_close(result, getattr(np, name)(x, axis))
        assert str(result.dtype).rpartition(".")[2] in ("int32", "int64")
        expected = getattr(np, name)(x, axis, keepdims=True)
        assert_close(getattr(ops, name)(ops.asarray(x), axis, keepdims=True), expected)


@pytest.mark.parametrize("axis", [None, 0, 1])
def test_positions_of_extremes_past_nan(backend: str, axis: int | None) -> None:
    assert_close(ops.nanargmax(ops.asarray(F), axis), np.nanargmax(F, axis))
    assert_close(ops.nanargmin(ops.asarray(F), axis), np.nanargmin(F, axis))


def test_position_in_nothing_is_refused(backend: str) -> None:
    with pytest.raises(ValueError, match=r"empty|zero|size 0"):
        ops.argmax(ops.zeros((0,)))


@pytest.mark.parametrize("side", ["left", "right"])
def test_searchsorted(backend: str, side: str) -> None:
    edges, values = (
        np.array([1.0, 2.0, 2.0, 5.0], dtype=np.float32),
        np.array([[0.0, 2.0], [5.0, 9.0]], np.float32),
    )
    expected = np.searchsorted(edges, values, side)
    assert_close(ops.searchsorted(ops.asarray(edges), ops.asarray(values), side), expected)
    assert_close(ops.searchsorted(ops.asarray(edges), 2.0, side=side), np.searchsorted(edges, 2.0, side))
    shuffled, order = edges[::-1].copy(), np.array([3, 2, 1, 0])
    result = ops.searchsorted(
        ops.asarray(shuffled), ops.asarray(values), side=side, sorter=ops.asarray(order)
    )
    assert_close(result, np.searchsorted(shuffled, values, side, order))
    broken = np.array([1.0, math.inf, math.nan], dtype=np.float32)
    values = np.array([0.0, 1.0, math.inf, math.nan], dtype=np.float32)
    result = ops.searchsorted(ops.asarray(broken), ops.asarray(values), side)
    assert_close(result, np.searchsorted(broken, values, side))
    with pytest.raises(ValueError, match=r"side|middle"):
        ops.searchsorted(ops.asarray(edges), ops.asarray(values), "middle")


@pytest.mark.parametrize("right", [False, True])
def test_digitize(backend: str, right: bool) -> None:
    x, bins = np.array([0.0, 1.0, 1.5, 9.0], dtype=np.float32), np.array([1.0, 2.0, 3.0], dtype=np.float32)
    assert_close(ops.digitize(ops.asarray(x), ops.asarray(bins), right), np.digitize(x, bins, right))
    falling = bins[::-1].copy()
    assert_close(ops.digitize(ops.asarray(x), ops.asarray(falling), right), np.digitize(x, falling, right))


def test_select(backend: str) -> None:
    x = np.arange(6, dtype=np.float32)
    t = ops.asarray(x)
    expected = np.select([x < 2, x < 4], [x, -x], 10)
    assert_close(ops.select([ops.less(t, 2), ops.less(t, 4)], [t, ops.negative(t)], 10), expected)
    with pytest.raises(ValueError, match=r"length|choices"):
        ops.select([ops.less(t, 2)], [t, t])


def test_select_takes_masks_alone(backend: str) -> None:
    with pytest.raises(TypeError, match=r"cond"):
        ops.select([ops.asarray([1, 0])], [ops.asarray([1.0, 2.0])])


def test_digitize_takes_a_number_and_no_complex_bins(backend: str) -> None:
    assert int(ops.to_numpy(ops.digitize(2, ops.asarray([1, 3])))) == 1
    with pytest.raises(TypeError, match="digitize"):
        ops.digitize(ops.asarray([1.0]), ops.asarray(np.array([1, 2 + 1j], np.complex64)))


@pytest.mark.parametrize("condition", [5, 0, True])
def test_a_number_has_no_places_where_it_is_true(backend, condition):
    for x in (condition, ops.asarray(condition)):
        with pytest.raises(ShapeError):
            ops.where(x)
