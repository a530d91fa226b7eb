"""Operations of the group ``memory`` on NumPy: its own."""

from __future__ import annotations

from typing import Any

import numpy as np

from emberops.backends.composed.memory import layout
from emberops.backends.support.shapes import as_shape
from emberops.typing import Shape

Array = np.ndarray[Any, Any]


def strides(x: Any, /) -> tuple[int, ...]:
    return np.asarray(x).strides


def as_strided(x: Any, /, shape: Shape | None = None, strides: Shape | None = None) -> Array:
    x = np.asarray(x)
    layout(x, shape, strides, x.strides, 1)
    return np.lib.stride_tricks.as_strided(
        x, None if shape is None else as_shape(shape), None if strides is None else as_shape(strides)
    )
