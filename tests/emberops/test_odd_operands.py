"""Odd numbers, counts and dtypes: NumPy's answer, or its class of exception, on every backend."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

import emberops
from emberops import ops
from emberops.testing import assert_close

WHOLE = [1, 2, 3, 4]


@pytest.mark.parametrize("sections", [2.0, np.float64(2)])
def test_sections_are_counted_by_floats(backend: str, sections: float) -> None:
    x = ops.asarray(WHOLE)
    for pieces in (ops.split(x, sections), ops.hsplit(x, sections), ops.array_split(x, sections + 0.5)):
        assert [ops.tolist(piece) for piece in pieces] == [[1, 2], [3, 4]]
    with pytest.raises(ValueError, match="equal"):
        ops.split(x, 1.5)


@pytest.mark.parametrize("name", ["torch", "mlx", "numpy"])  # `jax.numpy` casts, as code on it expects
@pytest.mark.parametrize("join", [ops.concat, ops.stack, ops.hstack, ops.vstack])
def test_nothing_is_lost_where_tensors_are_joined(name: str, join: Callable[..., object]) -> None:
    pytest.importorskip(name)
    with emberops.use_backend(name):
        for x, dtype in ((ops.asarray([1j, 2.0]), "float32"), (ops.asarray([1.5]), "int32")):
            with pytest.raises(TypeError, match=r"join|cast"):
                join([x, x], dtype=dtype)
        assert_close(ops.concat([ops.asarray([1, 2])], dtype="float32"), [1.0, 2.0])
        assert_close(ops.concat([ops.asarray([0.5])], dtype="float16"), [0.5])


def test_numbers_of_numpy_for_options(backend: str) -> None:
    x, line = ops.asarray([-1.0, 2.0]), ops.asarray([0.0, 1.0])
    found = ops.interp(x, line, line, left=np.float64(2), right=np.array(3))
    assert ops.isdtype(ops.dtype(found), "real floating")
    assert_close(found, [2.0, 3.0])
    for x in (
        ops.nn.leaky_relu(line, np.float64(2)),
        ops.nn.elu(line, np.int64(1)),
        ops.nn.celu(line, np.float32(2)),
    ):
        assert ops.isdtype(ops.dtype(x), "real floating")
        assert_close(x, line)
    assert_close(ops.nn.threshold(line, 0.5, np.uint8(3)), [3.0, 1.0])
    assert_close(ops.nan_to_num(ops.asarray([1j, complex(math.nan, 1)]), nan=np.uint8(3)), [1j, 3 + 1j])


@pytest.mark.parametrize("dtype", ["uint8", "uint32", "int8"])
def test_indices_of_narrow_dtypes(backend: str, dtype: str) -> None:
    rows, columns = ops.unravel_index(ops.asarray([1, 100], dtype=dtype), (2, 300))
    assert ops.tolist(rows) == [0, 0]
    assert ops.tolist(columns) == [1, 100]
    assert ops.isdtype(ops.dtype(rows), "signed integer")


@pytest.mark.parametrize("dtype", ["uint16", "uint32"])
def test_shares_of_unsigned_integers(backend: str, dtype: str) -> None:
    q = ops.asarray([25, 50], dtype=dtype)
    assert_close(ops.percentile(ops.asarray([1.0, 2.0, 3.0]), q), [1.5, 2.0])


def test_sums_that_are_truth_values(backend: str) -> None:
    x = ops.asarray([[0.0, 0.5], [3.0, 0.0]])
    for found, expected in (
        (ops.cumulative_sum(ops.asarray([0.0, 0.5, 0.0]), dtype="bool"), [False, True, True]),
        (ops.trace(x, dtype="bool"), False),
        (ops.linalg.trace(x, offset=1, dtype="bool"), True),
    ):
        assert ops.isdtype(ops.dtype(found), "bool")
        assert ops.tolist(found) == expected


def test_what_is_too_large_for_a_float_is_infinite(backend: str) -> None:
    assert ops.tolist(ops.asarray(-1e300, dtype="float32")) == -math.inf
    assert ops.tolist(ops.asarray(1e6, dtype="float16")) == math.inf


@pytest.mark.parametrize(
    "call",
    [
        lambda: ops.eye(3, k=2.5),
        lambda: ops.tri(None, k=1),
        lambda: ops.frexp(ops.asarray([1j])),
        lambda: ops.clip(ops.asarray(WHOLE), None, ...),
        lambda: ops.add({1, 2}, 1),
    ],
)
def test_wrong_types(backend: str, call: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        call()


@pytest.mark.parametrize("window", [ops.hanning, ops.bartlett])
def test_no_window_is_longer_than_memory(backend: str, window: Callable[..., object]) -> None:
    # It was counted number by number, which does not end.
    with pytest.raises((MemoryError, ValueError)):
        window(2**55)


def test_i0_of_the_largest_float(backend: str) -> None:
    with np.errstate(over="ignore"):
        assert ops.tolist(ops.i0(ops.asarray([3e38], dtype="float32"))) == [math.inf]
