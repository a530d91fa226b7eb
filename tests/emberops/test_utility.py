"""Tests of whole tensors, differences, interpolation: NumPy's values and meaning on every backend."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from emberops import ops
from emberops.testing import assert_close

X = np.array([[1.0, 0.0, 3.0], [2.0, 2.0, 2.0]], dtype=np.float32)


@pytest.mark.parametrize("axis", [None, 0, 1, (0, 1), ()])
@pytest.mark.parametrize("name", ["all", "any"])
def test_truth(backend: str, name: str, axis: Any) -> None:
    for x in (X, X > 1, X.astype(np.int32)):
        result = getattr(ops, name)(ops.asarray(x), axis=axis)
        assert_close(result, getattr(np, name)(x, axis=axis))
        assert ops.bool == ops.asarray(result).dtype
        expected = getattr(np, name)(x, axis=axis, keepdims=True)
        assert_close(getattr(ops, name)(ops.asarray(x), axis=axis, keepdims=True), expected)


def test_truth_of_nothing(backend: str) -> None:
    assert bool(ops.all(ops.zeros((0,))))
    assert not bool(ops.any(ops.zeros((0,))))


@pytest.mark.parametrize("name", ["all", "any"])
def test_none_is_false(backend: str, name: str) -> None:
    answer = getattr(ops, name)(None)
    assert ops.bool == ops.asarray(answer).dtype
    assert not bool(answer)


def test_diff(backend: str) -> None:
    t = ops.asarray(X)
    assert_close(ops.diff(t), np.diff(X))
    assert_close(ops.diff(t, axis=0), np.diff(X, axis=0))
    assert_close(ops.diff(t, 2), np.diff(X, 2))
    assert_close(ops.diff(t, n=0), X)
    assert_close(ops.diff(t, prepend=0, append=ops.asarray(X[:, :1])), np.diff(X, prepend=0, append=X[:, :1]))
    assert_close(ops.diff(ops.asarray([True, False, False])), [True, False])
    assert_close(ops.ediff1d(t), np.ediff1d(X))


@pytest.mark.parametrize(
    ("dtype", "ends"),
    [
        ("float32", {"to_begin": 0}),
        ("float32", {"to_end": [9, 8]}),
        ("float32", {"to_begin": [[1, 2], [3, 4]], "to_end": np.array([1.5], "float32")}),
        ("float32", {"to_begin": math.nan, "to_end": True}),
        ("int32", {"to_begin": 7, "to_end": np.array([1, 2], "int8")}),
        ("int8", {"to_end": np.zeros((0,), "int8")}),
        ("complex64", {"to_begin": 1, "to_end": 2j}),
    ],
)
def test_differences_between_given_ends(backend: str, dtype: str, ends: dict[str, Any]) -> None:
    x = X.astype(dtype)
    for part in (x, x[:1, :1], x[:0]):
        expected = np.ediff1d(part, **{name: np.asarray(end, dtype) for name, end in ends.items()})
        found = ops.ediff1d(ops.asarray(part, dtype=dtype), **ends)
        assert_close(found, expected)
        assert ops.to_numpy(found).dtype == dtype


def test_ends_of_differences_are_of_their_kind(backend: str) -> None:
    for ends in ({"to_begin": 1.5}, {"to_end": np.array([0.5])}, {"to_end": [1j]}):
        with pytest.raises(TypeError):
            ops.ediff1d(ops.asarray([1, 2, 4], dtype="int8"), **ends)


def test_isclose(backend: str) -> None:
    x = np.array([1.0, math.nan, math.inf, -math.inf, 1e-9], dtype=np.float32)
    y = np.array([1.00001, math.nan, math.inf, math.inf, 0.0], dtype=np.float32)
    for options in ({}, {"equal_nan": True}, {"rtol": 1e-7}, {"atol": 0.0}):
        assert_close(ops.isclose(ops.asarray(x), ops.asarray(y), **options), np.isclose(x, y, **options))
    assert_close(ops.isclose(ops.asarray([1, 2]), 1.0), [True, False])
    assert_close(ops.isclose(2.0, ops.asarray([1, 2])), [False, True])


def test_answers_are_python_booleans(backend: str) -> None:
    x, y = ops.asarray([1.0, math.nan]), ops.asarray([1.0, 2.0])
    assert ops.allclose(y, ops.asarray([1.0, 2.0])) is True
    assert ops.allclose(x, x) is False
    assert ops.allclose(x, x, equal_nan=True) is True
    assert ops.array_equal(y, [1, 2]) is True
    assert ops.array_equal(y, ops.asarray([1.0])) is False
    assert ops.array_equal(x, x) is False
    assert ops.array_equal(x, x, equal_nan=True) is True
    assert ops.array_equiv(y, ops.asarray([[1.0, 2.0], [1.0, 2.0]])) is True
    assert ops.array_equiv(y, ops.asarray([1.0, 2.0, 3.0])) is False
    assert bool(ops.has_nan_or_inf(x)) is True
    assert bool(ops.has_nan_or_inf(y)) is False
    assert bool(ops.has_nan_or_inf(ops.asarray([1, 2]))) is False


def test_interp(backend: str) -> None:
    points, values = (
        np.array([1.0, 2.0, 4.0], dtype=np.float32),
        np.array([10.0, 20.0, 0.0], dtype=np.float32),
    )
    x = np.array([[0.0, 1.0], [1.5, 3.0], [4.0, 9.0]], dtype=np.float32)
    arguments = ops.asarray(x), ops.asarray(points), ops.asarray(values)
    assert_close(ops.interp(*arguments), np.interp(x, points, values), rtol=2e-5)
    assert_close(
        ops.interp(*arguments, left=-1.0, right=-2.0), np.interp(x, points, values, -1, -2), rtol=2e-5
    )
    assert_close(
        ops.interp(*arguments, period=5.0), np.interp(x, points, values, period=5), rtol=2e-5, atol=1e-5
    )
    assert_close(ops.interp(1.5, points, values), 15.0)


def test_unwrap(backend: str) -> None:
    x = np.array([0.0, 1.0, 7.0, 13.5, 2.0, -4.0], dtype=np.float32)
    assert_close(ops.unwrap(ops.asarray(x)), np.unwrap(x), rtol=2e-5, atol=1e-5)
    assert_close(ops.unwrap(ops.asarray(X), axis=0, period=1.5), np.unwrap(X, axis=0, period=1.5), atol=1e-5)


@pytest.mark.parametrize("edge_order", [1, 2])
def test_gradient(backend: str, edge_order: int) -> None:
    x = np.array([[1.0, 2.0, 4.0, 8.0], [0.0, 1.0, 5.0, 2.0], [3.0, 3.0, 1.0, 0.0]], dtype=np.float32)
    points = np.array([0.0, 1.0, 1.5, 3.0], dtype=np.float32)
    t = ops.asarray(x)
    assert_close(tuple(ops.gradient(t, edge_order=edge_order)), tuple(np.gradient(x, edge_order=edge_order)))
    assert_close(
        ops.gradient(t, 0.5, axis=1, edge_order=edge_order),
        np.gradient(x, 0.5, axis=1, edge_order=edge_order),
    )
    expected = np.gradient(x, points, axis=1, edge_order=edge_order)
    assert_close(
        ops.gradient(t, ops.asarray(points), axis=1, edge_order=edge_order), expected, rtol=2e-5, atol=1e-5
    )
    with pytest.raises(ValueError, match=r"axis|edge_order|Shape"):
        ops.gradient(ops.asarray([1.0]))


@pytest.mark.parametrize("period", [2 * math.pi, 1.0, 0.75, 1, 2])
def test_unwrapped_truths(backend: str, period: float) -> None:
    x = np.array([True, False, False, True])
    assert_close(ops.unwrap(ops.asarray(x), period=period), np.unwrap(x, period=period), atol=1e-6)


def test_unwrapped_integers_stay_integers(backend: str) -> None:
    for x, period in (([0, 75, 150, 225, 50, 1180], 255), ([0, 1, 2, -1, 0, 2], 4)):
        found = ops.unwrap(ops.asarray(x), period=period)
        assert ops.isdtype(found.dtype, "integral")
        assert_close(found, np.unwrap(x, period=period))


def test_a_gradient_on_an_even_grid_does_not_read_the_element_itself(backend: str) -> None:
    x = np.array([[1, np.nan, 3, 4], [5, 6, np.inf, 8], [1, 2, 3, 9]], dtype="float32")
    assert_close(tuple(ops.gradient(ops.asarray(x))), tuple(np.gradient(x)))
    assert_close(ops.gradient(ops.asarray(x), 0.5, axis=1), np.gradient(x, 0.5, axis=1))


def test_gradient_of_half_precision_stays_half(backend: str) -> None:
    found = ops.gradient(ops.asarray([1, 2, 4], dtype="float16"), 0.5)
    assert found.dtype == ops.asarray([1], dtype="float16").dtype
    assert_close(found, np.array([2.0, 3.0, 4.0], np.float16))


def test_interp_of_infinite_complex_values(backend: str) -> None:
    values = np.array([complex(-np.inf, 2), complex(3, np.inf)], np.complex64)
    found = ops.to_numpy(ops.interp(ops.asarray([0.5]), ops.asarray([0.0, 1.0]), ops.asarray(values)))
    assert found.real.tolist() == [-np.inf]
    assert found.imag.tolist() == [np.inf]


def test_arguments_that_do_not_fit(backend: str) -> None:
    square, two = ops.asarray(np.eye(3)), ops.asarray([1.0, 2.0])
    with pytest.raises(TypeError):
        ops.gradient(square, ops.asarray([0.0, 1.0, 3.0]))
    with pytest.raises(ValueError, match="interp"):
        ops.interp(ops.asarray([0.0]), two[:1], two, period=360)
    assert_close(ops.isclose(two, two + 0.1, atol=[0.2, 0.0]), [True, False])


def test_a_list_that_is_no_array_equals_none(backend):
    for ragged in ([[1, 2], [3]], [1, [2]], [ops.asarray([1, 2]), ops.asarray([1])]):
        for question in (ops.array_equal, ops.array_equiv):
            assert question(ragged, ops.asarray([1, 2])) is False
            assert question([1, 2], ragged) is False
            assert question(ragged, ragged) is False
