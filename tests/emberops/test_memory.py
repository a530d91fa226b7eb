"""Windows and blocks: NumPy's values on every backend."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.lib import stride_tricks

from emberops import ops
from emberops.errors import OutOfBoundsError, ShapeError
from emberops.testing import assert_close

VECTOR = np.arange(7, dtype=np.float32)
MATRIX = np.arange(20, dtype=np.int32).reshape(4, 5)
CUBE = np.arange(24, dtype=np.float32).reshape(2, 3, 4)


@pytest.mark.parametrize("x", [VECTOR, MATRIX, CUBE, np.float32(3), CUBE > 4], ids=str)
def test_strides(backend, x):
    assert ops.strides(ops.asarray(x)) == np.asarray(x).strides


@pytest.mark.parametrize(
    ("x", "shape", "strides"),
    [
        (VECTOR, (5, 3), (4, 4)),
        (VECTOR, (3,), (8,)),
        (MATRIX, (2, 1, 2, 5), (40, 0, 20, 4)),
        (MATRIX, (4,), (24,)),
        (CUBE, None, None),
        (CUBE, (0, 3), (4, 4)),
    ],
    ids=str,
)
def test_as_strided(backend, x, shape, strides):
    assert_close(ops.as_strided(ops.asarray(x), shape, strides), stride_tricks.as_strided(x, shape, strides))


@pytest.mark.parametrize(
    ("x", "window", "axis"),
    [
        (VECTOR, 3, None),
        (MATRIX, (2, 3), None),
        (MATRIX, 2, 0),
        (CUBE, (2, 2), (-1, 0)),
        (CUBE, (2, 2), (1, 1)),
    ],
    ids=str,
)
def test_sliding_window_view(backend, x, window, axis):
    expected = stride_tricks.sliding_window_view(x, window, axis)
    assert_close(ops.sliding_window_view(ops.asarray(x), window, axis=axis), expected)


def test_what_does_not_fit(backend):
    x = ops.asarray(VECTOR)
    with pytest.raises(ShapeError, match="2 strides for a shape of 1 axes"):
        ops.as_strided(x, (3,), (4, 4))
    with pytest.raises(ShapeError, match="does not fit into axis 0"):
        ops.sliding_window_view(x, 8)
    if backend != "numpy":
        with pytest.raises(OutOfBoundsError):
            ops.as_strided(x, (3, 7), (4, 4))
        with pytest.raises(ShapeError, match="4 bytes of an element"):
            ops.as_strided(x, (3,), (2,))
