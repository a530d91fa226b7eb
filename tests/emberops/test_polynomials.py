"""Polynomials: NumPy's values, shapes and errors on every backend."""

from __future__ import annotations

import numpy as np
import pytest

from emberops import ops
from emberops.errors import ShapeError
from emberops.testing import assert_close

COEFFICIENTS = [
    [1.0, -6.0, 11.0, -6.0],
    [0.0, 0.0, 2.0, 1.0, 5.0],
    [1.0, 2.0, 0.0, 0.0],
    [3.0, -4.0],
    [1, 0, 1],
    [0.0, 4.0],
    [0.0, 0.0],
    [],
]


def in_order(values) -> np.ndarray:
    values = np.asarray(values)
    return values[np.lexsort((values.imag.round(3), values.real.round(3)))]


@pytest.mark.parametrize("p", COEFFICIENTS, ids=str)
def test_roots(backend, p):
    actual, expected = ops.to_numpy(ops.roots(np.asarray(p, dtype=float))), np.roots(p)
    assert actual.shape == expected.shape
    assert np.iscomplexobj(actual) == np.iscomplexobj(expected)
    np.testing.assert_allclose(in_order(actual), in_order(expected), rtol=1e-4, atol=1e-5)


def test_real_roots_are_as_precise_as_the_coefficients():
    found = ops.roots(ops.to_backend(np.poly([1.0, 2.0, 3.0, 4.0]), "mlx"))
    if str(found.dtype).endswith("float64"):
        np.testing.assert_allclose(np.sort(np.asarray(found)), [1, 2, 3, 4], rtol=1e-12)
    else:  # a default of single precision
        np.testing.assert_allclose(np.sort(np.asarray(found)), [1, 2, 3, 4], rtol=1e-4)


def test_the_polynomial_of_a_matrix_is_as_precise_as_the_matrix():
    matrix = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 0.0]])
    found = ops.poly(ops.astype(ops.to_backend(matrix, "mlx"), "float64"))
    np.testing.assert_allclose(np.asarray(found), [1, -6, -72, -27], rtol=1e-10)


@pytest.mark.parametrize("zeros", [[1.0, 2.0, -3.0], [2], [], [[1.0, 2.0], [3.0, 4.0]]], ids=str)
def test_poly(backend, zeros):
    assert_close(ops.poly(np.asarray(zeros, dtype=float)), np.poly(zeros), rtol=1e-4, atol=1e-5)


def test_poly_is_real_where_roots_come_in_pairs(backend):
    paired = np.asarray([1 + 2j, 1 - 2j, 0.5], dtype="complex64")
    assert_close(ops.poly(paired), np.poly(paired), rtol=1e-5)
    assert "complex" not in str(ops.poly(paired).dtype)
    assert "complex" in str(ops.poly(paired[:1]).dtype)
    assert "complex" in str(ops.poly(paired[[0, 0, 1]]).dtype)


@pytest.mark.parametrize("x", [2.5, 3, np.float32([1.5, -2.0]), np.int32([[1, 2], [3, 4]])], ids=str)
def test_polyval(backend, x):
    p = np.asarray([2.0, -1.0, 0.5], dtype="float32")
    assert_close(ops.polyval(p, x), np.polyval(p, x), rtol=1e-5)
    assert_close(ops.polyval([1, 2, 3], x), np.polyval([1, 2, 3], x), rtol=1e-5)


def test_polyval_of_integers_stays_integer(backend):
    result = ops.polyval(ops.asarray([1, 2, 3]), ops.asarray([1, 2]))
    assert "int" in str(result.dtype)


@pytest.mark.parametrize("dtype", ["uint8", "int8", "bool"])
def test_a_whole_number_takes_small_coefficients_beyond_their_dtype(backend: str, dtype: str) -> None:
    p = np.array([100, 100, 1]).astype(dtype)
    assert_close(ops.polyval(ops.asarray(p), 3), np.polyval(p, 3))
    assert ops.polyval(ops.asarray([1.0, 2.0], dtype="float16"), 3).dtype == (
        ops.float64 if backend == "numpy" else ops.float16
    )


