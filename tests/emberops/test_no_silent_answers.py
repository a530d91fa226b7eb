"""Calls that once ended the process, or gave a wrong answer and said nothing: one answer, or one error, everywhere."""

from __future__ import annotations

import itertools
import math
from array import array
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import emberops
from emberops import ops
from emberops.errors import DTypeError
from emberops.testing import assert_close

A = ops.asarray
nan, inf = math.nan, math.inf
SMALLEST, LARGEST = -(2**31), 2**31 - 1
"""Of int32, which every backend has."""


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda: ops.gcd(A([LARGEST, SMALLEST, 0], dtype="int32"), A([SMALLEST, -1, -6], dtype="int32")), [1, 1, 6]),
        (lambda: ops.lcm(A([SMALLEST, 4], dtype="int32"), A([LARGEST, -6], dtype="int32")), [SMALLEST, 12]),
        (lambda: ops.fmod(A([1, -7, SMALLEST], dtype="int32"), A([SMALLEST, 4, -1], dtype="int32")), [1, -3, 0]),
        (lambda: ops.heaviside(A([nan, 1.0, 0.0, -2.0]), 0.5), [nan, 1.0, 0.5, 0.0]),
        (lambda: ops.pow(A([0j, 2j]), A([0j, 2 + 0j])), [1, -4]),
        (lambda: ops.pow(A([0j]), 0), [1]),
        (lambda: ops.cov(A(np.zeros(0, np.float32))), nan),
        (lambda: ops.vander(A([100, 3], dtype="int8"), 3), [[10000, 100, 1], [9, 3, 1]]),
        (lambda: ops.round(A([7, 17, -25, 35], dtype="int32"), -1), [10, 20, -20, 40]),
        (lambda: ops.round(A([7], dtype="int32"), 20), [7]),
        (lambda: ops.round(A([1.5], dtype="float32"), 20), [1.5]),
        (lambda: ops.take(A([1.0, 2.0]), A([True, False])), [2.0, 1.0]),
        (lambda: ops.geomspace(1j, 8j, 4), [1j, 2j, 4j, 8j]),
        (lambda: ops.geomspace(-1.0, -8.0, 4), [-1.0, -2.0, -4.0, -8.0]),
        (lambda: ops.linspace(0, 1j, 3), [0, 0.5j, 1j]),
        (lambda: ops.nanvar(A([1.0, inf])), nan),
        (lambda: ops.nanvar(A([1.0, nan, 3.0])), 1.0),
        (lambda: ops.any(n > 3 for n in (1, 2)), False),
        (lambda: ops.any(n > 3 for n in itertools.count()), True),
        (lambda: ops.all(n < 3 for n in itertools.count()), False),
        (lambda: ops.all(n < 3 for n in (1, 2)), True),
        (lambda: ops.linalg.cond(ops.zeros((2, 2))), inf),
        (lambda: ops.full((1,), 300, dtype="uint16"), [300]),
        (lambda: ops.assign(A([1, 2], dtype="uint8"), 0, 255), [255, 2]),
        (lambda: ops.histogram(A([3.5, 0.5, 2.5, -0.5]), bins=A([0, 1, 2, 3]))[0], [1, 0, 1]),
        (lambda: ops.histogram(A([300, 3]), bins=A([0, 50], dtype="uint8"))[0], [1]),
        (lambda: ops.histogram(A([3, 0, -1]), bins=A([0, 1, 3], dtype="uint32"))[0], [1, 1]),
        (lambda: ops.histogram(A([0.5]), bins=[0, 1])[1], [0, 1]),
        (lambda: ops.choose(A([0]), (1.0, A([3.0], dtype="float16"))), [1.0]),
        (lambda: ops.isclose(A([1.0], dtype="float32"), 1 - 2.0**-50, rtol=0.0, atol=0.0), [True]),
        (lambda: ops.partition(A([3, 1, 2, 0]), [1, 3]), [0, 1, 2, 3]),
        (lambda: ops.argpartition(ops.zeros((2, 0)), 0), np.zeros((2, 0))),
        (lambda: ops.roll(A([1, 2, 3]), np.uint16(1)), [3, 1, 2]),
        (lambda: ops.add(A([1.0]), 2**70), [2.0**70]),
        (lambda: ops.clip(A([-3.0, 2.0]), -(2**70), 1), [-3.0, 1.0]),
        (lambda: ops.where(A([True, False]), A([1.0, 2.0]), 2**70), [1.0, 2.0**70]),
        (lambda: ops.divide(A([2**20]), 2**70), [2.0**-50]),
        (lambda: ops.less(A([1, 2]), 2**70), [True, True]),
        (lambda: ops.greater(-(2**70), A([1.0])), [False]),
        (lambda: ops.linalg.matrix_rank(ops.ones((2, 2, 2)), rtol=[0.5, 2.0]), [1, 0]),
        (lambda: ops.linalg.pinv(ops.ones((2, 1, 1)), rtol=np.array([0.5, 2.0])), [[[1.0]], [[0.0]]]),
        (lambda: ops.pow(2, 3), 8),
        (lambda: ops.pow(2, 0.5), 2**0.5),
        (lambda: ops.mean(A([65000.0] * 4, dtype="float16")), 64992.0),
        (lambda: ops.mean(A([[65000.0] * 4], dtype="float16"), axis=1), [64992.0]),
        (lambda: ops.bincount(A([True, False, True])), [1, 2]),
        (lambda: ops.fft.fftfreq(5, 0.5), [0, 0.4, 0.8, -0.8, -0.4]),
        (lambda: ops.fft.fft(ops.zeros((0, 3))), np.zeros((0, 3))),
        (lambda: ops.fft.fft(ops.zeros((0,)), 4), np.zeros(4)),
        (lambda: ops.fft.irfft2(ops.zeros((0, 3, 4), dtype="complex64")), np.zeros((0, 3, 6))),
        (lambda: ops.all(A([-0.5j, 0j, 1 + 0j]), axis=()), [True, False, True]),
        (lambda: ops.all(A([[1j, -2j]])), True),
        (lambda: ops.any(A([0j, 2j])), True),
        (lambda: ops.any(1j), True),
        (lambda: ops.isclose(A([1.0, 2.0, inf]), A([1.0, 3.0, inf]), rtol=-1.0), [True, False, True]),
        (lambda: ops.isclose(A([1.0, 2.0]), A([1.0, 3.0]), rtol=nan), [True, False]),
        (lambda: ops.var(A([[3.0, 1.0], [2.0, 2.0]]), axis=1, correction=2), [inf, nan]),
        (lambda: ops.std(A([3.0, 1.0]), correction=5), inf),
        (lambda: ops.nanmean(A(3.0, dtype="float32"), axis=0), 3.0),
        (lambda: ops.nanvar(3.0, axis=-1, keepdims=True), 0.0),
        (lambda: ops.polyder(A([200, 3, 1], dtype="uint8")), [400, 3]),
        (lambda: ops.polyval(A([1, 2, 3], dtype="uint8"), 200), 40403),
        (lambda: ops.trapezoid(A([200, 100, 40], dtype="uint8")), 92.0),
        (lambda: ops.trapezoid(A([200, 100, 40], dtype="uint8"), x=A([3, 2, 1], dtype="uint8")), 164.0),
        (lambda: ops.trapezoid(A([True, True, True])), 1.0),
        (lambda: ops.mean(A([1.5, 2.5], dtype="float32"), dtype="int32"), 1),
        (lambda: ops.mean(A([200, 100], dtype="uint8"), dtype="uint8"), 22),
        (lambda: ops.concat([A([3], dtype="int8"), A([3], dtype="int32"), 1000], axis=None), [3, 3, 1000]),
        (lambda: ops.stack([A(3, dtype="int8"), A(0.5), 1000]), [3, 0.5, 1000]),
        (lambda: ops.linalg.det(A([[nan, 1.0], [2.0, 3.0]], dtype="complex64")), complex(nan, nan)),
        (lambda: ops.linalg.slogdet(A([[nan, 1.0], [2.0, 3.0]], dtype="complex64"))[1], nan),
        (lambda: ops.linalg.det(A(np.zeros((2, 0, 0)), dtype="complex64")), [1, 1]),
        (lambda: ops.linalg.cond(A([[[1.0, nan], [0.0, 3.0]], [[2.0, 0.0], [0.0, 1.0]]]), 1), [nan, 2.0]),
        (lambda: A(ops.linspace(A([1.0, 2.0]), 3.0, 1, retstep=True)[1]), nan),
        (lambda: ops.nanvar(A([7, -3, 2]), correction=5), inf),
        (lambda: ops.nanmean(A([3, -2, 7], dtype="int8"), dtype="int8"), 2),
        (lambda: ops.dot(A([1, 2], dtype="int8"), 3), [3, 6]),
        (lambda: ops.ix_(A([], dtype="uint8"))[0], np.zeros((0,), np.uint8)),
        (lambda: ops.clip(300, A([1, 2], dtype="int8")), [300, 300]),
        (lambda: ops.clip(-0.5, A([1, 2]), A([5, 5])), [1, 2]),
        (lambda: ops.clip(7, A([1, 2], dtype="int8"), A([5, 9], dtype="uint8")), [5, 7]),
        (lambda: ops.fft.ifft2(A([[1.0, 2.0], [3.0, 4.0]]), axes=None), [[2.5, -0.5], [-1, 0]]),
        (lambda: ops.fft.irfft2(A([1.0, 2.0]), axes=None), [1.5, -0.5]),
        (lambda: A(memoryview(b"abcdefgh")), list(b"abcdefgh")),
        (lambda: A(array("i", [1, 2])), [1, 2]),
    ],
)  # fmt: skip
def test_the_answer_is_numpys(backend: str, call: Callable[[], Any], expected: Any) -> None:
    made = ops.to_numpy(call())
    assert_close(made, np.asarray(expected, dtype=made.dtype), rtol=1e-5)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: ops.getitem(A([1, 2, 3]), slice(None, None, 0)), ValueError),
        (lambda: ops.assign(A([1, 2, 3]), slice(None, None, 0), 5), ValueError),
        (lambda: ops.resize(A([1.0, 2.0]), (-1, 2)), ValueError),
        (lambda: ops.broadcast_to(A([1.0, 2.0]), (-1,)), ValueError),
        (lambda: ops.quantile(A([1.0, 2.0]), A([0.5, 1.5])), ValueError),
        (lambda: ops.nanpercentile(A([1.0, 2.0]), A(-1.0)), ValueError),
        (lambda: ops.add(A([1, 2]), 2**70), OverflowError),
        (lambda: ops.add(np.polynomial.Polynomial([1.0]), A([1.0])), TypeError),
        (lambda: ops.concat(A([n]) for n in (1, 2)), TypeError),
        (lambda: ops.add(iter([1, 2]), 1), TypeError),
        (lambda: ops.pad(A([1, 2]), (1, 2, 3)), ValueError),
        (lambda: ops.pad(A([1, 2]), 1.5), TypeError),
        (lambda: ops.pad(A([1, 2]), 1, "edge", constant_values=1), ValueError),
        (lambda: ops.pad(A([1, 2]), 1, "maximum", stat_length=0), ValueError),
        (lambda: ops.pad(ops.zeros((0, 2)), 1, "mean"), ValueError),
        (lambda: ops.full(1, 300, dtype="uint8"), OverflowError),
        (lambda: ops.full(1, -1, dtype="uint8"), OverflowError),
        (lambda: ops.full(1, nan, dtype="int32"), ValueError),
        (lambda: ops.full(1, 1j, dtype="float32"), TypeError),
        (lambda: ops.full_like(A([1], dtype="uint8"), 300), OverflowError),
        (lambda: ops.assign(A([1, 2]), 0, nan), ValueError),
        (lambda: ops.assign(A([1, 2]), 0, inf), OverflowError),
        (lambda: ops.assign(A([1, 2], dtype="uint8"), 0, 300), OverflowError),
        (lambda: ops.assign(A([1, 2]), 0, 1j), TypeError),
        (lambda: A([300], dtype="uint8"), OverflowError),
        (lambda: A(300, dtype="uint8"), OverflowError),
        (lambda: A([[1], [-1]], dtype="uint16"), OverflowError),
        (lambda: A([1j], dtype="int32"), TypeError),
        (lambda: A([nan], dtype="int32"), ValueError),
        (lambda: ops.geomspace(0.0, 8.0, 4), ValueError),
        (lambda: ops.nanquantile(A([1.0, 2.0]), 1.5), ValueError),
        (lambda: ops.digitize(A([1.0, 2.0]), A([3.0, 1.0, 2.0])), ValueError),
        (lambda: ops.histogram(A([1.0, 2.0]), bins=A([3.0, 1.0, 2.0])), ValueError),
        (lambda: ops.unravel_index(A([1.5]), (2, 2)), TypeError),
        (lambda: ops.copyto(A([1, 2]), 2.5), TypeError),
        (lambda: ops.pow(2, -1), ValueError),
        (lambda: ops.pow(2, [-1, 2]), ValueError),
        (lambda: ops.pow(A([2, 3]), [[-1], [2]]), ValueError),
        (lambda: ops.pow(np.int32(2), -1), ValueError),
        (lambda: ops.linalg.multi_dot([ops.ones((2, 2))]), ValueError),
        (lambda: ops.random.split(ops.random.key(0), -1), ValueError),
        (lambda: ops.from_dlpack(3), TypeError),
        (lambda: ops.mean(5.0, axis=0), emberops.errors.AxisError),
        (lambda: ops.nanmean(A(5), axis=0), emberops.errors.AxisError),
        (lambda: ops.full((2, -1), A([3.0])), ValueError),
        (lambda: ops.full_like(A([1.0]), A([3.0]), shape=(-1,)), ValueError),
        (lambda: ops.histogram_bin_edges(A([1.0, 2.0]), weights=A([1.0])), ValueError),
        (lambda: ops.repeat(A([1.0, 2.0]), A([1, -1])), ValueError),
        (lambda: ops.searchsorted(A([[1.0, 2.0]]), A([[1.5]])), ValueError),
        (lambda: ops.digitize(A([[1.5]]), A([[1.0, 2.0]])), ValueError),
        (lambda: ops.ediff1d(A([3, 1], dtype="uint32"), to_begin=A([-1], dtype="int8")), TypeError),
        (lambda: ops.quantile(A([True, False]), 0.5), TypeError),
        (lambda: ops.nanpercentile(A([True, False]), 50.0), TypeError),
        (lambda: ops.linalg.cond(ops.ones((2, 3)), 1), ops.linalg.LinAlgError),
        (lambda: ops.nanmean(5.0, axis=(0,)), emberops.errors.AxisError),
        (lambda: ops.swapaxes(A(1.0), 0, -1), emberops.errors.AxisError),
        (lambda: ops.moveaxis(ops.zeros((2, 3)), (0, 1), (1, 1)), emberops.errors.AxisError),
        (lambda: ops.take(A([1.0, 2.0]), 2**40), IndexError),
    ],
)
def test_the_error_is_numpys(backend: str, call: Callable[[], Any], error: type[Exception]) -> None:
    with pytest.raises(error) as caught:
        call()
    if issubclass(error, OverflowError):
        assert type(caught.value).__name__ == "NumberTooLargeError"
        assert str(caught.value).startswith("ops.")


