"""What composed functions forget: no elements, half precision, numbers far apart, vectors for matrices, booleans."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import emberops
from emberops import ops
from emberops.errors import AxisError, IndexDTypeError
from emberops.testing import assert_close

HALF = np.array([0.5, -2, 100, 6e4], np.float16)
TINY = np.array([1e-4, 2e-4], np.float16)


@pytest.fixture(autouse=True)
def default(backend: str) -> Any:
    with emberops.use_backend(backend):
        yield


@pytest.mark.parametrize("share", [ops.nn.softmax, ops.nn.log_softmax, ops.nn.softmin, ops.nn.sparsemax])
@pytest.mark.parametrize("shape", [(3, 0), (0, 3), (0,)])
def test_shares_of_nothing_are_none(share: Callable[..., Any], shape: tuple[int, ...]) -> None:
    assert tuple(share(ops.ones(shape)).shape) == shape
    with pytest.raises(AxisError):
        share(ops.ones(shape), axis=len(shape))


def test_shares_of_numbers_far_apart() -> None:
    for far in (1e12, 1e30):
        assert ops.tolist(ops.nn.sparsemax(ops.asarray([far, -far]))) == [1.0, 0.0]
    assert_close(ops.nn.sparsemax(ops.asarray([0.5, 0.2, 0.1])), np.array([17, 8, 5]) / 30, rtol=1e-6)
    assert_close(ops.nn.sparsemax(ops.asarray([3.0, 3.0, 1.0])), np.array([0.5, 0.5, 0.0]), rtol=1e-6)


def test_logsumexp_of_nothing_and_of_small_integers() -> None:
    assert float(ops.logsumexp(ops.ones((3, 0)))) == -np.inf
    assert ops.tolist(ops.logsumexp(ops.ones((3, 0)), axis=1)) == [-np.inf] * 3
    assert tuple(ops.logsumexp(ops.ones((3, 0)), axis=0).shape) == (0,)
    for numbers, dtype in (([255, 3], "uint8"), ([127, -128], "int8"), ([1, 0], "bool")):
        x = ops.asarray(numbers, dtype=dtype)
        assert_close(ops.logsumexp(x), np.array(np.logaddexp(*map(float, numbers))), rtol=1e-6)


@pytest.mark.parametrize(("numbers", "size"), [(HALF, 60000.0), (TINY, 2.236e-4), (TINY * 0, 0.0)])
def test_norms_of_half_precision(numbers: Any, size: float) -> None:
    x = ops.asarray(numbers)
    for found in (
        ops.linalg.norm(x),
        ops.linalg.vector_norm(x, axis=0),
        ops.linalg.matrix_norm(ops.reshape(x, (1, -1))),
        ops.linalg.norm(ops.reshape(x, (-1, 1)), axis=0)[0],
    ):
        assert found.dtype == x.dtype
        assert_close(found, np.array(size, np.float16), rtol=2e-3)
    shares = ops.nn.normalize(x)
    assert shares.dtype == x.dtype
    assert_close(shares, (numbers.astype(float) / (size or 1.0)).astype(np.float16), rtol=5e-3)


def test_incomplete_gamma_of_half_precision() -> None:
    x = ops.asarray(np.array([0.5, 100, 300], np.float16))
    for found, expected in (
        (ops.gammainc(x, x), [0.6827, 0.5133, 0.5077]),
        (ops.gammaincc(x, x), [0.3173, 0.4867, 0.4923]),
    ):
        assert found.dtype == x.dtype
        assert_close(found, np.array(expected, np.float16), rtol=1e-2)


def test_complex_numbers_of_half_precision_are_single() -> None:
    found = ops.nn.polar(ops.asarray(HALF[:2]), ops.asarray(HALF[:2]))
    expected = HALF[:2] * np.exp(1j * HALF[:2].astype(np.float32))
    assert ops.to_numpy(found).dtype == np.complex64
    assert_close(found, expected.astype(np.complex64), rtol=5e-3)


@pytest.mark.parametrize("size", [1, 3])
def test_a_vector_is_no_triangle(size: int) -> None:
    x = ops.ones((size,))
    for call in (lambda: ops.linalg.solve_triangular(x, x), lambda: ops.linalg.cholesky_inverse(x)):
        with pytest.raises(ops.linalg.LinAlgError):
            call()


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (0, 0), (0, 2, 2), (2, 3, 0), (2, 0, 3)])
def test_factors_of_nothing(shape: tuple[int, ...]) -> None:
    *batch, rows, columns = shape
    steps = min(rows, columns)
    x = ops.ones(shape)
    factors, pivots = ops.linalg.lu_factor(x)
    assert (tuple(factors.shape), tuple(pivots.shape)) == (shape, (*batch, steps))
    p, lower, upper = ops.linalg.lu(x)
    assert tuple(p.shape) == (*batch, rows, rows)
    assert (tuple(lower.shape), tuple(upper.shape)) == ((*batch, rows, steps), (*batch, steps, columns))


@pytest.mark.parametrize("ids", [[True, False], [0.0, 1.0]])
def test_ids_are_integers(ids: list[Any]) -> None:
    with pytest.raises(IndexDTypeError):
        ops.nn.embedding_lookup(ops.asarray(ids), ops.ones((2, 3)))
    assert tuple(ops.nn.embedding_lookup(ops.asarray([[0, 1]]), ops.ones((2, 3))).shape) == (1, 2, 3)
