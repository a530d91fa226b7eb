"""Layers called oddly: windows without room, places that see nothing, classes that are not there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from emberops import ops
from emberops.errors import ArgumentError, DTypeError, OutOfBoundsError, ShapeError
from emberops.testing import assert_close


def ones(*shape: int) -> Any:
    return ops.ones(shape, dtype="float32")


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("dilation", [1, 2])
def test_a_window_without_room_is_refused(backend: str, n: int, dilation: int) -> None:
    """MLX answered something in three axes, and JAX with nothing."""
    small, wide = ones(1, *[3] * n, 2), ones(*[3] * (n - 1), 4, 2, 1)
    with pytest.raises(ShapeError, match=r"ops\.nn\.conv: a window of .* does not fit"):
        ops.nn.conv(small, wide, dilation_rate=dilation)
    with pytest.raises(ShapeError, match="does not fit"):
        ops.nn.depthwise_conv(small, ones(*[3] * (n - 1), 4, 2, 2), dilation_rate=dilation)
    with pytest.raises(ShapeError, match="does not fit"):
        ops.nn.conv(ones(1, *[0] * n, 2), ones(*[1] * n, 2, 1), padding="same")


@pytest.mark.parametrize("step", [0, -1])
@pytest.mark.parametrize(
    "call",
    [
        lambda n: ops.nn.conv(ones(1, 4, 1), ones(2, 1, 1), strides=n),
        lambda n: ops.nn.conv(ones(1, 4, 1), ones(2, 1, 1), dilation_rate=n),
        lambda n: ops.nn.conv_transpose(ones(1, 4, 1), ones(2, 1, 1), dilation_rate=n),
        lambda n: ops.nn.max_pool(ones(1, 4, 1), 2, n),
        lambda n: ops.nn.unfold(ones(1, 1, 4, 4), 2, dilation=n),
        lambda n: ops.nn.fold(ones(1, 4, 9), (4, 4), 2, stride=n),
    ],
)
def test_steps_of_nothing_are_refused(backend: str, call: Callable[[int], Any], step: int) -> None:
    with pytest.raises(ArgumentError, match="each is at least one"):
        call(step)


def attended(query: Any, **kwargs: Any) -> Any:
    key, value = (ops.asarray(np.arange(n, n + 4, dtype="f").reshape(1, 2, 1, 2)) for n in (1, 5))
    return ops.nn.dot_product_attention(query, key, value, **kwargs)


@pytest.mark.parametrize("how", ["mask", "bias"])
def test_nothing_comes_of_a_place_that_sees_none(backend: str, how: str) -> None:
    """It was NaN everywhere but on PyTorch, and so was every gradient that went through it."""
    seen = np.asarray([[True, False], [False, False]])
    bias = np.where(seen, 0, -np.inf).astype("f")
    kwargs = {"mask": ops.asarray(seen)} if how == "mask" else {"bias": ops.asarray(bias)}
    query = ops.asarray(np.ones((1, 2, 1, 2), "f"))
    assert_close(attended(query, **kwargs), np.asarray([[[[5, 6]], [[0, 0]]]], "f"))
    slopes = ops.to_numpy(ops.grad(lambda x: ops.sum(attended(x, **kwargs)))(query))
    assert np.isfinite(slopes).all()


def test_a_place_that_is_not_a_number_is_none(backend: str) -> None:
    query = ops.asarray(np.full((1, 1, 1, 2), np.nan, "f"))
    assert np.isnan(ops.to_numpy(attended(query, mask=ops.ones((1, 2), dtype=bool)))).all()


def test_masks_are_of_truths(backend: str) -> None:
    """PyTorch adds floats, which others took for truths."""
    query, mask = ones(1, 2, 1, 2), np.asarray([[1, 0], [1, 1]])
    expected = attended(query, mask=ops.asarray(mask == 1))
    assert_close(attended(query, mask=ops.asarray(mask.astype("int32"))), expected)
    with pytest.raises(DTypeError, match="of booleans"):
        attended(query, mask=ops.asarray(mask.astype("f")))


def test_each_key_has_a_value(backend: str) -> None:
    """PyTorch took the first of more values."""
    with pytest.raises(ShapeError, match="dot_product_attention"):
        ops.nn.dot_product_attention(ones(1, 2, 1, 2), ones(1, 2, 1, 2), ones(1, 3, 1, 2))


def test_rows_are_counted_from_the_end_as_well(backend: str) -> None:
    weight = ops.asarray(np.arange(6, dtype="f").reshape(3, 2))
    assert_close(ops.nn.embedding_lookup(ops.asarray([-1, 0]), weight), np.asarray([[4, 5], [0, 1]], "f"))
    slope = ops.grad(lambda w: ops.sum(ops.nn.embedding_lookup(ops.asarray([-1, 0]), w)))(weight)
    assert_close(slope, np.asarray([[1, 1], [0, 0], [1, 1]], "f"))


@pytest.mark.parametrize(
    "call",
    [
        lambda places: ops.nn.embedding_lookup(places, ones(3, 2)),
        lambda places: ops.nn.sparse_categorical_crossentropy(places, ones(2, 3)),
        lambda places: ops.nn.nll_loss(ones(2, 3), places),
        lambda places: ops.in_top_k(places, ones(2, 3), k=1),
    ],
)
@pytest.mark.on_processor(reason="a GPU reads what is there, and ends the process")
def test_what_is_not_there_is_out_of_bounds(backend: str, call: Callable[[Any], Any]) -> None:
    with pytest.raises(OutOfBoundsError):
        call(ops.asarray([0, 3]))