@pytest.mark.parametrize("backend", ["torch", "jax", "mlx"], indirect=True)
def test_columns_are_variables_of_one_row_too(backend: str) -> None:
    x = A([[1.0, 2.0, 4.0]])
    assert ops.shape(ops.cov(x, rowvar=False)) == (3, 3)
    assert ops.shape(ops.corrcoef(x, rowvar=False)) == (3, 3)
    assert ops.shape(ops.cov(x)) == ()


@pytest.mark.parametrize("backend", ["torch", "jax", "mlx"], indirect=True)
@pytest.mark.parametrize("name", ["var", "std", "nanvar", "nanstd"])
def test_a_variance_is_no_integer(backend: str, name: str) -> None:
    """NumPy's own rounds on the way."""
    for x in (A([1, 2, 4]), A([1.0, 2.0])):
        with pytest.raises(TypeError):
            getattr(ops, name)(x, dtype="int32")


@pytest.mark.parametrize("backend", ["torch", "jax", "mlx"], indirect=True)
@pytest.mark.parametrize("name", ["dot", "outer", "kron", "inner"])
def test_numbers_in_products_fit_the_dtype(backend: str, name: str) -> None:
    for dtype, number in (("uint8", -3), ("int8", 300), ("uint32", -3)):
        with pytest.raises((OverflowError, ValueError)):
            getattr(ops, name)(A([1, 2], dtype=dtype), number)


