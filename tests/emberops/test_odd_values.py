"""Values and options at the edge of what functions are asked for: NumPy's answer, or its class of exception."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from emberops import ops
from emberops.testing import assert_close

NAN, INF = math.nan, math.inf


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "int32"])
def test_powers_look_at_all_of_an_exponent(backend: str, dtype: str) -> None:
    base, exponents = [0, 5, 1, 2, 7], [64, 100, 127, 65, 127]
    x, n = ops.asarray(base, dtype=dtype), ops.asarray(exponents, dtype=dtype)
    expected = np.power(np.array(base, dtype), np.array(exponents, dtype))
    assert ops.tolist(ops.pow(x, n)) == expected.tolist()
    assert ops.tolist(ops.pow(3, n)) == np.power(np.array(3, dtype), np.array(exponents, dtype)).tolist()
    assert ops.tolist(ops.pow(x, ops.asarray([0, 1, 2, 3, 63], dtype=dtype))) == (
        np.power(np.array(base, dtype), np.array([0, 1, 2, 3, 63], dtype)).tolist()
    )


def test_powers_of_mixed_integers(backend: str) -> None:
    x, n = ops.asarray([127, 5, -1], dtype="int8"), ops.asarray([255, 128, 201], dtype="uint8")
    expected = np.power(np.array([127, 5, -1], np.int8), np.array([255, 128, 201], np.uint8))
    assert ops.tolist(ops.pow(x, n)) == expected.tolist()


@pytest.mark.parametrize("mode", ["full", "same", "valid"])
@pytest.mark.parametrize(
    ("x", "kernel", "dtype"),
    [
        ([1, 2], [100, 100], "int8"),
        ([0, 65535, 9], [0, 65535, 9], "uint16"),
        ([2**24 + 1, 3], [1, 1], "int32"),
        ([True, False], [True, True], "bool"),
        ([1.0, 2.0, 4.0, 8.0], [0.5, -1.0], "float32"),
    ],
)
def test_convolution_wraps_around(
    backend: str, x: list[Any], kernel: list[Any], dtype: str, mode: str
) -> None:
    a, b = np.array(x, dtype), np.array(kernel, dtype)
    assert_close(ops.convolve(ops.asarray(a), ops.asarray(b), mode), np.convolve(a, b, mode))
    assert_close(ops.correlate(ops.asarray(a), ops.asarray(b), mode), np.correlate(a, b, mode))


@pytest.mark.parametrize("backend", ["numpy", "torch", "mlx"], indirect=True)  # JAX multiplies its padding
@pytest.mark.parametrize("mode", ["full", "same", "valid"])
def test_nothing_is_multiplied_beyond_a_vector(backend: str, mode: str) -> None:
    for kernel in ([NAN, 1.0], [INF, 1.0], [1.0, -INF, 0.0]):
        x, k = np.array([3.0, 1.0, 2.0, 5.0], np.float32), np.array(kernel, np.float32)
        assert_close(ops.convolve(ops.asarray(x), ops.asarray(k), mode), np.convolve(x, k, mode))
        assert_close(ops.correlate(ops.asarray(x), ops.asarray(k), mode), np.correlate(x, k, mode))


@pytest.mark.parametrize("dtype", ["int8", "int16", "int32"])
def test_the_smallest_integer_is_partitioned(backend: str, dtype: str) -> None:
    smallest = int(np.iinfo(dtype).min)
    x = ops.asarray([[smallest, 5, 0], [7, -1, 3]], dtype=dtype)
    assert ops.tolist(ops.partition(x, 1)) == [[smallest, 0, 5], [-1, 3, 7]]
    assert ops.tolist(ops.take_along_axis(x, ops.argpartition(x, 1), axis=-1)) == [
        [smallest, 0, 5],
        [-1, 3, 7],
    ]


@pytest.mark.parametrize("backend", ["torch", "jax", "mlx"], indirect=True)  # NumPy's own says it otherwise
def test_places_of_a_partition(backend: str) -> None:
    x = ops.asarray([3.0, 1.0, 2.0])
    for function in (ops.partition, ops.argpartition):
        with pytest.raises(ValueError, match="truth value"):
            function(x, True)
        with pytest.raises(TypeError, match="no place"):
            function(x, [])


@pytest.mark.parametrize(
    ("dtype", "number", "place"),
    [
        ("int8", 300, 3),
        ("int8", -300, 0),
        ("uint8", -1, 0),
        ("int32", 2**40, 3),
        ("bool", True, 1),
        ("float32", 2**40, 3),
    ],
)
@pytest.mark.parametrize("side", ["left", "right"])
def test_numbers_beyond_a_line(backend: str, dtype: str, number: int, place: int, side: str) -> None:
    line = [False, True, True] if dtype == "bool" else [1, 2, 3]
    found = int(ops.item(ops.searchsorted(ops.asarray(line, dtype=dtype), number, side)))
    assert found == int(np.searchsorted(np.array(line, dtype), number, side))
    assert found == (3 if dtype == "bool" and side == "right" else place)


def test_a_sorter_has_the_length_of_its_line(backend: str) -> None:
    line = ops.asarray([3.0, 1.0, 2.0])
    assert int(ops.item(ops.searchsorted(line, 2.0, sorter=ops.asarray([1, 2, 0])))) == 1
    with pytest.raises(ValueError, match="sorter"):
        ops.searchsorted(line, 2.0, sorter=ops.asarray([1, 2]))


def test_blocks_are_arranged_by_lists_of_one_depth(backend: str) -> None:
    x = ops.asarray([[1.0, 2.0]])
    assert ops.tolist(ops.block([[x, x], [x, x]])) == [[1.0, 2.0, 1.0, 2.0]] * 2
    for mixed in ([x, [x]], [[[x]], [x]]):
        with pytest.raises(ValueError, match="depth"):
            ops.block(mixed)
    for tuples in ((x, x), [(x, x)], [(1, 2)]):
        with pytest.raises(TypeError, match="tuple"):
            ops.block(tuples)


def test_half_precision_beside_a_complex_number(backend: str) -> None:
    x = ops.asarray([1.5, -2.0], dtype="float16")
    for found, expected in (
        (ops.add(x, 1j), [1.5 + 1j, -2.0 + 1j]),
        (ops.multiply(2j, x), [3j, -4j]),
        (ops.subtract(1j, x), [-1.5 + 1j, 2.0 + 1j]),
        (ops.pow(x, 1 + 0j), [1.5, -2.0]),
    ):
        assert found.dtype == ops.complex64
        assert_close(found, np.array(expected, np.complex64), rtol=1e-5, atol=1e-6)


def test_digits_to_round_to(backend: str) -> None:
    x = ops.asarray([1.25, -2.75])
    assert_close(ops.round(x, np.int64(1)), [1.2, -2.8], rtol=1e-6)
    with pytest.raises(TypeError):
        ops.round(x, 1.0)
    assert ops.tolist(ops.round(ops.asarray([True, False]))) == [True, False]


def test_an_axis_is_no_vector(backend: str) -> None:
    x = ops.ones((2, 3))
    axis = ops.asarray([0])
    for refused in (
        lambda: ops.cumulative_sum(x, axis=axis),
        lambda: ops.sort(x, axis=axis),
        lambda: ops.argmax(x, axis=axis),
        lambda: ops.take(x, ops.asarray([0]), axis=axis),
    ):
        with pytest.raises(TypeError):
            refused()
    assert ops.shape(ops.flip(x, axis=axis)) == (2, 3)  # which takes several axes in a vector, as NumPy's
    assert ops.shape(ops.roll(x, 1, axis=axis)) == (2, 3)
