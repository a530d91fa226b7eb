"""Statistics: NumPy's values and meaning on every backend."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import emberops
from emberops import ops
from emberops.errors import (
    ArgumentError,
    ArgumentTypeError,
    AxisError,
    DTypeError,
    NoAxisError,
    ShapeError,
)
from emberops.testing import assert_close

RNG = np.random.default_rng(7)
X = RNG.normal(size=(3, 4, 5)).astype(np.float32)
HOLES = np.where(RNG.random((4, 6)) < 0.3, np.nan, RNG.normal(size=(4, 6))).astype(np.float32)
HOLES[1] = np.nan
INTEGERS = RNG.integers(-5, 9, size=(3, 4)).astype(np.int32)
AXES = (None, 0, -1, (0, 2), (1,))
REDUCTIONS = ("sum", "prod", "mean", "std", "var", "max", "min", "ptp", "median")
NAN_REDUCTIONS = ("nansum", "nanprod", "nanmean", "nanstd", "nanvar", "nanmax", "nanmin", "nanmedian")


@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("name", REDUCTIONS)
def test_reduction_equals_numpy(backend: str, name: str, axis: Any, keepdims: bool) -> None:
    expected = getattr(np, name)(X, axis=axis, keepdims=keepdims)
    assert_close(getattr(ops, name)(ops.asarray(X), axis=axis, keepdims=keepdims), expected)
    assert_close(getattr(ops, name)(ops.asarray(X), axis, keepdims=keepdims), expected)


@pytest.mark.parametrize("name", REDUCTIONS)
def test_reduction_of_integers(backend: str, name: str) -> None:
    assert_close(getattr(ops, name)(ops.asarray(INTEGERS), 1), getattr(np, name)(INTEGERS, 1), rtol=2e-5)
    assert_close(getattr(ops, name)([3, 1, 2]), getattr(np, name)([3, 1, 2]), rtol=2e-5)


@pytest.mark.parametrize("name", ["sum", "prod", "max", "min", "mean"])
def test_empty_axis_reduces_nothing(backend: str, name: str) -> None:
    assert_close(getattr(ops, name)(ops.asarray(X), axis=()), X)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "bool"])
@pytest.mark.parametrize("name", ["sum", "prod", "cumulative_sum", "cumulative_prod"])
def test_small_integers_widen(backend: str, name: str, dtype: str) -> None:
    x = np.array([1, 1, 0, 1] if dtype == "bool" else [100, 100, 100, 2], dtype=dtype)
    result = getattr(ops, name)(ops.asarray(x))
    assert_close(result, getattr(np, name)(x.astype(np.int64)))


def test_dtype_of_sums(backend: str) -> None:
    assert ops.float32 == ops.sum(ops.asarray([1, 2]), dtype=ops.float32).dtype
    assert ops.float32 == ops.mean(ops.asarray([1, 2]), dtype="float32").dtype
    assert ops.float16 == ops.sum(ops.asarray(np.ones(3, np.float16))).dtype


def test_empty_tensors(backend: str) -> None:
    empty = ops.zeros((0,))
    assert_close(ops.sum(empty), 0.0)
    assert_close(ops.prod(empty), 1.0)
    for extreme in (ops.max, ops.min):
        with pytest.raises(ValueError, match=r"empty|zero|size 0"):
            extreme(empty)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_mean_of_nothing_is_nan(backend: str) -> None:
    assert_close(ops.mean(ops.zeros((0,))), math.nan)


def test_correction(backend: str) -> None:
    x = ops.asarray([1.0, 2.0, 3.0, 4.0])
    assert_close(ops.std(x), np.std([1, 2, 3, 4]), rtol=2e-5)
    assert_close(ops.std(x, correction=1), np.std([1, 2, 3, 4], ddof=1), rtol=2e-5)
    assert_close(ops.var(x, correction=0.5), np.var([1, 2, 3, 4], correction=0.5), rtol=2e-5)
    assert_close(ops.var(ops.asarray([5.0])), 0.0)


def test_nan_and_infinity(backend: str) -> None:
    x = ops.asarray([1.0, math.nan, 3.0])
    for name in ("sum", "mean", "max", "min", "median", "std"):
        assert_close(getattr(ops, name)(x), math.nan)
    assert_close(ops.max(ops.asarray([1.0, math.inf])), math.inf)


def test_long_sums_are_exact(backend: str) -> None:
    ones = ops.ones((2**25,), dtype=ops.float32)
    assert_close(ops.sum(ones), 2.0**25)
    assert_close(ops.mean(ones), 1.0)


@pytest.mark.parametrize("backend", ["numpy", "torch", "mlx"], indirect=True)  # JAX's are single unless told
@pytest.mark.parametrize("name", ["sum", "mean", "nansum", "einsum"])
def test_long_sums_of_double_precision(backend: str, name: str) -> None:
    value = 1 + 2**-40
    x = ops.full((10**6,), value, dtype="float64")
    found = ops.einsum("i->", x) if name == "einsum" else getattr(ops, name)(x)
    expected = value if name == "mean" else value * 10**6
    assert abs(float(ops.to_numpy(found)) / expected - 1) < 1e-14


@pytest.mark.parametrize("axis", [0, 1, (0, 1)])
def test_long_sums_along_axes(backend: str, axis: Any) -> None:
    x = np.full((3, 20_001), 0.1, dtype=np.float32)
    assert_close(ops.sum(ops.asarray(x), axis=axis), np.sum(x.astype(np.float64), axis=axis), rtol=1e-5)
    assert_close(ops.var(ops.asarray(x), axis=axis), np.zeros(np.var(x, axis=axis).shape), atol=1e-9)


@pytest.mark.parametrize("axis", [0, -1, None])
@pytest.mark.parametrize("function", ["maximum", "minimum"])
@pytest.mark.parametrize(
    "data",
    [
        np.array([[3.0, 1.0, 4.0], [1.0, np.nan, 2.0]], np.float32),
        np.array([[3, -1], [2, 5]], np.int8),
        np.array([[False, True, False]]),
        np.zeros((2, 0), np.float32),
        np.float32(2.0),
    ],
    ids=lambda x: f"{x.dtype}{x.shape}",
)
def test_extremes_so_far(backend, data, function, axis):
    if not data.shape and axis is not None:
        with pytest.raises(AxisError):
            getattr(ops, f"cumulative_{function[:3]}")(ops.asarray(data), axis)
        return
    line = data.reshape(-1) if axis is None else data
    found = getattr(ops, f"cumulative_{function[:3]}")(ops.asarray(data), axis)
    assert_close(found, getattr(np, function).accumulate(line, axis or 0))
    assert found.dtype == ops.asarray(data).dtype


@pytest.mark.parametrize("axis", [None, 0, -1])
@pytest.mark.parametrize("name", ["cumsum", "cumprod"])
def test_cumulative(backend: str, name: str, axis: int | None) -> None:
    assert_close(getattr(ops, name)(ops.asarray(X), axis), getattr(np, name)(X, axis), rtol=2e-5, atol=2e-5)


@pytest.mark.parametrize("name", ["cumulative_sum", "cumulative_prod"])
def test_one_axis_of_numpy_in_a_tuple(name: str) -> None:
    found = getattr(ops, name)(np.asarray(X), axis=(0,))
    np.testing.assert_array_equal(found, getattr(np, name)(X, axis=(0,)))
    with pytest.raises(ValueError, match="multiple axes"):
        getattr(ops, name)(np.asarray(X), axis=(0, 1))


def test_cumulative_with_initial(backend: str) -> None:
    x = ops.asarray([[1, 2], [3, 4]])
    assert_close(ops.cumulative_sum(x, axis=1, include_initial=True), [[0, 1, 3], [0, 3, 7]])
    assert_close(ops.cumulative_prod(x, axis=0, include_initial=True), [[1, 1], [1, 2], [3, 8]])


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("axis", [None, 0, 1])
@pytest.mark.parametrize("name", NAN_REDUCTIONS)
def test_nan_reduction(backend: str, name: str, axis: int | None) -> None:
    assert_close(getattr(ops, name)(ops.asarray(HOLES), axis), getattr(np, name)(HOLES, axis), rtol=2e-5)
    assert_close(
        getattr(ops, name)(ops.asarray(INTEGERS), axis),
        getattr(np, name)(INTEGERS, axis),
        rtol=2e-5,
        atol=2e-5,
    )


def test_nan_cumulative(backend: str) -> None:
    assert_close(ops.nancumsum(ops.asarray(HOLES), 1), np.nancumsum(HOLES, 1))
    assert_close(ops.nancumprod(ops.asarray(HOLES), 0), np.nancumprod(HOLES, 0))


METHODS = (
    "linear",
    "lower",
    "higher",
    "nearest",
    "midpoint",
    "hazen",
    "weibull",
    "median_unbiased",
    "inverted_cdf",
)


@pytest.mark.parametrize("method", METHODS)
def test_quantile_methods(backend: str, method: str) -> None:
    x = X[0, :, 0]
    for q in (0.0, 0.3, 0.5, 0.9, 1.0):
        result = ops.quantile(ops.asarray(x), q, method=method)
        assert_close(result, np.quantile(x, q, method=method), rtol=2e-5)


@pytest.mark.parametrize("axis", [None, 0, (1, 2)])
@pytest.mark.parametrize("keepdims", [False, True])
def test_quantile(backend: str, axis: Any, keepdims: bool) -> None:
    for q in (0.25, [0.1, 0.5, 0.9]):
        expected = np.quantile(X, q, axis=axis, keepdims=keepdims)
        assert_close(ops.quantile(ops.asarray(X), q, axis=axis, keepdims=keepdims), expected, rtol=2e-5)
        expected = np.percentile(X, np.multiply(q, 100), axis=axis, keepdims=keepdims)
        result = ops.percentile(
            ops.asarray(X), ops.multiply(ops.asarray(q), 100), axis=axis, keepdims=keepdims
        )
        assert_close(result, expected, rtol=2e-5, atol=1e-5)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_nan_quantile(backend: str) -> None:
    expected = np.nanquantile(HOLES, [0.2, 0.5], axis=1)
    assert_close(ops.nanquantile(ops.asarray(HOLES), [0.2, 0.5], axis=1), expected, rtol=2e-5)
    assert_close(ops.quantile(ops.asarray([1.0, math.nan]), 0.5), math.nan)
    assert_close(ops.nanpercentile(ops.asarray([1.0, math.nan, 2.0]), 50), 1.5)


def test_quantile_refuses_wrong_arguments(backend: str) -> None:
    with pytest.raises(ValueError, match="method"):
        ops.quantile(ops.asarray([1.0]), 0.5, method="guess")


def test_average(backend: str) -> None:
    weights = np.arange(1, 5, dtype=np.float32)
    assert_close(ops.average(ops.asarray(X)), np.average(X))
    expected = np.average(X, axis=1, weights=weights)
    assert_close(ops.average(ops.asarray(X), axis=1, weights=ops.asarray(weights)), expected, rtol=2e-5)
    mean, total = ops.average(ops.asarray([1.0, 2.0]), weights=ops.asarray([1.0, 3.0]), returned=True)
    assert_close(mean, 1.75)
    assert_close(total, 4.0)
    with pytest.raises((ValueError, TypeError)):
        ops.average(ops.asarray(X), axis=0, weights=ops.asarray(weights))


def test_covariance(backend: str) -> None:
    m = X[:, 0, :]
    t = ops.asarray(m)
    assert_close(ops.cov(t), np.cov(m), rtol=2e-5, atol=1e-6)
    assert_close(
        ops.cov(t, rowvar=False, bias=True), np.cov(m, rowvar=False, bias=True), rtol=2e-5, atol=1e-6
    )
    assert_close(ops.cov(t[0], t[1]), np.cov(m[0], m[1]), rtol=2e-5, atol=1e-6)
    counts, weights = np.array([1, 2, 1, 3, 1]), np.array([0.5, 1, 2, 1, 1], dtype=np.float32)
    expected = np.cov(m, fweights=counts, aweights=weights)
    assert_close(
        ops.cov(t, fweights=ops.asarray(counts), aweights=ops.asarray(weights)),
        expected,
        rtol=2e-5,
        atol=1e-6,
    )
    assert_close(ops.cov(t, correction=0), np.cov(m, ddof=0), rtol=2e-5, atol=1e-6)
    assert_close(ops.cov(t[0]), np.cov(m[0]), rtol=2e-5)


def test_correlation_coefficients(backend: str) -> None:
    m = X[:, 0, :]
    assert_close(ops.corrcoef(ops.asarray(m)), np.corrcoef(m), rtol=2e-5, atol=1e-6)
    assert_close(
        ops.corrcoef(ops.asarray(m[0]), ops.asarray(m[1])), np.corrcoef(m[0], m[1]), rtol=2e-5, atol=1e-6
    )


@pytest.mark.parametrize("axis", [None, 0, (0, 1)])
def test_logsumexp(backend: str, axis: Any) -> None:
    expected = np.log(np.sum(np.exp(X.astype(np.float64)), axis=axis, keepdims=True))
    assert_close(ops.logsumexp(ops.asarray(X), axis=axis, keepdims=True), expected, rtol=2e-5)
    assert_close(ops.logsumexp(ops.asarray([1000.0, 1000.0])), 1000 + math.log(2), rtol=2e-5)
    assert_close(ops.logsumexp(ops.asarray([-math.inf, -math.inf])), -math.inf)


def test_bincount(backend: str) -> None:
    x = np.array([0, 1, 1, 4])
    assert_close(ops.bincount(ops.asarray(x)), np.bincount(x))
    assert_close(ops.bincount(ops.asarray(x), minlength=8), np.bincount(x, minlength=8))
    weights = np.array([0.5, 1.0, 2.0, 3.0], dtype=np.float32)
    assert_close(ops.bincount(ops.asarray(x), ops.asarray(weights)), np.bincount(x, weights), rtol=2e-5)


@pytest.mark.parametrize("dtype", ["uint8", "int64", "bool"])
def test_weights_that_are_counted_are_no_integers(backend: str, dtype: str) -> None:
    x, weights = np.array([0, 1, 1, 4]), np.array([1, 200, 200, 0], dtype=np.uint8).astype(dtype)
    counts = ops.bincount(ops.asarray(x), ops.asarray(weights))
    assert ops.isdtype(counts.dtype, "real floating")
    assert_close(counts, np.bincount(x, weights))


@pytest.mark.parametrize("dtype", ["uint8", "int8", "int16", "uint16", "uint32"])
def test_bincount_of_narrow_integers(backend: str, dtype: str) -> None:
    x = ops.asarray([0, 1, 1, 4], dtype=dtype)
    assert_close(ops.bincount(x, minlength=70000)[:5], [1, 2, 0, 0, 1])
    assert_close(ops.bincount(x, ops.ones(4), 70000)[:5], [1, 2, 0, 0, 1])
    assert_close(ops.segment_sum(ops.ones(4), x, 300)[:5], [1, 2, 0, 0, 1])


def test_histogram(backend: str) -> None:
    x = X.reshape(-1)
    for options in ({}, {"bins": 4}, {"bins": 5, "range": (-1.0, 1.0)}, {"density": True}):
        counts, edges = ops.histogram(ops.asarray(x), **options)
        expected_counts, expected_edges = np.histogram(x, **options)
        assert_close(counts, expected_counts, rtol=2e-5)
        assert_close(edges, expected_edges, rtol=2e-5, atol=1e-6)
    bins = np.array([-1.0, 0.0, 0.5, 2.0], dtype=np.float32)
    counts, _ = ops.histogram(ops.asarray(x), bins=ops.asarray(bins))
    assert_close(counts, np.histogram(x, bins)[0])
    counts, _ = ops.histogram(ops.asarray(x), bins=3, weights=ops.asarray(np.abs(x)))
    assert_close(counts, np.histogram(x, 3, weights=np.abs(x))[0], rtol=2e-5)


def test_trapezoid(backend: str) -> None:
    points = np.array([0.0, 1.0, 3.0, 4.0], dtype=np.float32)
    assert_close(ops.trapezoid(ops.asarray(X), dx=0.5), np.trapezoid(X, dx=0.5), rtol=2e-5, atol=1e-6)
    expected = np.trapezoid(X, points, axis=1)
    assert_close(ops.trapezoid(ops.asarray(X), ops.asarray(points), axis=1), expected, rtol=2e-5, atol=1e-5)


def test_segments(backend: str) -> None:
    data = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], dtype=np.float32)
    ids = ops.asarray([0, 2, 0])
    t = ops.asarray(data)
    assert_close(ops.segment_sum(t, ids), [[6.0, 8.0], [0.0, 0.0], [3.0, 4.0]])
    assert_close(ops.segment_sum(t, ids, 2), [[6.0, 8.0], [0.0, 0.0]])
    assert_close(ops.segment_max(t, ids), [[5.0, 6.0], [-math.inf, -math.inf], [3.0, 4.0]])
    assert_close(ops.segment_min(t, ids), [[1.0, 2.0], [math.inf, math.inf], [3.0, 4.0]])


RUNS = {
    ops.add_reduceat: np.add,
    ops.multiply_reduceat: np.multiply,
    ops.maximum_reduceat: np.maximum,
    ops.minimum_reduceat: np.minimum,
    ops.logical_and_reduceat: np.logical_and,
    ops.logical_or_reduceat: np.logical_or,
}


@pytest.mark.parametrize("function", RUNS)
@pytest.mark.parametrize("places", [[0, 2, 4], [3, 0, 0, 4, 1], [0, 4, 1, 5, 2], [5], []], ids=str)
def test_runs_are_those_of_numpy(backend: str, function: Callable[..., Any], places: list[int]) -> None:
    indices = np.array(places, np.int32)
    for data in (np.arange(6.0, dtype=np.float32) - 2.5, np.array([3, -1, 2, 2, 0, 7], np.int8)):
        found = function(ops.asarray(data), ops.asarray(indices))
        expected = RUNS[function].reduceat(data, indices)
        assert_close(found, expected)
        assert ops.to_numpy(found).dtype.kind == expected.dtype.kind
    table = np.arange(24.0, dtype=np.float32).reshape(2, 6, 2)
    assert_close(
        function(ops.asarray(table), ops.asarray(indices), axis=1), RUNS[function].reduceat(table, indices, 1)
    )


@pytest.mark.parametrize("place", [6, -1])
def test_runs_begin_within_the_axis(backend: str, place: int) -> None:
    with pytest.raises(IndexError):
        ops.add_reduceat(ops.asarray([1.0] * 6), ops.asarray([0, place]))


def test_runs_begin_at_unsigned_integers(backend: str) -> None:
    x = ops.asarray([1.0, 2.0, 4.0])
    assert_close(ops.add_reduceat(x, ops.asarray([0, 2], dtype="uint16")), [3.0, 4.0])
    with pytest.raises(IndexError):
        ops.add_reduceat(x, ops.asarray([0, 3], dtype="uint16"))


def test_runs_begin_at_integers(backend: str) -> None:
    for places in ([0.0, 1.0], [[0, 1]], 1):
        with pytest.raises((TypeError, ValueError)):
            ops.add_reduceat(ops.asarray([1.0] * 6), ops.asarray(places))


SEGMENTS = [ops.segment_sum, ops.segment_max, ops.segment_min]


@pytest.mark.parametrize("function", SEGMENTS)
@pytest.mark.parametrize("ids", [[0, -1, 1], [0, 7, 1]], ids=["negative", "too large"])
def test_rows_of_no_segment_are_left_out(backend: str, function: Callable[..., Any], ids: list[int]) -> None:
    assert_close(function(ops.asarray([1.0, 2.0, 3.0]), ops.asarray(ids), 2), [1.0, 3.0])


@pytest.mark.parametrize("function", SEGMENTS)
def test_segments_of_bytes_and_of_nothing(backend: str, function: Callable[..., Any]) -> None:
    assert ops.shape(function(ops.ones(3), ops.asarray([0, 2, 2], dtype="uint8"))) == (3,)
    nothing = ops.asarray([], dtype="int32")
    assert ops.shape(function(ops.zeros((0, 2)), nothing)) == (0, 2)
    assert ops.shape(function(ops.zeros((0, 2)), nothing, 3)) == (3, 2)


@pytest.mark.parametrize("function", SEGMENTS)
@pytest.mark.parametrize(
    ("ids", "count", "error"),
    [
        ([0.0, 1.0, 1.0], None, DTypeError),
        ([False, True, True], None, DTypeError),
        ([0, 1], None, ShapeError),
        ([[0, 1, 1]], None, ShapeError),
        ([0, 1, 1], -1, ArgumentError),
        ([0, 1, 1], 2.5, ArgumentTypeError),
    ],
    ids=str,
)
def test_ids_that_name_no_segments_are_refused(
    backend: str, function: Callable[..., Any], ids: list[Any], count: Any, error: type[Exception]
) -> None:
    with pytest.raises(error):
        function(ops.asarray([1.0, 2.0, 3.0]), ops.asarray(ids), count)


def test_bincount_has_no_complex_weights(backend: str) -> None:
    with pytest.raises(TypeError):  # what libraries add up: the real parts, or both
        ops.bincount(ops.asarray([0, 1]), ops.asarray([1j, 2j]))


def test_bincount_of_booleans(backend: str) -> None:
    assert ops.tolist(ops.bincount(ops.asarray([True, False, True]))) == [1, 2]


@pytest.mark.parametrize("name", ["sum", "mean", "max", "std", "prod", "cumulative_sum", "median"])
def test_axis_that_does_not_exist(backend: str, name: str) -> None:
    with pytest.raises((ValueError, IndexError)):
        getattr(ops, name)(ops.asarray(X), axis=3)


def test_numpy_keeps_its_own_results() -> None:
    with emberops.use_backend("numpy"):
        assert type(ops.sum([1, 2])) is np.int64
        assert type(ops.mean([1, 2])) is np.float64
        assert ops.mean(np.ones(3, np.float32)).dtype == np.float32


@pytest.mark.filterwarnings("ignore:Mean of empty slice", "ignore:invalid value", "ignore:All-NaN")
@pytest.mark.parametrize("function", ["median", "nanmedian", "mean", "nanmean"])
@pytest.mark.parametrize(("shape", "axis"), [((0,), None), ((2, 0, 3), 1), ((0, 3), 1)])
def test_the_middle_of_nothing_is_nan(backend, function, shape, axis):
    x = np.zeros(shape, dtype="float32")
    assert_close(getattr(ops, function)(x, axis=axis), getattr(np, function)(x, axis=axis))


@pytest.mark.parametrize("function", ["sum", "prod", "all", "any", "count_nonzero"])
@pytest.mark.parametrize("axis", [None, 0, 2, (1, 2)])
@pytest.mark.parametrize("keepdims", [False, True])
def test_nothing_is_reduced_to_the_neutral_element(backend, function, axis, keepdims):
    # MLX reads past the end of a strided array of no elements.
    x = ops.swapaxes(ops.zeros((0, 2, 3)), 0, 2)
    expected = getattr(np, function)(np.zeros((3, 2, 0)), axis=axis, keepdims=keepdims)
    assert_close(getattr(ops, function)(x, axis=axis, keepdims=keepdims), expected)


def test_histogram_of_nothing(backend):
    counts, edges = ops.histogram(np.zeros(0, dtype="float32"))
    assert_close(counts, np.zeros(10))
    assert_close(edges, np.linspace(0, 1, 11), rtol=1e-6)


SUBCLASS_REDUCTIONS = ("all", "any", "argmax", "average", *REDUCTIONS, *NAN_REDUCTIONS)


@pytest.mark.filterwarnings("ignore:the matrix subclass")
@pytest.mark.parametrize("name", SUBCLASS_REDUCTIONS)
def test_reduction_of_matrix_equals_numpy(name: str) -> None:
    """The methods of ``np.matrix`` do not take the arguments that NumPy's functions leave out."""
    m = np.matrix([[1.0, 2.0], [3.0, 4.0]])
    expected = getattr(np, name)(m)
    result = getattr(ops, name)(m)
    assert type(result) is type(expected)
    assert_close(result, expected)


