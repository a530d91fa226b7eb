"""Operations of single numbers on NumPy give what its universal functions give, to the bit and the class."""

from __future__ import annotations

import itertools
import math
import warnings
from typing import Any

import numpy as np
import pytest

from emberops import ops

DOUBLES = [0.0, -0.0, 1.3, -2.7, 0.1, 3.0, math.inf, -math.inf, math.nan, 1e308, 1.7e308, 5e-324, 1e-300]
WHOLE = [0, 1, -3, -7, 2**53 + 1]
TWO = [
    *("add", "subtract", "multiply", "divide", "floor_divide", "remainder", "maximum", "minimum", "hypot"),
    *("equal", "not_equal", "less", "less_equal", "greater", "greater_equal"),
]
ONE = ["abs", "negative", "positive", "sqrt", "square", "isnan", "isinf", "isfinite"]


def _of_each_class(numbers: list[float]) -> list[Any]:
    return [*numbers, *map(np.float64, numbers)]


def _is_same(found: Any, expected: Any) -> bool:
    """Signs of zeros and NaN included."""
    return type(found) is type(expected) and repr(found) == repr(expected)


@pytest.mark.parametrize("name", TWO)
def test_two_numbers(name: str) -> None:
    numbers = [*_of_each_class(DOUBLES), *WHOLE, *map(np.int64, WHOLE)]
    generator = np.random.default_rng(0)
    drawn = generator.normal(size=200) * 10.0 ** generator.integers(-8, 8, size=200)
    pairs = [*itertools.product(numbers, numbers), *zip(map(float, drawn), drawn[::-1], strict=True)]
    pairs = [pair for pair in pairs if any(isinstance(number, float) for number in pair)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wrong = [pair for pair in pairs if not _is_same(getattr(ops, name)(*pair), getattr(np, name)(*pair))]
    assert not wrong


@pytest.mark.parametrize("name", ONE)
def test_one_number(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wrong = [
            x for x in _of_each_class(DOUBLES) if not _is_same(getattr(ops, name)(x), getattr(np, name)(x))
        ]
    assert not wrong


@pytest.mark.parametrize("name", ["divide", "sqrt", "hypot", "multiply"])
def test_warnings_are_those_of_numpy(name: str) -> None:
    arguments = {
        "divide": (1.0, 0.0),
        "sqrt": (-1.0,),
        "hypot": (1.7e308, 1.7e308),
        "multiply": (1e308, 10.0),
    }
    with pytest.warns(RuntimeWarning):
        getattr(ops, name)(*arguments[name])


@pytest.mark.parametrize("kind", ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"])
def test_whole_numbers_that_overflow_warn_as_under_operators(kind: str) -> None:
    limits = np.iinfo(kind)
    largest, one = np.dtype(kind).type(limits.max), np.dtype(kind).type(1)
    with pytest.warns(RuntimeWarning, match="overflow encountered in scalar add"):
        assert ops.add(largest, one) == limits.min
    with pytest.warns(RuntimeWarning, match="overflow encountered in scalar multiply"):
        ops.multiply(2, largest)
    with pytest.warns(RuntimeWarning, match="overflow encountered in scalar negative"):
        ops.negative(np.dtype(kind).type(limits.min or 1))


@pytest.mark.parametrize("name", TWO)
def test_two_numbers_of_few_bits(name: str) -> None:
    def of(kind: str) -> list[Any]:
        make = np.dtype(kind).type
        return [make(number) for number in (0, 1, 3, 7, np.iinfo(kind).min, np.iinfo(kind).max)]

    kinds = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
    numbers = [number for kind in kinds for number in of(kind)]
    pairs = [pair for pair in itertools.product(numbers, [*numbers, 2, 2.5]) for pair in (pair, pair[::-1])]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wrong = [pair for pair in pairs if not _is_same(getattr(ops, name)(*pair), getattr(np, name)(*pair))]
    assert not wrong


def test_numbers_that_are_taken_out() -> None:
    numbers = [
        np.float64(1.5),
        np.float32(0.1),
        np.int64(3),
        np.float16(0.5),
        np.True_,
        1.5,
        3,
        True,
        2**70,
        1j,
    ]
    for number in numbers:
        assert _is_same(ops.item(number), np.asarray(number).item())


def test_numbers_in_lists() -> None:
    x, y = np.float64(1.5), np.int64(2)
    for rows in (
        [x, 2.0],
        [[x, y], [1, 2.0]],
        [[[x], [2.0]]],
        [x, [2.0]][:1],
        [],
        [[]],
        [np.ones(2), [x, y]],
    ):
        found, expected = ops.array(rows), np.array(rows)
        assert found.dtype == expected.dtype
        np.testing.assert_array_equal(found, expected)


def test_powers_of_python_numbers_are_numpys_own() -> None:
    generator = np.random.default_rng(1)
    for x, y in zip(
        generator.uniform(0.1, 9.0, 300).tolist(), generator.uniform(-5, 5, 300).tolist(), strict=True
    ):
        assert _is_same(ops.power(x, y), np.power(x, y))