@pytest.mark.parametrize("backend", ["torch", "jax", "mlx"], indirect=True)
def test_numbers_joined_with_tensors_fit_their_dtype(backend: str) -> None:
    """NumPy gives them the default dtype, or wraps them in ``concat``."""
    x = A([3], dtype="int8")
    for join in (
        ops.stack,
        ops.hstack,
        ops.vstack,
        ops.column_stack,
        lambda parts: ops.concat(parts, axis=None),
    ):
        with pytest.raises(OverflowError):
            join([x[0] if join is ops.stack else x, 1000])


@pytest.mark.parametrize("backend", ["torch", "jax", "mlx"], indirect=True)
def test_numbers_chosen_beside_tensors_fit_their_dtype(backend: str) -> None:
    """NumPy's ``choose`` and ``select`` wrap them, and its ``where`` did before NumPy 2.5."""
    x, mask = A([3, 4], dtype="uint8"), A([True, False])
    for choose in (
        lambda: ops.where(mask, -1, x),
        lambda: ops.where(mask, x, 300),
        lambda: ops.select([mask], [x], -1),
        lambda: ops.choose(A([0, 1]), [-1, x]),
    ):
        with pytest.raises(OverflowError):
            choose()
    assert ops.where(mask, 255, x).tolist() == ops.select([mask], [255], x).tolist() == [255, 4]
    assert ops.where(mask, x, 1.5).tolist() == [3, 1.5]


