"""Parts, stores and sums at odd places: below zero, of no values, by masks of another size, of truths."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from emberops import ops
from emberops.errors import ArgumentError, DTypeError, ShapeError
from emberops.testing import assert_close

X = np.arange(12, dtype="f").reshape(3, 4)
NOTHING = np.zeros(0, "f")


def tensor(values: Any = X) -> Any:
    return ops.asarray(np.array(values))


def test_parts_below_zero_are_counted_from_the_end(backend: str) -> None:
    """As JAX counts them, of whose function this is another name; what reaches beyond is moved."""
    assert_close(ops.slice(tensor(), (-1, -2), (1, 2)), X[-1:, -2:])
    assert_close(ops.slice(tensor(), (-1, -1), (2, 3)), X[1:, 1:])
    assert_close(ops.slice(tensor(), (-9, 0), (1, 1)), X[:1, :1])
    expected = X.copy()
    expected[-1, -2:] = 7
    assert_close(ops.slice_update(tensor(), (-1, -2), tensor(np.full((1, 2), 7, "f"))), expected)


@pytest.mark.parametrize(
    "call",
    [
        lambda: ops.slice(tensor(), (0,), (1,)),
        lambda: ops.slice_update(tensor(), (0, 0), tensor(np.ones(2, "f"))),
        lambda: ops.place(tensor(), tensor([True]), 1.0),
        lambda: ops.putmask(tensor(), tensor([True]), 1.0),
        lambda: ops.view(tensor(np.float32(1)), "int8"),
    ],
)
def test_what_has_not_the_shape_is_refused(backend: str, call: Callable[[], Any]) -> None:
    with pytest.raises(ShapeError):
        call()


def test_stores_of_no_values(backend: str) -> None:
    """They were zeros everywhere but on NumPy."""
    assert_close(ops.put(tensor(), tensor([0, 5]), NOTHING), X)
    assert_close(ops.putmask(tensor(), tensor(X > 5), NOTHING), X)
    assert_close(ops.fill_diagonal(tensor(), NOTHING), X)
    assert_close(ops.place(tensor(), tensor(X > 99), NOTHING), X)
    with pytest.raises(ArgumentError):
        ops.place(tensor(), tensor(X > 5), NOTHING)


def test_a_mask_of_the_same_size(backend: str) -> None:
    expected = X.copy()
    np.putmask(expected, (X > 5).reshape(-1), [1, 2, 3])
    assert_close(
        ops.putmask(tensor(), tensor((X > 5).reshape(-1)), tensor(np.array([1, 2, 3], "f"))), expected
    )


def test_truths_are_counted_by_segment(backend: str) -> None:
    """They were truths on NumPy and PyTorch, and refused by JAX."""
    found = ops.segment_sum(tensor([True, True, False]), tensor([0, 0, 2]))
    assert ops.to_numpy(found).dtype.kind == "i"
    assert ops.to_numpy(found).tolist() == [2, 0, 0]


@pytest.mark.parametrize("rcond", [-1.0, 0.0, 1.0, 2.0])
def test_a_share_of_all_or_none_is_the_precision(backend: str, rcond: float) -> None:
    """So LAPACK reads it, and NumPy with it."""
    a, b = np.array([[2, 0], [0, 1], [0, 0]], "f"), np.array([2, 3, 0], "f")
    solution, _, rank, _ = ops.linalg.lstsq(tensor(a), tensor(b), rcond)
    assert_close(solution, np.array([1, 3], "f"))
    assert int(rank) == 2


def test_a_signal_of_complex_numbers_is_refused(backend: str) -> None:
    with pytest.raises(DTypeError):
        ops.fft.stft(tensor(np.ones(9, "complex64")), 4)


def test_beta_of_nothing_is_no_number(backend: str) -> None:
    found = ops.betainc(tensor(np.array([0, 1, 0.5], "f")), tensor(np.array([1, 0, 0.5], "f")), 0.5)
    assert np.isnan(ops.to_numpy(found)).tolist() == [True, True, False]


@pytest.mark.parametrize("dtype", ["uint8", "int8", "int16", "int32"])
def test_rows_by_numbers_of_any_width(backend: str, dtype: str) -> None:
    ids = np.array([[2, 1]], dtype)
    assert_close(ops.nn.embedding_lookup(tensor(ids), tensor()), X[ids])
    assert_close(ops.nn.embedding_lookup(tensor(ids), tensor(X[0])), X[0][ids])


def test_no_index_is_beyond(backend: str) -> None:
    """Where none meets another, none is looked at."""
    none, some = tensor(np.zeros((0, 1), int)), tensor(np.array([[5, 1]]))
    for sizes in ((2, 3), (0, 3)):
        assert tuple(ops.ravel_multi_index((none, some), sizes).shape) == (0, 2)
    with pytest.raises(ShapeError):
        ops.ravel_multi_index((some[0],), (0,))