def test_rows_of_which_there_are_none(backend: str) -> None:
    """Reduced along the axis that holds something, they give no results; MLX refuses some of it."""
    x = ops.zeros((0, 3))
    for name in ("logsumexp", "max", "argmax", "argmin", "sum"):
        assert ops.shape(getattr(ops, name)(x, axis=1)) == (0,), name
    assert ops.shape(ops.argmax(x, axis=1, keepdims=True)) == (0, 1)
    with pytest.raises(ValueError, match="argmax"):
        ops.argmax(x, axis=0)


def test_bincount_refuses_what_cannot_be_counted(backend: str) -> None:
    with pytest.raises(ValueError, match="must not be negative"):
        ops.bincount(ops.asarray([0, 1]), minlength=-1)
    with pytest.raises(ValueError, match="bincount"):
        ops.bincount(ops.asarray([0, 1]), ops.asarray([1.0, 2.0, 3.0]))


def test_no_rule_counts_the_bins_of_weighted_values(backend: str) -> None:
    x = ops.asarray([1.0, 2.0, 3.0, 7.0])
    assert ops.tolist(ops.histogram(x, "auto")[0]) == [2, 1, 1]
    with pytest.raises(TypeError, match="weighted"):
        ops.histogram(x, "auto", weights=x)


def test_bincount_takes_no_negative_number(backend: str) -> None:
    with pytest.raises(ValueError, match="negative"):
        ops.bincount(ops.asarray([1, -1, 2]))