@pytest.mark.parametrize("backend", ["numpy", "torch", "mlx"], indirect=True)
def test_integers_of_64_bits(backend: str) -> None:
    """JAX has none while ``jax_enable_x64`` is off."""
    wide, smallest, largest = A([7, 2**64 - 1], dtype="uint64"), -(2**63), 2**63 - 1
    for name, expected in (("max", 2**64 - 1), ("min", 7), ("nanmax", 2**64 - 1), ("nanmin", 7)):
        assert int(ops.to_numpy(getattr(ops, name)(wide))) == expected
    x1, x2 = (A([smallest, largest], dtype="int64") for _ in range(2))
    assert ops.gcd(x1, ops.flip(x2)).tolist() == [1, 1]
    assert ops.lcm(x1, A([largest, 1], dtype="int64")).tolist() == [smallest, largest]
    assert ops.round(A([2**60 + 1], dtype="int64"), 1).tolist() == [2**60 + 1]
    half = A([2**63, 2**62], dtype="uint64")
    assert int(ops.to_numpy(ops.sum(half))) == 2**63 + 2**62
    assert ops.cumulative_sum(half).tolist() == [2**63, 2**63 + 2**62]
    assert int(ops.to_numpy(ops.prod(A([2**62, 3], dtype="uint64")))) == 3 * 2**62
    assert_close(ops.sum(half, dtype="float32"), 2.0**63 + 2.0**62)
    square = ops.stack([half, half])
    assert (
        int(ops.to_numpy(ops.trace(square))) == int(ops.to_numpy(ops.linalg.trace(square))) == 2**63 + 2**62
    )
    assert int(ops.to_numpy(ops.einsum("i->", half))) == 2**63 + 2**62
    assert ops.full((1,), 2**40).tolist() == [2**40]
    assert ops.arange(2**31, 2**31 + 2).tolist() == [2**31, 2**31 + 1]


