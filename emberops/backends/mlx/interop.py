"""Operations of the group ``interop`` on MLX."""

from __future__ import annotations

import math
from typing import Any

import mlx.core as mx
import numpy as np

from emberops.backends.common.host_data import NUMPY_DATA, shaped
from emberops.backends.mlx import devices
from emberops.backends.mlx.creation import asarray
from emberops.typing import DeviceLike


def shape(x: Any, /) -> tuple[int, ...]:
    return tuple(x.shape) if isinstance(x, mx.array) else np.shape(shaped(x, asarray))


def ndim(x: Any, /) -> int:
    return x.ndim if isinstance(x, mx.array) else len(shape(x))


def size(x: Any, /, axis: int | None = None) -> int:
    if isinstance(x, mx.array):
        return x.size if axis is None else x.shape[axis]
    return math.prod(shape(x)) if axis is None else shape(x)[axis]


def item(x: mx.array, /) -> Any:
    if x.size != 1:
        raise ValueError(f"item: a tensor of {x.size} values is not a number")
    return x.item()


def tolist(x: mx.array, /) -> Any:
    return x.tolist()


def to_numpy(x: Any, /) -> Any:
    if isinstance(x, NUMPY_DATA):
        return x
    x = asarray(x)
    return np.array(x.astype(mx.float32) if x.dtype == mx.bfloat16 else x)


def to_device(x: mx.array, device: DeviceLike, /) -> mx.array:
    devices.native_device(device)  # memory is shared by all devices: nothing moves
    return x


def device(x: mx.array, /) -> str:
    return devices.name_of(mx.default_device())