def test_bins_of_a_histogram_end_where_those_of_numpy_do(backend: str) -> None:
    x = np.linspace(0.1, 0.7, 61).astype(np.float32)
    counts, edges = ops.histogram(ops.asarray(x), 6)
    wanted, ends = np.histogram(x, 6)
    assert_close(edges, ends, rtol=1e-6)
    assert int(ops.sum(counts)) == int(wanted.sum())


def test_stones_rule_gives_the_number_of_bins_of_numpy(backend: str) -> None:
    x = np.random.default_rng(0).normal(size=60).astype(np.float32)
    for limits in (None, (-1.0, 1.0)):
        counts, _ = ops.histogram(ops.asarray(x), bins="stone", range=limits)
        assert counts.shape[0] == len(np.histogram(x, bins="stone", range=limits)[0])


def test_bins_that_no_float_can_tell_apart_are_refused(backend: str) -> None:
    with pytest.raises(ValueError, match="bins"):
        ops.histogram(ops.asarray(np.array([1.0, 1.0000001], np.float32)), bins=64)


def test_variance_of_fractions_is_a_fraction() -> None:
    x = np.array([Fraction(1, 2), Fraction(1, 3)], dtype=object)
    assert ops.var(x) == np.var(x) == Fraction(1, 144)
    with pytest.raises(TypeError):
        ops.std(x)


