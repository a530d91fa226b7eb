"""What stands where a tensor is wanted, and is none: one class of exception on every backend, or an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from emberops import ops
from emberops.errors import IndexDTypeError, LinAlgError, NumberTooLargeError, ShapeError


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


WITHOUT_AXES: dict[str, Callable[[Any], Any]] = {
    "softmax": lambda x: ops.nn.softmax(x, axis=-1),
    "log_softmax": lambda x: ops.nn.log_softmax(x, axis=0),
    "softmin": lambda x: ops.nn.softmin(x, axis=-1),
    "cosine_similarity": lambda x: ops.nn.cosine_similarity(x, vector()),
    "dirichlet": lambda x: ops.random.dirichlet(ops.random.key(0), x),
    "segment_sum": lambda x: ops.segment_sum(x, ops.asarray([0, 1])),
    "segment_max": lambda x: ops.segment_max(x, ops.asarray([0, 1])),
}


@pytest.mark.parametrize("name", WITHOUT_AXES)
def test_a_number_has_no_axis_and_no_rows(backend: str, name: str) -> None:
    with pytest.raises(ShapeError):
        WITHOUT_AXES[name](ops.asarray(3.0))


@pytest.mark.parametrize("name", ["softmax", "log_softmax"])
def test_all_axes_of_a_number_are_none(backend: str, name: str) -> None:
    found = getattr(ops.nn, name)(ops.asarray(3.0), axis=None)
    assert ops.tolist(found) == (1.0 if name == "softmax" else 0.0)


TOO_LARGE: dict[str, Callable[[], Any]] = {
    "linspace": lambda: ops.linspace(0.0, 1.0, 2**70),
    "zeros": lambda: ops.zeros(2**70),
    "uniform": lambda: ops.random.uniform(ops.random.key(0), (2**70,)),
}


@pytest.mark.parametrize("name", TOO_LARGE)
def test_a_size_beyond_64_bits_overflows(backend: str, name: str) -> None:
    with pytest.raises(OverflowError):
        TOO_LARGE[name]()


def test_a_number_is_a_block_on_the_diagonal(backend: str) -> None:
    assert ops.tolist(ops.block_diag(-3, matrix())) == [[-3, 0, 0], [0, 2, 1], [0, 1, 2]]


@pytest.mark.parametrize("call", [ops.getitem, ops.take], ids=["getitem", "take"])
def test_text_is_no_index(backend: str, call: Callable[[Any, Any], Any]) -> None:
    with pytest.raises(IndexDTypeError):
        call(vector(), "abc")
