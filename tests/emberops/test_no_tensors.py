"""What stands where a tensor is wanted, and is none: one class of exception on every backend, or an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from emberops import ops
from emberops.errors import LinAlgError, NumberTooLargeError, ShapeError


class NoData:
    """An object that is no collection, and no array."""


def vector() -> Any:
    return ops.asarray([1.0, 2.0, 3.0], dtype="float32")


def matrix() -> Any:
    return ops.asarray([[2.0, 1.0], [1.0, 2.0]], dtype="float32")


NUMBERS: dict[str, tuple[type[Exception], Callable[[], Any]]] = {
    "matvec": (ShapeError, lambda: ops.matvec(-3, vector())),
    "vecmat": (ShapeError, lambda: ops.vecmat(1.5, matrix())),
    "correlate": (ShapeError, lambda: ops.correlate(-3, vector())),
    "outer": (ShapeError, lambda: ops.linalg.outer(2, vector())),
    "bincount": (ShapeError, lambda: ops.bincount(3, vector())),
    "lstsq": (LinAlgError, lambda: ops.linalg.lstsq(2.0, matrix())),
    "solve": (LinAlgError, lambda: ops.linalg.solve(2.0, matrix())),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_beside_a_tensor_has_the_shape_of_one(backend: str, name: str) -> None:
    error, call = NUMBERS[name]
    with pytest.raises(error):
        call()


def test_a_number_is_convolved_as_one_element(backend: str) -> None:
    assert_allclose(ops.to_numpy(ops.convolve(-3, vector())), [-3, -6, -9])
    assert_allclose(ops.to_numpy(ops.convolve(vector(), ops.asarray(2.0))), [2, 4, 6])


def test_a_number_joins_a_set(backend: str) -> None:
    assert ops.tolist(ops.union1d(3, vector())) == [1, 2, 3]


NO_DATA: dict[str, Callable[[Any], Any]] = {
    "bincount": ops.bincount,
    "inv": ops.linalg.inv,
    "matvec": lambda x: ops.matvec(matrix(), x),
    "searchsorted": lambda x: ops.searchsorted(vector(), x),
    "einsum": lambda x: ops.einsum("ij,ij", matrix(), x),
    "vdot": lambda x: ops.vdot(x, vector()),
    "tril": ops.tril,
}


@pytest.mark.parametrize(
    "value", [None, np.float32, {"a": 1}, NoData()], ids=["none", "class", "dict", "object"]
)
@pytest.mark.parametrize("name", NO_DATA)
def test_what_is_no_data_has_the_wrong_type(backend: str, name: str, value: Any) -> None:
    with pytest.raises(TypeError, match="and a tensor is wanted"):
        NO_DATA[name](value)


@pytest.mark.parametrize("name", ["bincount", "inv", "tril", "einsum"])
def test_an_integer_that_no_dtype_holds_overflows(backend: str, name: str) -> None:
    with pytest.raises(NumberTooLargeError):
        NO_DATA[name](2**70)
