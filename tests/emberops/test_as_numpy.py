"""Calls that NumPy's own test-suite makes and that some backend once refused, or answered otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from emberops import ops
from emberops.testing import assert_close

nan, inf = np.nan, np.inf
X = np.random.default_rng(0).normal(size=200).astype("float32")
N = np.random.default_rng(1).integers(0, 50, 100).astype("int32")
Z = np.array([1 + 2j, 3 - 1j, 3 + 1j, 1j, nan], "complex64")
CUBE = np.arange(24, dtype="float32").reshape(2, 3, 4)
METHODS = (
    "inverted_cdf averaged_inverted_cdf closest_observation interpolated_inverted_cdf hazen weibull linear "
    "median_unbiased normal_unbiased lower higher midpoint nearest"
)


def check(call: Callable[[Any], Any]) -> None:
    """Whether a call gives the same on the backend as on NumPy."""
    made, expected = call(ops), call(np)
    pairs = zip(made, expected, strict=True) if isinstance(expected, tuple) else [(made, expected)]
    for one, other in pairs:
        array = np.asarray(other)
        assert_close(one, array, rtol=2e-5, atol=1e-6)


@pytest.mark.parametrize("method", METHODS.split())
@pytest.mark.parametrize("q", [0.0, 0.3, 1.0, [0.1, 0.25, 0.9]])
def test_quantile_methods(backend: str, method: str, q: Any) -> None:
    missing = X[:50].copy()
    missing[::7] = nan
    check(lambda xp: xp.quantile(ops.asarray(X) if xp is ops else X, q, method=method))
    check(lambda xp: xp.nanquantile(ops.asarray(missing) if xp is ops else missing, q, method=method))


@pytest.mark.parametrize("method", ["lower", "inverted_cdf", "closest_observation"])
def test_elements_keep_their_dtype(backend: str, method: str) -> None:
    x = ops.asarray(N)
    found = ops.quantile(x, 0.3, method=method)
    assert ops.dtype(found) == ops.dtype(x)
    assert int(found) == np.quantile(N, 0.3, method=method)


@pytest.mark.parametrize("rule", ["auto", "doane", "fd", "rice", "scott", "sqrt", "sturges"])
def test_histogram_rules(backend: str, rule: str) -> None:
    for x in (X, N):
        counts, edges = ops.histogram(ops.asarray(x), rule)
        expected, at = np.histogram(x, rule)
        assert_close(counts, expected)
        assert_close(edges, at.astype("float32"), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("window", ["bartlett", "blackman", "hamming", "hanning"])
@pytest.mark.parametrize("n", [0, 1, 10, 11.0])
def test_windows_are_symmetric(backend: str, window: str, n: float) -> None:
    made = ops.to_numpy(getattr(ops, window)(n))
    np.testing.assert_array_equal(made, made[::-1])
    assert_close(made, getattr(np, window)(n).astype(made.dtype), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    "call",
    [
        lambda xp: xp.interp([1.0, 2, 2.5, 3, 4], [1.0, 2, 3, 4], [1.0, 2, inf, 4]),
        lambda xp: xp.interp(0.5, [-inf, inf], [10.0, 10.0]),
        lambda xp: xp.interp(0.5, [0.0, 1.0], [0.0, inf]),
        lambda xp: xp.nanmedian([-inf, nan, -1.0]),
        lambda xp: xp.nanmedian([nan, nan]),
        lambda xp: xp.clip(N, -(2**40), 2**70),
        lambda xp: xp.roll(N, 2**70),
        lambda xp: xp.moveaxis(CUBE, range(3), range(3)[::-1]),
        lambda xp: xp.average(CUBE, axis=(2, 0), weights=CUBE[:, 0, :].T),
        lambda xp: xp.bincount([]),
        lambda xp: xp.piecewise(np.array([1.0, 2.0]), [True, False], [5.0]),
        lambda xp: xp.logspace(0.0, 3.0, 4, base=np.array([2.0, 3.0])),
        lambda xp: xp.gradient(CUBE[0]),
        lambda xp: xp.linalg.cond(np.array([[[1.0, 2], [3, 4]], [[0, 0], [0, 0]]]), 1),
        lambda xp: xp.linalg.matrix_power(np.array([[0, 1], [1, 0]], "int32"), 2**70 + 1),
        lambda xp: xp.linalg.norm(np.array([-128, 0], "int8")),
        lambda xp: xp.fft.fft(X[:4], norm=None),
        lambda xp: xp.einsum(CUBE[0], [0, 1], CUBE[1], [2, 1], [0, 2]),
        lambda xp: xp.einsum(CUBE, [..., 0], [...]),
        lambda xp: xp.einsum(CUBE[0], [0, 1], [0]),
        lambda xp: xp.einsum(CUBE[0], [0, 1]),
        lambda xp: xp.einsum(CUBE[0], [0, 1], CUBE[1], [0, 1], CUBE[1], [2, 1], [0, 2]),
        lambda xp: xp.einsum(CUBE, (0, ...), CUBE[0], [1, ...]),
        lambda xp: xp.unique(np.array([nan, 1.0, nan]), axis=0),
        lambda xp: xp.unique(np.zeros((3, 0)), axis=0),
        lambda xp: xp.tensordot(CUBE, CUBE, ([0, 1], [0, 1])),
    ],
)  # fmt: skip
def test_the_same_as_numpy(backend: str, call: Callable[[Any], Any]) -> None:
    check(call)


@pytest.mark.parametrize(
    "name", ["max", "min", "argmax", "argmin", "nanmax", "nanargmin", "median", "nanmedian"]
)
def test_complex_numbers_have_one_order(backend: str, name: str) -> None:
    check(lambda xp: getattr(xp, name)(Z))
    check(lambda xp: getattr(xp, name)(Z[:-1].reshape(2, 2), axis=1))


@pytest.mark.parametrize("name", ["maximum", "minimum", "less", "less_equal", "greater", "greater_equal"])
def test_complex_numbers_compare(backend: str, name: str) -> None:
    check(lambda xp: getattr(xp, name)(Z, Z[::-1].copy()))


@pytest.mark.parametrize("size", [3e30, 3e-30])
def test_norms_neither_overflow_nor_vanish(backend: str, size: float) -> None:
    x = ops.asarray(np.array([[size, 0.0], [size, 4 / 3 * size]], "float32"))
    assert_close(ops.linalg.norm(x, axis=1), np.array([size, 5 / 3 * size], "float32"), rtol=1e-6)
    assert_close(ops.linalg.matrix_norm(x), np.float32(np.sqrt(34) / 3 * size), rtol=1e-6)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: ops.sum(ops.zeros((2, 3)), axis=5), np.exceptions.AxisError),
        (lambda: ops.expand_dims(ops.zeros(2), 5), np.exceptions.AxisError),
        (lambda: ops.concat([ops.zeros(2)], axis=3), np.exceptions.AxisError),
        (lambda: ops.take_along_axis(ops.zeros((2, 2)), ops.zeros((2, 2)), axis=1), IndexError),
        (lambda: ops.fft.fft(ops.zeros(3), 0), ValueError),
        (lambda: ops.fft.ifft(ops.zeros(0)), ValueError),
        (lambda: ops.nanmean(ops.zeros((2, 3)), dtype="int32"), TypeError),
        (lambda: ops.nanargmax(ops.asarray([nan])), ValueError),
        (lambda: ops.linalg.eigh(ops.eye(2), UPLO="wrong"), ValueError),
        (lambda: ops.linalg.norm(ops.eye(2), "nofro"), ValueError),
        (lambda: ops.linalg.norm(ops.zeros((2, 3, 4)), None, (0, 1, 2)), ValueError),
        (lambda: ops.linalg.cond(ops.zeros((0, 0))), np.linalg.LinAlgError),
        (lambda: ops.linalg.tensorinv(ops.zeros((4, 6, 8, 2))), np.linalg.LinAlgError),
        (lambda: ops.linalg.multi_dot([]), ValueError),
        (lambda: ops.linalg.pinv(ops.eye(2), 0.1, rtol=0.1), ValueError),
        (lambda: ops.histogram(ops.zeros(3), "foo"), ValueError),
        (lambda: ops.interp(ops.zeros(3), [0.0, 1.0], [0.0, 1.0], period=0), ValueError),
        (lambda: ops.rot90(ops.zeros((2, 2, 2)), axes=(0, 1, 2)), ValueError),
        (lambda: ops.trim_zeros(ops.zeros(3), "x"), ValueError),
        (lambda: ops.cross(ops.asarray(0.0), [1.0, 2.0, 3.0]), ValueError),
        (lambda: ops.bincount(ops.zeros((2, 2), dtype="int32")), ValueError),
    ],
)  # fmt: skip
def test_the_error_is_numpys(backend: str, call: Callable[[], Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        call()


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda t: ops.isin(t, t[:1]), [True, False, True]),
        (ops.ceil, [True, False, True]),
        (lambda t: ops.bitwise_left_shift(t, t), [2, 0, 2]),
    ],
)
def test_booleans_are_numbers_too(backend: str, call: Callable[[Any], Any], expected: list[Any]) -> None:
    assert ops.tolist(call(ops.asarray([True, False, True]))) == expected


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: ops.eye(-1), ValueError),
        (lambda: ops.fft.fft(ops.zeros(3), norm="x"), ValueError),
        (lambda: ops.matmul(ops.zeros((2, 2)), 2.0), ValueError),
        (lambda: ops.matmul(np.float64(2), 2.0), TypeError),
        (lambda: ops.sort(ops.asarray(1.0)), TypeError),
        (lambda: ops.sort(ops.asarray(1.0)), np.exceptions.AxisError),
        (lambda: ops.flip(ops.asarray(1.0), axis=0), np.exceptions.AxisError),
    ],
)
def test_no_raw_exception(backend: str, call: Callable[[], Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        call()
