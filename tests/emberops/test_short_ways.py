"""Reductions, `clip` and `where` take a short way in the common case, and answer as on the long one."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import emberops
from emberops import ops
from emberops.errors import AxisError
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
