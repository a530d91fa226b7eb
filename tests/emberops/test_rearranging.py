"""Axes by name, windows, pairs as complex numbers, shared memory."""

from __future__ import annotations

import numpy as np
import pytest

from emberops import ops
from emberops.errors import DTypeError, ShapeError
from emberops.testing import assert_close

X = np.arange(24.0, dtype=np.float32).reshape(2, 12)


@pytest.mark.parametrize(
    ("pattern", "sizes", "expected"),
    [
        ("a b -> b a", {}, X.T),
        ("a (h w) -> a h w", {"h": 3}, X.reshape(2, 3, 4)),
        ("a (h w) -> w (h a)", {"w": 4}, X.reshape(2, 3, 4).transpose(2, 1, 0).reshape(4, 6)),
        ("a b -> (a b)", {}, X.reshape(-1)),
        ("a b -> a 1 b", {}, X[:, None, :]),
    ],
)
def test_rearrange(backend: str, pattern: str, sizes: dict[str, int], expected: np.ndarray) -> None:
    assert_close(ops.rearrange(ops.asarray(X), pattern, **sizes), expected)


@pytest.mark.parametrize(
    ("pattern", "error"),
    [
        ("a b", ValueError),
        ("a b -> a", ValueError),
        ("a (b c) -> a b c", ValueError),
        ("a (b c -> a b c", ValueError),
        ("a -> a", ShapeError),
    ],
)
def test_rearrange_says_what_is_wrong_with_a_pattern(
    backend: str, pattern: str, error: type[Exception]
) -> None:
    with pytest.raises(error, match="rearrange"):
        ops.rearrange(ops.asarray(X), pattern)


def test_rearrange_refuses_sizes_that_do_not_divide(backend: str) -> None:
    with pytest.raises(ShapeError, match="12"):
        ops.rearrange(ops.asarray(X), "a (h w) -> a h w", h=5)


def test_extract_sequences(backend: str) -> None:
    windows = ops.extract_sequences(ops.asarray(X), 5, 3)
    assert_close(windows, np.stack([X[:, i : i + 5] for i in (0, 3, 6)], axis=1))
    with pytest.raises(ValueError, match="length 13"):
        ops.extract_sequences(ops.asarray(X), 13, 1)


def test_complex_numbers_as_pairs(backend: str) -> None:
    pairs = ops.asarray(X.reshape(-1, 2))
    numbers = ops.view_as_complex(pairs)
    assert_close(numbers, X.reshape(-1, 2)[:, 0] + 1j * X.reshape(-1, 2)[:, 1])
    assert_close(ops.view_as_real(numbers), X.reshape(-1, 2))
    with pytest.raises(ShapeError, match="two numbers"):
        ops.view_as_complex(ops.ones((3, 3)))


def test_an_infinite_part_leaves_the_other(backend: str) -> None:
    parts = np.array([[0.0, np.inf], [-np.inf, 2.0], [np.nan, 1.0], [1.0, np.nan]], np.float32)
    found = ops.to_numpy(ops.view_as_complex(ops.asarray(parts)))
    np.testing.assert_array_equal(np.stack([found.real, found.imag], -1), parts)


def test_complex_numbers_of_two_parts(backend: str) -> None:
    parts = np.array([[0.0, np.inf], [-np.inf, 2.0], [np.nan, 1.0], [1.0, np.nan]], np.float32)
    found = ops.complex(ops.asarray(parts[:, 0]), ops.asarray(parts[:, 1]))
    assert str(found.dtype).endswith("complex64")
    numbers = ops.to_numpy(found)
    np.testing.assert_array_equal(np.stack([numbers.real, numbers.imag], -1), parts)
    assert_close(ops.complex(ops.asarray([[1], [2]]), [True, False]), [[1 + 1j, 1], [2 + 1j, 2]])
    assert str(ops.complex(ops.asarray([1.0], dtype="float16"), 2).dtype).endswith("complex64")
    with pytest.raises(DTypeError, match="parts of complex numbers are real"):
        ops.complex(1j, 2.0)


def test_sort_complex(backend: str) -> None:
    numbers = np.asarray([2 + 1j, 1 + 2j, 2 - 1j, 1 + 0j], dtype=np.complex64)
    assert_close(ops.sort_complex(ops.asarray(numbers)), np.sort_complex(numbers))


def test_shared_memory(backend: str) -> None:
    x = ops.asarray(X)
    assert ops.shares_memory(x, x)
    assert not ops.may_share_memory(x, ops.copy(x))
    if backend in ("numpy", "torch"):
        assert ops.may_share_memory(x, x[0])
        assert not ops.shares_memory(x[0], x[1])