def test_polyfit(backend):
    rng = np.random.default_rng(0)
    x = np.linspace(-1, 1, 20).astype("float32")
    y = (2 * x**2 - x + 0.5 + 0.01 * rng.standard_normal(20)).astype("float32")
    w = rng.uniform(0.5, 2, 20).astype("float32")
    both = np.stack([y, 2 * y], axis=1)
    assert_close(ops.polyfit(x, y, 2), np.polyfit(x, y, 2), rtol=1e-3, atol=1e-4)
    assert_close(ops.polyfit(x, y, 2, w=w), np.polyfit(x, y, 2, w=w), rtol=1e-3, atol=1e-4)
    assert_close(ops.polyfit(x, both, 3), np.polyfit(x, both, 3), rtol=1e-3, atol=1e-3)
    for given, wanted in zip(ops.polyfit(x, y, 2, full=True), np.polyfit(x, y, 2, full=True), strict=True):
        np.testing.assert_allclose(np.asarray(given), np.asarray(wanted), rtol=1e-3, atol=1e-4)
    for cov in (True, "unscaled"):
        for given, wanted in zip(ops.polyfit(x, y, 2, cov=cov), np.polyfit(x, y, 2, cov=cov), strict=True):
            np.testing.assert_allclose(np.asarray(given), np.asarray(wanted), rtol=2e-3, atol=1e-4)
    given, wanted = ops.polyfit(x, both, 1, cov=True)[1], np.polyfit(x, both, 1, cov=True)[1]
    np.testing.assert_allclose(np.asarray(given), wanted, rtol=2e-3, atol=1e-6)


@pytest.mark.parametrize("m", [0, 1, 2, 4])
def test_derivatives(backend, m):
    p = np.asarray([1, 2, 3, 4])
    assert_close(ops.polyder(p, m), np.polyder(p, m))
    assert "int" in str(ops.polyder(p, m).dtype)
    assert_close(ops.polyder(p * 0.5, m), np.polyder(p * 0.5, m), rtol=1e-6)
    assert_close(ops.polyder(p > 2, m), np.polyder(p > 2, m))


@pytest.mark.parametrize(
    ("m", "k"), [(1, None), (2, None), (1, 3.0), (2, 3), (3, [1.0, 2.0, 3.0]), (0, None)]
)
def test_integrals(backend, m, k):
    p = np.asarray([3.0, 2.0, 1.0])
    assert_close(ops.polyint(p, m, k), np.polyint(p, m, k), rtol=1e-6)
    assert_close(ops.polyint(p.astype(int), m, k), np.polyint(p.astype(int), m, k), rtol=1e-6)
    assert_close(ops.polyint(p > 1, m, k), np.polyint(p > 1, m, k), rtol=1e-6)


PAIRS = [([1.0, 5.0, 6.0], [1.0, 2.0]), ([1, 2], [3, 4, 5]), ([0.0, 1.0, 2.0], [0.0, 3.0]), (2.0, [1.0, 4.0])]


@pytest.mark.parametrize("function", ["polyadd", "polysub", "polymul"])
@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_arithmetic(backend, function, pair):
    assert_close(getattr(ops, function)(*pair), getattr(np, function)(*pair), rtol=1e-6)


@pytest.mark.parametrize(
    "pair",
    [*PAIRS[:2], ([3.0, 5.0, 2.0, 8.0], [2.0, 1.0]), ([1, 2, 3], 2), ([1, 0, 0, -1], [1, 0, 1])],
    ids=str,
)
def test_division(backend, pair):
    for given, wanted in zip(ops.polydiv(*pair), np.polydiv(*pair), strict=True):
        assert_close(given, wanted, rtol=1e-6)


def test_errors(backend):
    with pytest.raises(ValueError, match="m"):
        ops.polyder([1.0, 2.0], -1)
    with pytest.raises(ValueError, match="m"):
        ops.polyint([1.0, 2.0], -1)
    with pytest.raises(ValueError, match="k"):
        ops.polyint([1.0, 2.0], 3, [1.0, 2.0])
    with pytest.raises((ShapeError, ValueError)):
        ops.roots([[1.0, 2.0], [3.0, 4.0]])
    with pytest.raises((ShapeError, ValueError)):
        ops.poly([[1.0, 2.0, 3.0], [3.0, 4.0, 5.0]])
    with pytest.raises((ShapeError, TypeError)):
        ops.polyfit([1.0, 2.0], [1.0, 2.0, 3.0], 1)
    with pytest.raises(ValueError, match="deg"):
        ops.polyfit([1.0, 2.0], [1.0, 2.0], -1)


@pytest.mark.parametrize("name", ["torch", "jax", "mlx"])
def test_values_and_fits_have_gradients(name):
    from emberops import use_backend

    with use_backend(name):
        slope = ops.grad(lambda x: ops.sum(ops.polyval([1.0, 2.0, 3.0], x)))(ops.asarray([1.0, 2.0]))
        assert_close(slope, [4.0, 6.0])
        assert_close(
            ops.grad(lambda p: ops.sum(ops.polyder(p)))(ops.asarray([1.0, 2.0, 3.0])), [2.0, 1.0, 0.0]
        )


@pytest.mark.parametrize("name", ["polyder", "polyint"])
def test_a_number_is_no_vector_of_coefficients(backend: str, name: str) -> None:
    for p in (3.0, ops.asarray(3.0)):
        with pytest.raises(TypeError):
            getattr(ops, name)(p)
