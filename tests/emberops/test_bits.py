"""Numbers taken apart: mantissa and exponent, bits, bytes of truths."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from emberops import ops
from emberops.errors import AxisError, DTypeError
from emberops.testing import assert_close

SINGLE = np.array([0.0, -0.0, 1.0, -2.5, 3e38, np.inf, -np.inf, np.nan, 0.5, 0.49999997, 1 / 3], np.float32)


def test_frexp(backend: str) -> None:
    mantissa, exponent = ops.frexp(ops.asarray(SINGLE))
    expected, powers = np.frexp(SINGLE)
    np.testing.assert_array_equal(ops.to_numpy(mantissa), expected)
    np.testing.assert_array_equal(ops.to_numpy(exponent), powers)
    assert ops.dtype(exponent) == ops.int32
    assert np.signbit(ops.to_numpy(mantissa)[1])


@pytest.mark.parametrize("backend", ["numpy", "torch", "mlx"], indirect=True)
def test_frexp_of_subnormal_numbers(backend: str) -> None:
    for x in (np.array([3e-40, 1e-45], np.float32), np.array([1e-310, 5e-324, 1e300], np.float64)):
        mantissa, exponent = ops.frexp(ops.asarray(x, dtype=str(x.dtype)))
        np.testing.assert_array_equal(ops.to_numpy(mantissa), np.frexp(x)[0])
        np.testing.assert_array_equal(ops.to_numpy(exponent), np.frexp(x)[1])


def test_frexp_of_half_precision_and_integers(backend: str) -> None:
    mantissa, exponent = ops.frexp(ops.asarray([3.0, 6e-8], dtype="float16"))
    assert ops.dtype(mantissa) == ops.float16
    assert ops.tolist(mantissa) == [0.75, 0.5]
    assert ops.tolist(exponent) == [2, -23]
    assert ops.tolist(ops.frexp(ops.asarray([3, 8]))[0]) == [0.75, 0.5]


def test_mantissas_have_a_gradient(backend: str) -> None:
    if backend != "numpy":  # the package autograd has no rule
        made = ops.grad(lambda x: ops.sum(ops.frexp(x)[0]))(ops.asarray([3.0, 0.25]))
        assert_close(made, np.asarray([0.25, 2.0]))


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint16", "int32", "uint32"])
def test_bitwise_count(backend: str, dtype: str) -> None:
    info = np.iinfo(dtype)
    x = np.array([info.min, info.max, 0, 1, 6, info.max - 1], dtype)
    made = ops.bitwise_count(ops.asarray(x, dtype=dtype))
    assert ops.dtype(made) == ops.uint8
    np.testing.assert_array_equal(ops.to_numpy(made), np.bitwise_count(x))


@pytest.mark.parametrize("backend", ["numpy", "torch", "mlx"], indirect=True)
def test_bitwise_count_of_64_bits(backend: str) -> None:
    for x in (np.array([-(2**63), 2**63 - 1, -1, 2**40], np.int64), np.array([2**64 - 1, 2**63], np.uint64)):
        made = ops.bitwise_count(ops.asarray(x, dtype=str(x.dtype)))
        np.testing.assert_array_equal(ops.to_numpy(made), np.bitwise_count(x))


def test_bitwise_count_of_truths_and_floats(backend: str) -> None:
    assert ops.tolist(ops.bitwise_count(ops.asarray([True, False]))) == [1, 0]
    with pytest.raises(DTypeError):
        ops.bitwise_count(ops.asarray([1.0]))


@pytest.mark.parametrize("options", [{}, {"axis": 0}, {"axis": -1}, {"axis": 1, "bitorder": "little"}])
@pytest.mark.parametrize("shape", [(3, 11), (8, 2), (2, 0), (1, 1)])
def test_bytes_of_truths_and_back(backend: str, options: dict[str, Any], shape: tuple[int, ...]) -> None:
    truths = np.random.default_rng(1).integers(-1, 2, shape)
    packed = ops.packbits(ops.asarray(truths), **options)
    expected = np.packbits(truths, **options)
    assert ops.dtype(packed) == ops.uint8
    np.testing.assert_array_equal(ops.to_numpy(packed), expected)
    for count in (None, 3, 20, -2) if expected.size else (None,):  # of nothing NumPy reads what is not there
        back = ops.unpackbits(packed, count=count, **options)
        assert ops.dtype(back) == ops.uint8
        np.testing.assert_array_equal(ops.to_numpy(back), np.unpackbits(expected, count=count, **options))


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: ops.packbits(ops.asarray([0.5])), TypeError),
        (lambda: ops.unpackbits(ops.asarray([1, 2])), TypeError),
        (lambda: ops.packbits(ops.asarray([1]), bitorder="middle"), ValueError),
        (lambda: ops.packbits(ops.asarray([1]), bitorder=10), TypeError),
        (lambda: ops.unpackbits(ops.asarray([1], dtype="uint8"), count=-9), ValueError),
        (lambda: ops.packbits(ops.asarray([1]), axis=1), AxisError),
    ],
)
def test_what_has_no_bits(backend: str, call: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        call()


def test_numbers_that_are_real_but_for_rounding(backend: str) -> None:
    near = ops.asarray([1 + 1e-7j, 2 - 1e-7j], dtype="complex64")
    far = ops.asarray([1 + 1e-3j, 2 + 0j], dtype="complex64")
    assert ops.dtype(ops.real_if_close(near)) == ops.float32
    assert ops.dtype(ops.real_if_close(far)) == ops.complex64
    assert ops.dtype(ops.real_if_close(far, 1e-2)) == ops.float32
    assert ops.tolist(ops.real_if_close(ops.asarray([1, 2]))) == [1, 2]
