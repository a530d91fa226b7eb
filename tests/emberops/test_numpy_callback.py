"""Functions that NumPy code calls back, and what it starts from."""

from __future__ import annotations

import inspect
import pickle
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import curve_fit, minimize
from scipy.sparse.linalg import LinearOperator, cg
from scipy.stats import rv_continuous

import emberops
from emberops import ops


def _decay(t: float, y: Any, rate: Any) -> Any:
    return ops.multiply(ops.negative(rate), y)


def _line(x: Any, slope: float, offset: float) -> Any:
    return ops.add(ops.multiply(slope, x), offset)


def _nested(x: Any) -> Any:
    return {"all": [x, ops.sum(x)], "none": None}


def test_what_it_makes_is_of_numpy(backend: str) -> None:
    def made(x: Any) -> Any:
        assert emberops.get_backend() == "numpy"
        assert type(x) is np.ndarray
        return ops.add(ops.ones(2), x)

    found = ops.numpy_callback(made)(ops.arange(2))
    assert type(found) is np.ndarray
    assert found.dtype == np.float64
    assert emberops.get_backend() == backend


def test_tensors_of_its_closure_go_to_numpy_at_the_end(backend: str) -> None:
    held = ops.asarray([1.0, 2.0])
    found = ops.numpy_callback(lambda x: (ops.multiply(held, x), held))(np.asarray([3.0, 4.0]))
    assert [type(part) for part in found] == [np.ndarray, np.ndarray]
    assert found[0].tolist() == [3.0, 8.0]


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_they_come_in_the_precision_of_what_is_given(backend: str, dtype: Any) -> None:
    held = ops.asarray([1.0, 2.0], dtype=ops.float32)
    given = np.asarray([3.0, 4.0], dtype=dtype)
    product, whole = ops.numpy_callback(lambda x: (ops.multiply(held, x), ops.arange(2)))(given)
    assert product.dtype == dtype
    assert whole.dtype.kind == "i"


def test_a_compiled_solver_takes_a_gradient_beside_single_precision(backend: str) -> None:
    held = ops.asarray([1.0, 2.0], dtype=ops.float32)
    found = minimize(
        ops.numpy_callback(lambda x: ops.sum(ops.square(ops.subtract(x, held)))),
        np.zeros(2),
        jac=ops.numpy_callback(lambda x: ops.multiply(2.0, ops.subtract(x, held))),
        method="SLSQP",
    )
    assert np.allclose(found.x, [1.0, 2.0])


def test_results_may_be_trees(backend: str) -> None:
    found = ops.numpy_callback(_nested)(x=ops.ones(2))
    assert found["none"] is None
    assert [np.shape(part) for part in found["all"]] == [(2,), ()]


def test_the_default_is_back_after_an_error(backend: str) -> None:
    def fails(x: Any) -> Any:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ops.numpy_callback(fails)(1.0)
    assert emberops.get_backend() == backend


def test_it_looks_like_its_function(backend: str) -> None:
    def event(t: float, y: Any) -> Any:
        return ops.subtract(y[0], 0.5)

    event.terminal = True  # type: ignore[attr-defined]  # functions have any attributes
    wrapped = ops.numpy_callback(event)
    assert wrapped.terminal
    assert wrapped.__name__ == "event"
    assert inspect.signature(wrapped) == inspect.signature(event)


def test_it_is_pickled_with_its_function(backend: str) -> None:
    again = pickle.loads(pickle.dumps(ops.numpy_callback(_line)))
    assert again(np.asarray([1.0, 2.0]), 2.0, 1.0).tolist() == [3.0, 5.0]


def test_what_cannot_be_called_is_refused() -> None:
    with pytest.raises(TypeError, match="numpy_callback: fun is a function to call back, not float"):
        ops.numpy_callback(1.5)


def test_a_solver_calls_it(backend: str) -> None:
    solved = solve_ivp(
        ops.numpy_callback(_decay), (0, 1), ops.to_numpy(ops.asarray([1.0, 2.0])), args=(ops.asarray(1.0),)
    )
    np.testing.assert_allclose(solved.y[:, -1], np.exp(-1.0) * np.asarray([1.0, 2.0]), rtol=1e-3)


def test_a_fit_reads_its_signature(backend: str) -> None:
    x = np.linspace(0, 1, 9)
    fitted, _ = curve_fit(ops.numpy_callback(_line), x, 2 * x + 1)
    np.testing.assert_allclose(fitted, [2, 1])


def test_a_minimiser_starts_in_double_precision(backend: str) -> None:
    target = np.arange(3)
    found = minimize(
        ops.numpy_callback(lambda x: ops.sum(ops.square(ops.subtract(x, target)))),
        ops.to_numpy(ops.zeros(3), dtype=ops.float64),
    )
    np.testing.assert_allclose(found.x, target, atol=1e-5)


@pytest.mark.parametrize("given", [[1.5, 2.5], 2.5, np.asarray([1, 2])], ids=repr)
def test_to_numpy_in_a_dtype(backend: str, given: Any) -> None:
    for value in (given, ops.asarray(given)):
        found = ops.to_numpy(value, dtype="float64")
        assert found.dtype == np.float64
        np.testing.assert_array_equal(found, given)


def test_to_numpy_takes_no_dtype_of_another_kind(backend: str) -> None:
    for value, dtype in ((1j, ops.float64), (1.5, ops.int32)):
        with pytest.raises(TypeError):
            ops.to_numpy(ops.asarray([value]), dtype=dtype)


class Quadratic(rv_continuous):
    """Has a density of 3 x ** 2 on [0, 1], so that SciPy finds out that it has no parameters."""

    @ops.numpy_callback
    def _pdf(self, x: Any) -> Any:
        """Its density."""
        return ops.multiply(3.0, ops.square(x))

    @ops.numpy_callback
    def _cdf(self, x: Any) -> Any:
        return ops.power(x, 3)


class Scaling(LinearOperator):
    """Multiplies each element by a number of its own."""

    def __init__(self, numbers: Any) -> None:
        super().__init__(np.float64, (3, 3))
        self.numbers = numbers

    @ops.numpy_callback
    def _matvec(self, x: Any) -> Any:
        return ops.multiply(self.numbers, ops.reshape(x, (-1,)))


def test_methods_of_classes_that_scipy_calls(backend: str) -> None:
    distribution = Quadratic(a=0.0, b=1.0)
    assert distribution.numargs == 0
    np.testing.assert_allclose(distribution.pdf([0.5, 2.0]), [0.75, 0.0])
    np.testing.assert_allclose(distribution.mean(), 0.75)
    np.testing.assert_allclose(pickle.loads(pickle.dumps(distribution)).cdf(0.5), 0.125)
    solution, failed = cg(Scaling(ops.asarray([1.0, 2.0, 4.0])), np.ones(3))
    assert failed == 0
    np.testing.assert_allclose(solution, [1.0, 0.5, 0.25], rtol=1e-5)


def test_it_is_found_on_the_class_as_it_is() -> None:
    assert Quadratic._pdf.__name__ == "_pdf"
    assert Quadratic._pdf.__doc__ == "Its density."
    assert [*inspect.signature(Quadratic()._pdf).parameters] == ["x"]
