"""On NumPy an operation does to matrices, arrays of objects and subclasses what the function of that name does."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from emberops import ops, use_backend


class Named(np.ndarray):
    """A subclass with nothing of its own."""


@pytest.fixture(autouse=True)
def on_numpy() -> object:
    with use_backend("numpy"):
        yield


@pytest.mark.parametrize("name", ["nanargmax", "nanargmin"])
def test_the_place_in_a_matrix_is_a_number(name: str) -> None:
    x = np.matrix([[1.0, 2.0], [3.0, 5.0]])
    assert type(getattr(ops, name)(x)) is type(getattr(np, name)(x))


@pytest.mark.parametrize("name", ["nanvar", "var"])
def test_the_variance_of_fractions_is_a_fraction(name: str) -> None:
    x = np.array([Fraction(1, 2), Fraction(3, 4)], dtype=object)
    assert getattr(ops, name)(x) == Fraction(1, 64)


def test_rows_are_of_the_class_of_the_array() -> None:
    x = np.arange(4.0).reshape(2, 2).view(Named)
    assert [type(row) for row in ops.unstack(x)] == [Named, Named]