@pytest.mark.parametrize("backend", ["torch", "jax", "mlx"], indirect=True)
def test_integers_beyond_those_with_a_sign_ask_for_a_dtype(backend: str) -> None:
    with pytest.raises(emberops.errors.NumberTooLargeError, match="uint64"):
        A([[2**63, -1]])


def test_integers_that_jax_has_not_are_refused() -> None:
    with emberops.use_backend("jax"):
        for call in (lambda: ops.full((1,), 2**40), lambda: ops.arange(2**31, 2**31 + 2), lambda: A([2**40])):
            with pytest.raises(OverflowError, match="out of bounds for int32"):
                call()


def test_host_integers_that_jax_would_cut_are_refused() -> None:
    wide, fitting = np.asarray([2**40, 1]), np.asarray([2**31 - 1, -(2**31)])
    with emberops.use_backend("jax"):
        x = A([1, 2])
        for call in (
            lambda: A(wide),
            lambda: A(wide, dtype="int64"),
            lambda: A(np.asarray([2**32], "uint64")),
            lambda: A([wide, wide]),
            lambda: ops.add(x, wide),
            lambda: ops.stack([x, wide]),
            lambda: ops.sum(wide),
        ):
            with pytest.raises(OverflowError, match=r"out of bounds for u?int32, and JAX has no"):
                call()
        assert A(fitting).tolist() == fitting.tolist()
        assert A(np.asarray([2**32 - 1], "uint64")).tolist() == [2**32 - 1]
        assert A(wide, dtype="float32").tolist() == [2**40, 1]
        assert (
            A(wide, dtype="int32").tolist() == wide.astype("int32").tolist()
        )  # as NumPy, where it is asked for


