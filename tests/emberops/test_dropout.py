"""Dropout, and the state of the default key."""

from __future__ import annotations

import numpy as np
import pytest

from emberops import ops
from emberops.testing import assert_close


def test_dropout_drops_a_share_and_keeps_the_mean(backend: str) -> None:
    x = ops.ones((10_000,), dtype="float32")
    dropped = ops.to_numpy(ops.nn.dropout(x, 0.25, key=ops.random.key(0)))
    assert set(np.unique(dropped)) == {np.float32(0), np.float32(1 / 0.75)}
    assert dropped.mean() == pytest.approx(1.0, abs=0.03)


def test_the_same_key_drops_the_same_values_on_every_backend(backend: str) -> None:
    from_numpy = ops.to_numpy(ops.nn.dropout(np.ones(64, np.float32), 0.5, key=ops.random.key(7)))
    kept = ops.random.bernoulli(ops.random.key(7), 0.5, (64,))
    assert_close(from_numpy != 0, ops.to_numpy(kept))


def test_dropout_refuses_rates_outside_its_range(backend: str) -> None:
    with pytest.raises(ValueError, match="rate"):
        ops.dropout(ops.ones((2,)), 1.0)


def test_the_state_of_the_default_key_can_be_kept(backend: str) -> None:
    ops.random.seed(3)
    ops.random_normal((2,))
    state = ops.random.get_state()
    first = ops.random_normal((4,))
    ops.random.set_state(state)
    assert_close(ops.random_normal((4,)), ops.to_numpy(first))
    with pytest.raises(ValueError, match="get_state"):
        ops.random.set_state((1, 2))