def test_trapezoid_of_infinite_ends_and_of_nothing(backend: str) -> None:
    assert_close(ops.trapezoid(ops.asarray([np.inf, 1.0, 2.0])), np.inf)
    assert_close(ops.trapezoid(ops.asarray([np.inf, 1.0]), ops.asarray([0.0, 3.0])), np.inf)
    assert_close(ops.trapezoid(ops.asarray([[1.0, 3.0], [2.0, 5.0]]), dx=2, axis=0), [3.0, 8.0])
    assert_close(ops.trapezoid(ops.asarray([[5.0], [7.0]])), [0.0, 0.0])
    assert_close(ops.trapezoid(ops.zeros((2, 0))), [0.0, 0.0])
    with pytest.raises(ValueError, match="trapezoid"):
        ops.trapezoid(ops.asarray([1.0, 2.0, 3.0]), ops.asarray([1.0, 2.0, 3.0, 4.0]))


def test_trapezoid_over_places_of_more_axes(backend: str) -> None:
    y, x = np.array([[1.0, 2.0, 4.0]]), np.array([[[0.0, 1.0, 3.0]], [[0.0, 2.0, 4.0]]])
    assert_close(ops.trapezoid(ops.asarray(y), ops.asarray(x)), np.trapezoid(y, x))
    assert_close(ops.trapezoid(ops.asarray(x), ops.asarray(y)), np.trapezoid(x, y))


