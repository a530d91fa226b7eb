"""Functions of functions called oddly: over no rows, with steps or axes that do not fit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from emberops import ops
from emberops.errors import ShapeError


def tensor(values: Any) -> Any:
    return ops.asarray(np.asarray(values, "f"))


def test_no_rows(backend: str) -> None:
    """What becomes of a row tells the shape; a loop over none has nothing to go by."""
    rows = tensor(np.zeros((0, 3)))
    assert tuple(ops.vmap(lambda x: x * 2)(rows).shape) == (0, 3)
    total, pairs = ops.vmap(lambda x, y: (ops.sum(x), ops.stack([x, y])), in_axes=(0, None))(
        rows, tensor([1, 2, 3])
    )
    assert (tuple(total.shape), tuple(pairs.shape)) == ((0,), (0, 2, 3))
    assert tuple(ops.vmap(lambda x: x, in_axes=1, out_axes=1)(tensor(np.zeros((2, 0)))).shape) == (2, 0)


def test_steps_that_are_not_the_rows(backend: str) -> None:
    with pytest.raises(ShapeError, match="length=3"):
        ops.scan(lambda carry, x: (carry + x, x), tensor(0), tensor([1, 2]), length=3)


@pytest.mark.parametrize("other", [[1, 2, 3], [1]])
def test_axes_of_one_name_have_one_size(backend: str, other: list[int]) -> None:
    """One of a single element would be broadcast, without a word."""
    dot = ops.vectorize(lambda x, y: ops.sum(x * y), signature="(n),(n)->()")
    assert ops.to_numpy(dot(tensor([[1, 2], [3, 4]]), tensor([1, 2]))).tolist() == [5, 11]
    with pytest.raises(ValueError, match=r"inconsistent size|the axis n"):
        dot(tensor([[1, 2], [3, 4]]), tensor(other))
    with pytest.raises(ValueError, match=r"enough dimensions|has no axes|dimension"):
        dot(tensor(1), tensor([1, 2]))
