"""Reductions, `clip` and `where` take a short way in the common case, and answer as on the long one."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import emberops
from emberops import ops
from emberops.errors import AxisError, OutOfBoundsError, ShapeError
from emberops.testing import assert_close

AXES: list[Any] = [None, 0, -1, (0,), (0, 1), ()]
WITHOUT_DOUBLES = "JAX has float64 under jax_enable_x64 only"
VALUES = [[-1.5, 0.0, 2.25], [3.0, math.nan, -0.5]]


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "uint8", "bool"])
@pytest.mark.parametrize("name", ["sum", "mean", "prod", "max", "min", "any", "all", "std"])
def test_reductions_along_any_axes(backend: str, name: str, dtype: str) -> None:
    if (backend, dtype) == ("jax", "float64"):
        pytest.skip(WITHOUT_DOUBLES)
    x = (
        np.nan_to_num(np.abs(VALUES)).astype(dtype)
        if dtype not in ("float32", "float64")
        else np.array(VALUES, dtype)
    )
    reduce = getattr(ops, name)
    of_numpy = {"max": np.max, "min": np.min}.get(name, getattr(np, name))
    with emberops.use_backend(backend):
        tensor = ops.asarray(x, dtype=dtype)
        for axis in AXES:
            for keepdims in (False, True, 1):
                found = reduce(tensor, axis, keepdims=keepdims)
                expected = of_numpy(x, axis, keepdims=bool(keepdims))
                assert tuple(found.shape) == np.shape(expected), (axis, keepdims)
                assert_close(found, np.asarray(expected), rtol=1e-6)


@pytest.mark.parametrize("name", ["sum", "mean", "max", "any"])
@pytest.mark.parametrize("shape", [(2, 3), (0, 3)])
def test_an_axis_that_is_not_there(backend: str, name: str, shape: tuple[int, ...]) -> None:
    with emberops.use_backend(backend):
        x = ops.ones(shape)
        for axis in (len(shape), -len(shape) - 1):
            with pytest.raises(AxisError):
                getattr(ops, name)(x, axis)


@pytest.mark.parametrize("name", ["sum", "prod", "any", "all"])
def test_nothing_along_an_axis(backend: str, name: str) -> None:
    with emberops.use_backend(backend):
        for axis in (0, 1):
            found = getattr(ops, name)(ops.ones((0, 3)), axis)
            assert tuple(found.shape) == ((3,), (0,))[axis]
        assert ops.tolist(getattr(ops, name)(ops.ones((0, 3)), 0)) == [name in ("prod", "all")] * 3


@pytest.mark.parametrize(
    ("low", "high"),
    [
        (0.0, 1.0),
        (0, 1),
        (0.5, None),
        (None, 2),
        (1.0, 0.0),
        (math.nan, 1.0),
        (0.0, math.nan),
        (-math.inf, math.inf),
        (0.0, 0.0),
    ],
)
@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "int32"])
def test_bounds_of_clip(backend: str, dtype: str, low: Any, high: Any) -> None:
    if (backend, dtype) == ("jax", "float64"):
        pytest.skip(WITHOUT_DOUBLES)
    numbers = [-3.0, -0.0, 0.25, 1.0, 7.0]
    x = np.array(numbers if dtype == "int32" else [*numbers, math.nan, math.inf, -math.inf], dtype)
    with emberops.use_backend(backend):
        found = ops.clip(ops.asarray(x, dtype=dtype), low, high)
    assert_close(found, np.clip(x, low, high), rtol=1e-6)


@pytest.mark.parametrize("dtype", ["float32", "float16", "float64", "int32"])
@pytest.mark.parametrize("number", [0.0, -1.5, math.nan, math.inf, 2, True])
def test_a_number_to_choose(backend: str, dtype: str, number: Any) -> None:
    if (backend, dtype) == ("jax", "float64"):
        pytest.skip(WITHOUT_DOUBLES)
    with emberops.use_backend(backend):
        x = ops.asarray([1, 2, 3], dtype=dtype)
        chosen = ops.asarray([True, False, True])
        for found, expected in (
            (ops.where(chosen, x, number), [1, number, 3]),
            (ops.where(chosen, number, x), [number, 2, number]),
        ):
            assert_close(found, np.array(expected, float), rtol=1e-6)
            if dtype.startswith("float"):
                assert found.dtype == x.dtype


@pytest.mark.parametrize("shapes", [[(2, 3)] * 3, [(2, 3)], [(2, 0), (2, 0)], [(3,), (3,)]])
@pytest.mark.parametrize("dtypes", [("float32",), ("int32",), ("int32", "float32"), ("bool", "int32")])
def test_tensors_that_are_joined(
    backend: str, dtypes: tuple[str, ...], shapes: list[tuple[int, ...]]
) -> None:
    arrays = [np.full(shape, i, dtypes[i % len(dtypes)]) for i, shape in enumerate(shapes)]
    with emberops.use_backend(backend):
        tensors = [ops.asarray(a) for a in arrays]
        for axis in (0, -1, None):
            assert_close(ops.concatenate(tensors, axis), np.concatenate(arrays, axis))
        for axis in (0, -1):
            assert_close(ops.stack(tuple(tensors), axis), np.stack(arrays, axis))
        assert ops.concatenate(tensors, dtype="float16").dtype == ops.zeros(1, dtype="float16").dtype
        for join in (ops.concatenate, ops.stack):
            with pytest.raises(AxisError):
                join(tensors, 5)
            with pytest.raises(ShapeError):
                join([*tensors, ops.ones((7, 7, 7))])


@pytest.mark.parametrize(
    "index", [(1, 2), (slice(None), 1), (..., None, 0), (0, slice(2, 0, -1)), (1, [0, 2])]
)
def test_several_indices(backend: str, index: tuple[Any, ...]) -> None:
    x = np.arange(6.0, dtype="float32").reshape(2, 3)
    with emberops.use_backend(backend):
        assert_close(ops.getitem(ops.asarray(x), index), x[index])
        with_tensor = tuple(ops.asarray(i) if isinstance(i, (int, list)) else i for i in index)
        assert_close(ops.getitem(ops.asarray(x), with_tensor), x[index])
        assert_close(ops.getitem(x, with_tensor), x[index])  # host data beside tensors


@pytest.mark.parametrize(
    "pair", [((2, 3), (2, 3)), ((2, 3), (3,)), ((3,), (2, 3)), ((2, 3), ()), ((), (2,)), ((), ())]
)
@pytest.mark.parametrize(
    "dtypes", [("float32", "float32"), ("int32", "int32"), ("int32", "float32"), ("bool", "bool")]
)
def test_quotients(backend: str, pair: Any, dtypes: tuple[str, str]) -> None:
    x, y = (np.full(shape, n, dtype) for shape, n, dtype in zip(pair, (3, 5), dtypes, strict=True))
    with emberops.use_backend(backend):
        found = ops.divide(ops.asarray(x), ops.asarray(y))
    assert_close(found, np.divide(x, y, dtype="float32"), rtol=1e-7)


@pytest.mark.parametrize("indices", [[[0, 3]], [[0, 7]] * 2, [[0, -5]] * 2, [[0, 1]] * 3])
def test_indices_along_an_axis_are_looked_at(backend: str, indices: Any) -> None:
    x = np.arange(8.0, dtype=np.float32).reshape(2, 4)
    with emberops.use_backend(backend):
        given = ops.asarray(x), ops.asarray(indices)
        try:
            expected = np.take_along_axis(x, np.asarray(indices), axis=1)
        except (IndexError, ValueError) as error:
            with pytest.raises(IndexError if isinstance(error, IndexError) else ValueError):
                ops.take_along_axis(*given, axis=1)
        else:
            assert_close(ops.take_along_axis(*given, axis=1), expected)


@pytest.mark.parametrize("indices", [[0, -1], [3, 3, 0], [0, 4], [-5]])
def test_indices_of_take_are_looked_at(backend: str, indices: Any) -> None:
    x = np.arange(8.0, dtype=np.float32).reshape(2, 4)
    with emberops.use_backend(backend):
        if max(indices) > 3 or min(indices) < -4:
            with pytest.raises(OutOfBoundsError):
                ops.take(ops.asarray(x), ops.asarray(indices), axis=1)
        else:
            assert_close(ops.take(ops.asarray(x), ops.asarray(indices), axis=1), np.take(x, indices, axis=1))


def test_equals_among_the_largest_come_in_order(backend: str) -> None:
    with emberops.use_backend(backend):
        values, indices = ops.top_k(ops.asarray([1.0, 3.0, 2.0, 3.0, 3.0, 2.0] * 50), 4)
        assert ops.tolist(values) == [3.0] * 4
        assert ops.tolist(indices) == [1, 3, 4, 7]


@pytest.mark.parametrize("many", [1, 400])
def test_nothing_is_nan(backend: str, many: int) -> None:
    with emberops.use_backend(backend):
        x = ops.asarray([math.nan, 1.0, -0.0, math.inf])
        assert ops.tolist(ops.isin(x, ops.asarray([math.nan, 0.0, math.inf] * many))) == [
            False,
            False,
            True,
            True,
        ]


def test_sinc_at_whole_numbers(backend: str) -> None:
    with emberops.use_backend(backend):
        x = ops.asarray([0.0, 1.0, -2.0, 1000.0, 8388608.0], dtype="float32")
        whole = ops.tolist(ops.abs(ops.sinc(x)))
        if backend != "numpy":  # whose own is left with the last digit of pi
            assert whole == [1.0, 0.0, 0.0, 0.0, 0.0]
            slope = ops.grad(lambda x: ops.sum(ops.sinc(x)))(x[:4])
            assert_close(slope, np.array([0.0, -1.0, -0.5, 0.001]), atol=1e-7)


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int32", "float32"])
def test_masks_of_any_dtype_choose_between_tensors_of_one(backend: str, dtype: str) -> None:
    mask = ops.asarray([1, 0, 1], dtype=dtype)
    x1, x2 = ops.asarray([1.0, 2.0, 3.0]), ops.asarray([-1.0, -2.0, -3.0])
    assert ops.tolist(ops.where(mask, x1, x2)) == [1.0, -2.0, 3.0]
    assert ops.tolist(ops.where(mask, x1, ops.asarray(-7.0, dtype="float32"))) == [1.0, -7.0, 3.0]
    with pytest.raises(emberops.errors.ShapeError):
        ops.where(mask, x1, x2[:2])