@pytest.mark.parametrize("name", ["quantile", "nanquantile"])
@pytest.mark.parametrize(
    "q", [np.float32(0.25), np.array([0.25, 0.5], np.float32), np.array(0.75, np.float32)]
)
def test_quantiles_at_numbers_of_numpy(backend: str, name: str, q: Any) -> None:
    x = np.array([[3.0, 1.0, 2.0], [5.0, 4.0, 0.0]], np.float32)
    assert_close(getattr(ops, name)(ops.asarray(x), q, axis=1), getattr(np, name)(x, q, axis=1))


def test_weights_of_observations_that_cannot_be(backend: str) -> None:
    x = ops.asarray([[1.0, 2.0, 4.0], [0.0, 3.0, 1.0]])
    with pytest.raises(TypeError, match="fweights"):
        ops.cov(x, fweights=ops.asarray([1.0, 2.5, 1.0]))
    assert_close(
        ops.cov(x, fweights=ops.asarray([1.0, 2.0, 1.0])), ops.cov(x, fweights=ops.asarray([1, 2, 1]))
    )
    for name in ("fweights", "aweights"):
        for weights in ([1, 1], [1], [[1, 1, 1]]):
            with pytest.raises(RuntimeError) as caught:  # NumPy's class
                ops.cov(x, **{name: ops.asarray(weights)})
            assert isinstance(caught.value, ShapeError)
    for name, weights in (("fweights", [1, -2, 1]), ("aweights", [1.0, -2.0, 1.0])):
        with pytest.raises(ValueError, match="negative"):
            ops.cov(x, **{name: ops.asarray(weights)})
        with pytest.raises(RuntimeError, match="cov"):
            ops.cov(x, **{name: ops.asarray([weights])})


