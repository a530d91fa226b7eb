"""Operations of the group ``interop`` on MLX."""

from __future__ import annotations

from typing import Any

import mlx.core as mx
import numpy as np

from emberops.backends.mlx import devices
from emberops.backends.mlx.creation import asarray
from emberops.backends.support.extents import extents
from emberops.backends.support.host_data import NUMPY_DATA, as_written_to, in_dtype, objects_of
from emberops.backends.support.host_generators import numpy_generator
from emberops.typing import DeviceLike, DTypeLike

_INT64 = {"q": np.int64, "Q": np.uint64}

shape, ndim, size = extents(mx.array, asarray)


def item(x: mx.array, /) -> Any:
    if x.size != 1:
        raise ValueError(f"item: a tensor of {x.size} values is not a number")
    return x.item()


def tolist(x: Any, /) -> Any:
    if isinstance(x, mx.array):
        return x.tolist()
    objects = objects_of(x)
    return asarray(x).tolist() if objects is None else objects


def to_numpy(x: Any, /, *, dtype: DTypeLike | None = None, writable: bool = False) -> Any:
    if isinstance(x, NUMPY_DATA):
        return in_dtype(x, dtype)
    if not isinstance(x, mx.array) and (generator := numpy_generator(x)) is not None:
        return generator
    x = asarray(x)
    made = np.array(x.astype(mx.float32) if x.dtype == mx.bfloat16 else x)
    # MLX says long long, which NumPy tells apart from the integer of the same width that it calls int64.
    return as_written_to(in_dtype(made.view(_INT64.get(made.dtype.char, made.dtype)), dtype), writable)


def to_device(x: mx.array, device: DeviceLike, /) -> mx.array:
    devices.native_device(device)  # memory is shared by all devices: nothing moves
    return x


def device(x: mx.array, /) -> str:
    return devices.name_of(mx.default_device())
