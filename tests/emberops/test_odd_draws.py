"""Draws that cannot be: sizes below zero, numbers that the dtype does not hold, ranges turned around."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from emberops import ops
from emberops.errors import ArgumentError, ShapeError


@pytest.mark.parametrize(
    "draw",
    [
        lambda key, shape: ops.random.randint(key, shape, 0, 5),
        lambda key, shape: ops.random.choice(key, 5, shape),
        lambda key, shape: ops.random.choice(key, 5, shape, replace=False),
    ],
)
def test_sizes_below_zero_are_refused(backend: str, draw: Callable[..., Any]) -> None:
    """Their product is no number of draws; a generator of NumPy's says so too."""
    with pytest.raises(ShapeError, match="negative size"):
        draw(ops.random.key(0), (-1,))
    with pytest.raises(ValueError, match="negative"):
        ops.random.default_rng(0).integers(5, size=(2, -1))


@pytest.mark.parametrize(("low", "high", "dtype"), [(0, 300, "uint8"), (-1, 3, "uint8"), (0, 129, "int8")])
def test_integers_that_the_dtype_does_not_hold(backend: str, low: int, high: int, dtype: str) -> None:
    """They wrapped around."""
    with pytest.raises(ArgumentError, match="does not hold"):
        ops.random.randint(ops.random.key(0), (3,), low, high, dtype)
    with pytest.raises(ValueError, match=r"bounds|hold"):
        ops.random.default_rng(0).integers(low, high, 3, dtype=dtype)


@pytest.mark.parametrize(("low", "high", "dtype"), [(0, 256, "uint8"), (-128, 128, "int8"), (5, 5, "uint8")])
def test_integers_up_to_the_last(backend: str, low: int, high: int, dtype: str) -> None:
    drawn = ops.random.randint(ops.random.key(0), (50,) if high > low else (0,), low, high, dtype)
    assert all(low <= n < high for n in ops.to_numpy(drawn).tolist())


def test_a_range_turned_around_is_refused(backend: str) -> None:
    for size in (None, 3):
        with pytest.raises(ValueError, match="low"):
            ops.random.default_rng(0).uniform(2.0, 1.0, size)