def test_density_of_integers_has_the_default_dtype(backend: str) -> None:
    emberops.set_default_dtype("float64")
    try:
        density, _ = ops.histogram(ops.asarray(np.arange(10)), [0, 1, 3, 6, 10], density=True)
    finally:
        emberops.set_default_dtype(None)
    assert ops.to_numpy(density).tolist() == [0.1] * 4


def test_weights_of_another_shape_need_an_axis(backend: str) -> None:
    with pytest.raises(TypeError, match=r"average|Axis"):
        ops.average(ops.asarray([[1.0, 2.0], [3.0, 4.0]]), weights=ops.asarray([1.0, 2.0]))


def test_histogram_of_whole_weights_is_whole(backend: str) -> None:
    counts, _ = ops.histogram(ops.asarray([0.5, 1.5, 1.7]), 2, weights=ops.asarray([1, 2, 4]))
    assert ops.isdtype(counts.dtype, "integral")
    assert_close(counts, np.array([1, 6]))


@pytest.mark.parametrize("name", ["prod", "nanprod", "sum", "nansum"])
def test_booleans_become_integers_where_nothing_is_reduced(backend, name):
    for result in (
        getattr(ops, name)(ops.asarray(True), keepdims=True),
        getattr(ops, name)(ops.asarray([True, False]), axis=()),
    ):
        assert ops.isdtype(result.dtype, "integral")