@pytest.mark.parametrize("backend", ["numpy", "torch", "mlx"], indirect=True)
def test_integers_with_and_without_a_sign_compare_by_value(backend: str) -> None:
    """A float, in which the two meet elsewhere, does not tell 2**60 from 2**60 + 1."""
    x1, x2 = A([2**60, 2**60 + 1, 2**63 + 5], dtype="uint64"), A([2**60 + 1, 2**60 + 1, -3], dtype="int64")
    assert ops.equal(x1, x2).tolist() == ops.equal(x2, x1).tolist() == [False, True, False]
    assert ops.not_equal(x1, x2).tolist() == [True, False, True]
    assert ops.less(x1, x2).tolist() == ops.greater(x2, x1).tolist() == [True, False, False]
    assert ops.greater_equal(x1, x2).tolist() == ops.less_equal(x2, x1).tolist() == [False, True, True]
    assert ops.less(A([-1], dtype="int8"), x1).tolist() == [True, True, True]


def test_integers_with_and_without_a_sign_compare_by_value_on_jax_with_x64() -> None:
    emberops.set_default_dtype("float64")
    try:
        with emberops.use_backend("jax"):
            x1, x2 = A([2**60, 2**63 + 5], dtype="uint64"), A([2**60 + 1, -3], dtype="int64")
            assert ops.equal(x1, x2).tolist() == [False, False]
            assert ops.less(x1, x2).tolist() == [True, False]
            assert ops.greater(x2, x1).tolist() == [True, False]
    finally:
        emberops.set_default_dtype(None)


def test_complex_powers_of_zero(backend: str) -> None:
    zero, number = A([0j]), A([2j])
    for exponent in (-1, -2, -0.5, -1.0, 2j, -1 - 1j):
        assert np.isnan(ops.to_numpy(ops.pow(zero, exponent))).all()
        assert np.isnan(ops.to_numpy(ops.pow(zero, A([exponent])))).all()
    assert ops.pow(zero, A([0j, 0.5 + 1j, 2 + 0j])).tolist() == [1, 0, 0]
    assert ops.pow(zero, 0).tolist() == [1]
    assert ops.pow(number, 2).tolist() == [-4]
    assert np.isnan(ops.to_numpy(ops.pow(0, A([-1j])))).all()


def test_truth_values_choose(backend: str) -> None:
    assert ops.choose(A([True, False]), [A([1, 2]), A([3, 4])]).tolist() == [3, 2]


@pytest.mark.parametrize("backend", ["torch", "jax", "mlx"], indirect=True)
def test_exact_numbers_are_named_where_no_tensor_holds_them(backend: str) -> None:
    for call in (lambda: ops.percentile([Fraction(1, 2), 1], 50), lambda: ops.floor(Fraction(1, 2))):
        with pytest.raises(emberops.errors.DTypeError, match="Fraction"):
            call()


def test_a_shape_of_truth_values_is_refused_with_one_class(backend: str) -> None:
    with pytest.raises(emberops.errors.ArgumentTypeError):
        ops.reshape(A([1, 2]), (True, -1))


@pytest.mark.parametrize("backend", ["torch", "jax", "mlx"], indirect=True)
def test_integers_to_negative_powers(backend: str) -> None:
    """NumPy raises for each; where nobody looks at the values, those are right that are integers."""
    assert ops.pow(A([2, 1, -1, -1]), A([-1, -1, -1, -2])).tolist() == [0, 1, -1, 1]
    assert ops.pow(2, A([-1, -2, 3])).tolist() == [0, 0, 8]


