"""Numbers beside dtypes that do not hold them, and axes given in odd ways: NumPy's answer or its error."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import emberops
from emberops import ops
from emberops.testing import assert_close

A = ops.asarray
WIDE = 2**40
"""No int32, which is the default integer of MLX and JAX."""
TRUTHS = [True, False]


@pytest.mark.parametrize("name", ["numpy", "torch", "mlx"])  # on JAX each of these is an OverflowError
@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda x: ops.add(x, WIDE), [WIDE + 1, WIDE]),
        (lambda x: ops.subtract(-WIDE, x), [-WIDE - 1, -WIDE]),
        (lambda x: ops.multiply(WIDE, x), [WIDE, 0]),
        (lambda x: ops.remainder(x, WIDE), [1, 0]),
        (lambda x: ops.fmod(x, -WIDE), [1, 0]),
        (lambda x: ops.maximum(x, WIDE), [WIDE, WIDE]),
        (lambda x: ops.bitwise_or(x, WIDE), [WIDE + 1, WIDE]),
        (lambda x: ops.pow(WIDE, x), [WIDE, 1]),
        (lambda x: ops.where(x, x, WIDE), [1, WIDE]),
        (lambda x: ops.select([x], [x], WIDE), [1, WIDE]),
        (lambda x: ops.stack([x[0], WIDE]), [1, WIDE]),
        (lambda x: ops.dot(x, WIDE), [WIDE, 0]),
        (lambda x: ops.kron(WIDE, x), [WIDE, 0]),
        (lambda x: ops.less(x, WIDE), [True, True]),
        (lambda x: ops.equal(2**32 + 1, x), [False, False]),
        (lambda x: ops.searchsorted(ops.flip(x), WIDE), 2),
    ],
)
def test_large_integers_beside_truth_values(name: str, call: Callable[[Any], Any], expected: Any) -> None:
    pytest.importorskip("mlx.core" if name == "mlx" else name)
    with emberops.use_backend(name):
        assert np.asarray(ops.to_numpy(call(A(TRUTHS)))).tolist() == expected
        with pytest.raises(OverflowError):
            ops.add(A(TRUTHS), 2**63)


@pytest.mark.parametrize(
    "backend", ["torch", "jax", "mlx"], indirect=True
)  # NumPy makes an int64 of the number first
@pytest.mark.parametrize("product", [ops.dot, ops.inner, ops.outer, ops.kron])
def test_products_with_numbers_out_of_range(backend: str, product: Callable[..., Any]) -> None:
    for dtype, number in (("uint8", -3), ("uint8", 300), ("uint32", -3)):
        with pytest.raises(OverflowError, match=r"^ops\."):
            product(A([1, 2], dtype=dtype), number)


@pytest.mark.parametrize("backend", ["torch", "jax", "mlx"], indirect=True)
def test_integers_to_negative_powers(backend: str) -> None:
    """Where nobody looks at the values, those are right that are integers, and all others 0."""
    bases = A([1, 2, 3, -1, -1, 0, 5], dtype="int32")
    assert ops.pow(bases, A([-1, -1, -1, -3, -2, -1, 2], dtype="int32")).tolist() == [1, 0, 0, -1, 1, 0, 25]
    assert ops.pow(A([3], dtype="uint8"), A([-1], dtype="int8")).tolist() == [0]


@pytest.mark.parametrize(
    ("update", "places", "values", "expected"),
    [
        (ops.add_at, [0, 2], [-2.5, 0.75], [97, 5, 7]),
        (ops.add_at, [0, 0, 2], [0.5, 0.5, -0.5], [100, 5, 6]),
        (ops.add_at, [1], -0.5, [100, 4, 7]),
        (ops.subtract_at, [0, 0], [2.5, 0.25], [96, 5, 7]),
        (ops.multiply_at, [0, 0, 1], [7.25, -2.5, 0.5], [-1812, 2, 7]),
        (ops.maximum_at, [0, 1], [100.5, 7.75], [100, 7, 7]),
        (ops.minimum_at, [0, 1], [99.5, 7.75], [99, 5, 7]),
    ],
)
def test_fractions_put_into_integers(
    backend: str, update: Callable[..., Any], places: list[int], values: Any, expected: list[int]
) -> None:
    x = A([100, 5, 7], dtype="int32")
    assert ops.tolist(update(x, places, values, copy=True)) == expected
    assert ops.tolist(x) == [100, 5, 7]
    updated = update(x, places, values)
    assert ops.tolist(updated) == expected
    assert ops.dtype(updated) == ops.int32
    if backend != "jax":
        assert ops.tolist(x) == expected


def test_fractions_put_into_narrow_integers_wrap_around(backend: str) -> None:
    x = A([0, 250, 7], dtype="uint8")
    assert ops.tolist(ops.add_at(x, [0, 1], [-1.0, 7.25], copy=True)) == [255, 1, 7]
    assert ops.tolist(ops.add_at(x, [0, 0], [-1.0, -1.5], copy=True)) == [253, 250, 7]


def test_fractions_leave_integers_beyond_a_float_alone(backend: str) -> None:
    x = A([2**31 - 1, 5], dtype="int32")
    assert ops.tolist(ops.add_at(x, [1], 0.5)) == [2**31 - 1, 5]


def test_fractions_put_into_integers_within_a_compiler(backend: str) -> None:
    def f(x: Any, values: Any) -> Any:
        return ops.add_at(x, [0, 1], values, copy=True)

    assert ops.tolist(ops.jit(f)(A([100, 5]), A([-2.5, 0.5]))) == [97, 5]


def test_extremes_of_integers_of_another_dtype(backend: str) -> None:
    x = A([3, 5], dtype="uint8")
    assert ops.tolist(ops.maximum_at(x, [0], A([-1], dtype="int32"), copy=True)) == [3, 5]
    assert ops.tolist(ops.minimum_at(x, [0, 1], A([300, 2], dtype="int32"), copy=True)) == [3, 2]


def test_greater_numbers_are_stored_and_sums_are_not(backend: str) -> None:
    x = A([100, 5], dtype="int32")
    assert ops.tolist(ops.assign_maximum(x, [1], 7.5, copy=True)) == [100, 7]
    assert ops.tolist(ops.assign_minimum(x, x > 50, 7.5, copy=True)) == [7, 5]
    with pytest.raises(TypeError):
        ops.assign_add(x, [1], 7.5)
    for index in (slice(0, 1), [0], A([True, False])):
        with pytest.raises(TypeError):  # the sum has a sign, and the tensor has none
            ops.assign_add(A([1, 5], dtype="uint8"), index, A([-2], dtype="int32"))
    with pytest.raises(TypeError):
        ops.copyto(A([1, 5], dtype="uint8"), A([-2, 3], dtype="int32"))
    with pytest.raises(OverflowError):
        ops.copyto(A([1, 5], dtype="uint8"), -2)
    assert ops.tolist(ops.copyto(A([1, 5], dtype="uint8"), 2)) == [2, 2]
    assert ops.tolist(ops.assign_add(A([1, 5], dtype="int8"), [0], A([2], dtype="uint16"))) == [3, 5]


@pytest.mark.parametrize("order", [3, 4, 0.5, -3])
@pytest.mark.parametrize("scale", [1.0, 1e30, 1e-30])
def test_norms_of_any_order_neither_overflow_nor_vanish(backend: str, order: float, scale: float) -> None:
    values = np.asarray([[3.0, 4.0], [1.0, 7.0]])
    expected = np.sum(values**order, axis=1) ** (1 / order) * scale
    x = A(np.asarray(values * scale, np.float32), dtype="float32")
    for found in (
        ops.linalg.norm(x, order, axis=1),
        ops.linalg.vector_norm(x, ord=order, axis=1, keepdims=True)[:, 0],
        ops.stack([ops.linalg.vector_norm(x[i], ord=order) for i in range(2)]),
    ):
        np.testing.assert_allclose(ops.to_numpy(found), expected, rtol=1e-5)


def test_norms_of_any_order_of_odd_numbers(backend: str) -> None:
    for values, expected in (
        ([0.0, 0.0], 0),
        ([math.inf, 1.0], math.inf),
        ([math.nan, 1.0], math.nan),
        ([], 0),
    ):
        assert_close(ops.linalg.norm(A(values, dtype="float32"), 3), np.float32(expected))
    assert_close(ops.linalg.norm(A([0.0, 1e-30], dtype="float32"), -3), np.float32(0))


def test_the_gradient_of_a_norm_of_large_numbers(backend: str) -> None:
    x = A([3e30, 4e30], dtype="float32")
    expected = [(3 / 91 ** (1 / 3)) ** 2, (4 / 91 ** (1 / 3)) ** 2]
    assert_close(ops.grad(lambda x: ops.linalg.norm(x, 3))(x), np.asarray(expected, np.float32), rtol=1e-5)


@pytest.mark.parametrize(
    "name", ["sum", "mean", "max", "prod", "all", "std", "nanmax", "count_nonzero", "ptp"]
)
def test_a_list_of_axes(backend: str, name: str) -> None:
    reduce, x = getattr(ops, name), A([[1.0, 2.0], [3.0, 5.0]])
    for axes in ([0], [0, 1], [-1]):
        assert ops.tolist(reduce(x, axis=axes)) == ops.tolist(reduce(x, axis=tuple(axes)))
    for wrong in ([5], [0, 0]):
        with pytest.raises(emberops.errors.AxisError):
            reduce(x, axis=wrong)


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda: ops.repeat(A(3), 2, axis=0), [3, 3]),
        (lambda: ops.repeat(A(3), [2], axis=-1), [3, 3]),
        (lambda: ops.permute_dims(A([1, 2]), 0), [1, 2]),
        (lambda: ops.lexsort([A(1), A(2)]), 0),
        (lambda: ops.trim_zeros(A([[0, 0, 0], [0, 1, 0], [0, 0, 0]])), [[1]]),
        (lambda: ops.trim_zeros(A([[0, 0, 0], [0, 1, 0], [0, 0, 0]]), "f"), [[1, 0], [0, 0]]),
        (lambda: ops.trim_zeros(A([[0, 0], [0, 0]]), "B"), []),
        (lambda: ops.trim_zeros(A(0)), 0),
        (lambda: ops.tril_indices(-1)[0], []),
        (lambda: ops.triu_indices(2, m=-1)[1], []),
        (lambda: ops.mean(A([-1, -2, -4]), dtype="int8"), -2),
        (lambda: ops.mean(ops.ones(300), dtype="int8"), 0),
        (lambda: ops.mean(A([2**31 - 1, 2**31 - 3, -5], dtype="int32") // 2, dtype="int32"), 715827880),
        (
            lambda: ops.nanmean(A([[2**30 - 1, -1], [2**30 - 1, -4]], dtype="int32"), axis=0, dtype="int32"),
            [2**30 - 1, -2],
        ),
        (lambda: ops.repeat(A([1, 2, 3]), A([2, 0, 1])), [1, 1, 3]),
        (lambda: ops.mean(A(TRUTHS), dtype="bool"), True),
        (lambda: ops.std(A([1, 2]), dtype="complex64"), 0.5),
        (lambda: ops.nanvar(A([1.0, math.nan, 2.0]), dtype="complex64"), 0.25),
    ],
)
def test_the_answer_is_numpys(backend: str, call: Callable[[], Any], expected: Any) -> None:
    assert ops.tolist(call()) == expected


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: ops.repeat(A(3), 2, axis=1), emberops.errors.AxisError),
        (lambda: ops.repeat(A([1, 2]), [2**62]), (ValueError, MemoryError, OverflowError)),
        (lambda: ops.lexsort([A(1), A(2)], axis=1), emberops.errors.AxisError),
        (lambda: ops.lexsort([A([1, 2])], axis=None), TypeError),  # type: ignore[arg-type]  # what is refused
        (lambda: ops.fft.fftshift(A(3.0)), emberops.errors.ShapeError),
        (lambda: ops.fft.ifftshift(A(3.0)), emberops.errors.ShapeError),
        (lambda: ops.fft.fftn(A([[1.0]]), s=(1,), axes=(0, 1)), emberops.errors.ShapeError),
        (lambda: ops.fft.irfftn(A([[1.0]]), s=(1, 2), axes=(0,)), emberops.errors.ShapeError),
    ],
)
def test_the_error_is_numpys(backend: str, call: Callable[[], Any], error: Any) -> None:
    with pytest.raises(error):
        call()


def test_a_variance_in_a_complex_dtype_is_complex(backend: str) -> None:
    for spread in (ops.var, ops.std, ops.nanvar, ops.nanstd):
        assert ops.dtype(spread(A([1.0, 2.0], dtype="float32"), dtype="complex64")) == ops.complex64
        assert ops.dtype(spread(A([1.0, 2j], dtype="complex64"))) == ops.float32


def test_elements_of_truth_values_that_are_no_integers_keep_their_dtype(backend: str) -> None:
    found = ops.setdiff1d(A(TRUTHS), A([7, 5], dtype="uint16"))
    assert ops.tolist(found) == [False, True]
    assert ops.dtype(found) == ops.bool


def test_a_mean_of_nothing_among_integers_ends_no_process() -> None:
    """XLA divided by the number of elements, and the processor trapped on it."""
    pytest.importorskip("jax")
    program = (
        "from emberops import ops, use_backend\n"
        "with use_backend('jax'):\n"
        "    print(ops.mean(ops.zeros((3, 0)), axis=1, dtype='int32').tolist())"
    )
    assert (
        subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True).stdout
        == "[0, 0, 0]\n"
    )