def test_edges_and_probabilities_of_numpys_are_captured(backend: str) -> None:
    edges, shares = np.array([0.0, 1.0, 3.0], dtype=np.float32), np.array([0.0, 1.0], dtype=np.float32)

    def program(x: Any) -> Any:
        return ops.concat([ops.astype(ops.histogram(x, edges)[0], "float32"), ops.quantile(x, shares)])

    assert_close(ops.jit(program)(ops.asarray([0.5, 2.0, 3.0], dtype="float32")), [1.0, 2.0, 0.5, 3.0])


def test_edges_keep_their_dtype(backend: str) -> None:
    for bins in ([0, 1], np.array([0, 1]), ops.asarray([0, 1])):
        for weights in (None, ops.asarray([2.0])):
            edges = ops.histogram(ops.asarray([0.5]), bins, weights=weights)[1]
            assert ops.isdtype(ops.dtype(edges), "integral")


def test_a_number_has_no_axes_to_keep(backend: str) -> None:
    for name in ("median", "nanmedian", "mean", "sum", "max", "std", "any", "logsumexp"):
        for axis in (None, ()):
            assert ops.shape(getattr(ops, name)(ops.asarray(1.0), axis=axis, keepdims=True)) == (), name


@pytest.mark.parametrize("axis", [0, -1])
@pytest.mark.parametrize(
    "name",
    [
        "sum",
        "prod",
        "max",
        "min",
        "any",
        "all",
        "count_nonzero",
        "nansum",
        "nanprod",
        "nanmax",
        "nanmin",
        "ptp",
    ],
)
def test_one_value_is_reduced_along_the_axis_that_it_lacks(backend: str, name: str, axis: int) -> None:
    for one in (3.0, ops.asarray(3.0)):
        assert_close(getattr(ops, name)(one, axis=axis), getattr(np, name)(np.asarray(3.0), axis=axis))


