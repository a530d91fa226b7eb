"""Gradients that were refused, or wrong, on one backend while the others had them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from emberops import ops, use_backend
from emberops.testing import assert_close

A = ops.asarray
POINTS, VALUES = [0.0, 1.0, 5.0], [1.0, 2.0, 3.0]


def _weighed(x: Any) -> Any:
    """A sum in which each element counts differently."""
    return ops.sum(x * ops.reshape(ops.arange(float(ops.size(x)), dtype="float32"), ops.shape(x)))


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (lambda v: ops.interp(A([1.5, 0.5]), A([0.0, 1.0, 2.0]), v)[0], [0.0, 0.5, 0.5]),
        (lambda v: ops.sum(ops.interp(v, A(POINTS), A(VALUES))), [0.25, 0.25, 0.25]),
        (ops.median, [0.0, 1.0, 0.0]),
        (ops.nanmedian, [0.0, 1.0, 0.0]),
        (lambda v: ops.quantile(v, 0.25), [0.5, 0.5, 0.0]),
        (lambda v: ops.sum(ops.square(ops.assign(ops.copy(v), 0, 5.0))), [0.0, 4.0, 6.0]),
        (lambda v: ops.sum(ops.clip(v, None, 2.5) * ops.clip(v, 1.5, None)), [1.5, 4.0, 2.5]),
        (lambda v: ops.sum(ops.where(A([True, False, True]), v[0], v)), [2.0, 1.0, 0.0]),
        (lambda v: ops.sum(ops.square(ops.take_along_axis(v, A([2, 2]), axis=0))), [0.0, 0.0, 12.0]),
        (lambda v: _weighed(ops.square(ops.add_at(ops.zeros(3), A([0, 0, 1]), v))), [0.0, 0.0, 6.0]),
        (lambda v: _weighed(ops.square(ops.add_at(ops.zeros((3, 3)), A([0, 0, 1]), v))), [6.0, 32.0, 78.0]),
        (lambda v: _weighed(ops.square(ops.add_at(ops.zeros((3, 2)), A([0, 2]), v[:2, None]))), [2.0, 36.0, 0.0]),
    ],
)  # fmt: skip
def test_every_backend_has_the_gradient(
    backend: str, function: Callable[[Any], Any], expected: list[float]
) -> None:
    x = A(np.asarray([1.0, 2.0, 3.0], np.float32))
    assert_close(ops.grad(function)(x), np.asarray(expected), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("backend", ["torch", "jax", "mlx"], indirect=True)
@pytest.mark.parametrize("name", ["assign", "add_at", "maximum_at"])
@pytest.mark.parametrize("index", [0, 1, 2, 3])
def test_what_is_written_into_rows_has_a_gradient(backend: str, name: str, index: int) -> None:
    places = A([0, 2, 1])
    chosen = (places, (places, slice(0, 3)), (places, slice(None)), (slice(0, 3), places))[index]

    def written(values: Any) -> Any:
        return _weighed(getattr(ops, name)(ops.zeros((3, 3)), chosen, values * ops.ones((3, 3))))

    expected = [9.0, 15.0, 12.0] if index == 3 else [9.0, 12.0, 15.0]
    assert_close(ops.grad(written)(A(np.asarray([1.0, 2.0, 3.0], np.float32))), np.asarray(expected))


def test_determinant(backend: str) -> None:
    x = A(np.asarray([[2.0, 1.0], [1.0, 3.0]]))
    assert_close(ops.grad(ops.linalg.det)(x), np.asarray([[3.0, -1.0], [-1.0, 2.0]]), rtol=1e-5)


@pytest.mark.parametrize("backend", ["torch", "jax", "mlx"], indirect=True)
def test_determinant_of_a_matrix_without_an_inverse(backend: str) -> None:
    x = A(np.asarray([[[2.0, 1.0], [4.0, 2.0]]]))
    made = ops.grad(lambda v: ops.sum(ops.linalg.det(v)))(x)
    assert_close(made, np.asarray([[[2.0, -4.0], [-1.0, 2.0]]]), rtol=1e-5, atol=1e-5)


def test_determinant_in_double_precision_on_mlx() -> None:
    with use_backend("mlx"):
        x = A([[2.0, 1.0], [1.0, 3.0]], dtype="float64")
        assert_close(ops.grad(ops.linalg.det)(x), np.asarray([[3.0, -1.0], [-1.0, 2.0]]), rtol=1e-12)


def test_cholesky_has_a_symmetric_gradient(backend: str) -> None:
    made = ops.to_numpy(ops.grad(lambda v: ops.sum(ops.linalg.cholesky(v)))(A([[2.0, 1.0], [1.0, 3.0]])))
    assert_close(made, made.T, rtol=1e-5)


@pytest.mark.parametrize("backend", ["torch", "jax"], indirect=True)
def test_eigenvectors_have_a_symmetric_gradient(backend: str) -> None:
    made = ops.grad(lambda v: _weighed(ops.linalg.eigh(v)[1] ** 3))(A([[2.0, 1.0], [1.0, 4.0]]))
    assert_close(made, ops.to_numpy(made).T, rtol=1e-4)


@pytest.mark.parametrize("function", [lambda v: ops.linalg.eigh(v)[0], ops.linalg.eigvalsh])
def test_eigenvalues_have_a_symmetric_gradient_of_the_triangle_that_is_read(
    backend: str, function: Callable[[Any], Any]
) -> None:
    made = ops.grad(lambda v: _weighed(function(v)))(A(np.asarray([[2.0, 1.0], [7.0, 3.0]])))
    expected = ops.grad(lambda v: _weighed(function(v)))(A(np.asarray([[2.0, 7.0], [7.0, 3.0]])))
    assert_close(made, ops.matrix_transpose(made))
    assert_close(made, expected, rtol=1e-5)


def test_eigenvalues_of_the_upper_triangle(backend: str) -> None:
    def of_upper(v: Any) -> Any:
        return _weighed(ops.linalg.eigh(v, "U")[0])

    made = ops.grad(of_upper)(A(np.asarray([[2.0, 7.0], [1.0, 3.0]])))
    assert_close(made, ops.grad(of_upper)(A(np.asarray([[2.0, 7.0], [7.0, 3.0]]))), rtol=1e-5)


def test_determinant_of_matrices_without_an_inverse_has_cofactors(backend: str) -> None:
    x = [
        [[2.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 0.0]],
        [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]],
    ]
    expected = [
        [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 6.0]],
        [[-3.0, 6.0, -3.0], [6.0, -12.0, 6.0], [-3.0, 6.0, -3.0]],
    ]
    made = ops.grad(lambda v: ops.sum(ops.linalg.det(v)))(A(np.asarray(x)))
    assert_close(made, np.asarray(expected), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize(
    ("name", "values", "to_x", "to_values"),
    [
        ("multiply_at", [2.0, 3.0, 4.0], [6.0, 8.0, 2.0], [3.0, 2.0, 4.0]),
        ("multiply_at", [0.0, 3.0, 4.0], [0.0, 8.0, 2.0], [3.0, 0.0, 4.0]),
        ("multiply_at", [0.0, 0.0, 0.0], [0.0, 0.0, 2.0], [0.0, 0.0, 4.0]),
        ("divide_at", [2.0, 4.0, 4.0], [0.125, 0.5, 2.0], [-0.0625, -0.03125, -0.25]),
        ("subtract_at", [2.0, 4.0, 4.0], [1.0, 2.0, 2.0], [-1.0, -1.0, -2.0]),
        ("maximum_at", [2.0, 4.0, 1.0], [0.0, 2.0, 2.0], [0.0, 1.0, 0.0]),
        ("minimum_at", [2.0, 0.5, 1.0], [0.0, 0.0, 2.0], [0.0, 1.0, 2.0]),
    ],
)  # fmt: skip
def test_what_meets_in_one_place_has_a_gradient(
    backend: str, name: str, values: list[float], to_x: list[float], to_values: list[float]
) -> None:
    x, v = A(np.asarray([1.0, 2.0, 3.0])), A(np.asarray(values))
    weights, places = A(np.asarray([1.0, 2.0, 2.0])), A([0, 0, 1])

    def total(x: Any, v: Any) -> Any:
        return ops.sum(weights * getattr(ops, name)(x, places, v, copy=True))

    assert_close(ops.grad(total)(x, v), np.asarray(to_x), rtol=1e-5)
    assert_close(ops.grad(total, argnums=1)(x, v), np.asarray(to_values), rtol=1e-5)


def test_products_into_rows_have_a_gradient(backend: str) -> None:
    def total(v: Any) -> Any:
        return _weighed(ops.multiply_at(2.0 * ops.ones((2, 2)), A([1, 1]), v * ops.ones((2, 2)), copy=True))

    assert_close(
        ops.grad(total)(A(np.asarray([3.0, 5.0]))), np.asarray([4 * 2 * 3.0, 4 * 3 * 5.0]), rtol=1e-5
    )