def test_mlx_in_double_precision() -> None:
    x = np.asarray([-3.0, -0.7, -0.0, 0.1, 0.46, 0.47, 2.5, 4.5, 7.0, inf, nan])
    emberops.set_default_dtype("float64")
    try:
        with emberops.use_backend("mlx"):
            t = A(x)
            for name in ("erf", "erfc"):
                expected = [getattr(math, name)(v) for v in x]
                assert_close(getattr(ops, name)(t), np.asarray(expected), rtol=2e-15, atol=0)
            slope = ops.grad(lambda v: ops.sum(ops.erf(v)))
            expected = 2 / math.sqrt(math.pi) * np.exp(-(x[:9] ** 2))
            # Compiled too: as a chain of 60 terms it took MLX minutes.
            for function in (slope, ops.jit(slope)):
                assert_close(function(t[:9]), expected, rtol=1e-14, atol=0)
            _value, tangent = ops.jvp(ops.erf, (t[:9],), (ops.ones(9),))
            assert_close(tangent, expected, rtol=1e-14, atol=0)
            # No value that is nearly all of the sum: of the logarithm of its share, near 0, the last digits cancel.
            far = np.asarray([-600.0, -40.0, -3.0, 0.0, 0.7, 1.5])
            for name in ("sigmoid", "softplus", "log_sigmoid", "softmax", "log_softmax"):
                with emberops.use_backend("numpy"):
                    expected = getattr(ops.nn, name)(far)
                assert_close(getattr(ops.nn, name)(A(far)), expected, rtol=1e-13, atol=0)
            assert_close(ops.nan_to_num(A([nan, inf, -inf, 1.0])), np.nan_to_num([nan, inf, -inf, 1.0]))
    finally:
        emberops.set_default_dtype(None)


@pytest.mark.parametrize("backend", ["torch", "jax", "mlx"], indirect=True)
def test_no_mask_is_dropped(backend: str) -> None:
    """PyTorch and MLX took the numbers beneath a mask of NumPy's for numbers; it stays with NumPy, as text does."""
    masked = np.ma.array([1.0, 2.0, 3.0], mask=[0, 0, 1])
    for refused in (ops.asarray, lambda x: ops.multiply(x, A([1.0, 2.0, 3.0]))):
        with pytest.raises(DTypeError, match="mask"):
            refused(masked)
    assert ops.max(masked) == ops.mean(masked[1:]) == 2.0
    for kept in (ops.copy(masked), ops.getitem(masked, slice(None)), ops.multiply(1.0, masked)):
        assert isinstance(kept, np.ma.MaskedArray)
        assert kept.tolist() == [1.0, 2.0, None]
    assert_close(ops.max(np.ma.array([1.0, 2.0], mask=[0, 0])), 2.0)
    assert_close(ops.asarray(masked.filled(0)), [1.0, 2.0, 0.0])


def test_what_lies_between_a_range_and_its_ends(backend: str) -> None:
    x = np.array([1.0], np.float16)
    step = np.finfo(np.float32).eps
    for limits in ((1 + step, 2), (0, 1 - step)):
        counts, _ = ops.histogram(ops.asarray(x), 1, range=np.array(limits, np.float32))
        assert ops.tolist(counts) == [0]
    assert ops.tolist(ops.histogram(ops.asarray(x), 1, range=(1 + float(step), 2))[0]) == [1]


@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_floats_beyond_the_largest_are_infinite(backend: str, dtype: str) -> None:
    """PyTorch refuses 1e300 where a float32 is stored, chosen or compared."""
    x, mask, huge = A([1.0, 2.0], dtype=dtype), A([True, False]), 1e300
    for made, expected in (
        (ops.full((1,), -huge, dtype=dtype), [-inf]),
        (ops.full_like(x, huge), [inf, inf]),
        (ops.where(mask, huge, x), [inf, 2]),
        (ops.select([mask], [x], huge), [1, inf]),
        (ops.choose(mask, [x, huge]), [inf, 2]),
        (ops.minimum(x, huge), [1, 2]),
        (ops.clip(x, -huge, huge), [1, 2]),
        (ops.pad(x, 1, constant_values=(huge, -huge)), [inf, 1, 2, -inf]),
        (ops.assign(ops.copy(x), 0, huge), [inf, 2]),
        (ops.assign(ops.copy(x), mask, -huge), [-inf, 2]),
        (ops.hypot(x, huge), [inf, inf]),
        (ops.less(huge, x), [False, False]),
    ):
        assert_close(ops.to_numpy(made), np.asarray(expected, dtype=ops.to_numpy(made).dtype))
    largest = float(np.finfo(dtype).max)
    assert_close(ops.maximum(x, largest * (1 + 1e-10)), np.full(2, largest, dtype))


def test_arrays_and_scalars_of_numpy_name_a_dtype(backend: str) -> None:
    """``result_type`` of host data beside a tensor is that of their sum; it was refused."""
    x = A([1, 2], dtype="int8")
    for data in (np.ones(2), np.float32(1), np.int64(3), np.zeros((), "float16")):
        assert ops.result_type(x, data) == ops.result_type(data, x) == ops.result_type(x, A(data))