@pytest.mark.parametrize("axis", [0, -1])
@pytest.mark.parametrize(
    "name", ["argmax", "argmin", "nanargmax", "nanargmin", "cumsum", "cumprod", "nancumsum", "nancumprod"]
)
def test_one_value_is_scanned_along_the_axis_that_it_lacks(backend: str, name: str, axis: int) -> None:
    for one in (3.0, ops.asarray(3.0)):
        assert_close(getattr(ops, name)(one, axis=axis), getattr(np, name)(np.asarray(3.0), axis=axis))


@pytest.mark.parametrize(
    ("name", "axis"), [("sum", 1), ("sum", (0,)), ("max", -2), ("cumsum", 1), ("mean", 0), ("sort", 0)]
)
def test_other_axes_of_one_value_are_refused(backend: str, name: str, axis: Any) -> None:
    for one in (3.0, ops.asarray(3.0)):
        with pytest.raises(NoAxisError):
            getattr(ops, name)(one, axis=axis)


@pytest.mark.parametrize("name", ["quantile", "percentile", "nanquantile", "nanpercentile"])
def test_shares_may_be_tensors_in_a_list(backend: str, name: str) -> None:
    x, shares = np.arange(9, dtype=np.float32), [0.25, 0.5] if "quantile" in name else [25.0, 50.0]
    listed = [ops.asarray(shares[0]), shares[1]]
    assert_close(getattr(ops, name)(ops.asarray(x), listed), getattr(np, name)(x, shares))
    with pytest.raises(ValueError):  # noqa: PT011  each library words it differently
        getattr(ops, name)(ops.asarray(x), [ops.asarray(-1.0)])
