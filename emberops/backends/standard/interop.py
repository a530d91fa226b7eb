"""Operations of the group ``interop`` on an Array API namespace."""

from __future__ import annotations

import math
from typing import Any

import array_api_compat
import numpy as np

from emberops.backends.support.host_data import NUMPY_DATA, as_written_to, in_dtype, objects_of, shaped
from emberops.backends.support.host_generators import numpy_generator
from emberops.typing import DeviceLike, DTypeLike


def shape(xp: Any, x: Any, /) -> tuple[int, ...]:
    return tuple(x.shape) if isinstance(x, xp.TENSOR_TYPES) else np.shape(shaped(x, xp.asarray))


def ndim(xp: Any, x: Any, /) -> int:
    return len(shape(xp, x))


def size(xp: Any, x: Any, /, axis: int | None = None) -> int:
    return math.prod(shape(xp, x)) if axis is None else shape(xp, x)[axis]


def item(xp: Any, x: Any, /) -> Any:
    if math.prod(x.shape) != 1:
        raise ValueError(f"item: a tensor of shape {tuple(x.shape)} is not a number")
    return to_numpy(xp, x).item()


def tolist(xp: Any, x: Any, /) -> Any:
    objects = objects_of(x)
    return to_numpy(xp, x).tolist() if objects is None else objects


def to_numpy(xp: Any, x: Any, /, *, dtype: DTypeLike | None = None, writable: bool = False) -> Any:
    if isinstance(x, NUMPY_DATA):
        return in_dtype(x, dtype)
    generator = numpy_generator(x)
    return as_written_to(in_dtype(_on_host(xp, x), dtype), writable) if generator is None else generator


def _on_host(xp: Any, x: Any) -> Any:
    # The standard's way between libraries; one that computes later, as dask does, has only NumPy's.
    if hasattr(x, "__dlpack__"):
        on_host = xp.devices.name_of(array_api_compat.device(x)) == "cpu"
        return np.from_dlpack(x) if on_host else np.from_dlpack(x, device="cpu")
    return np.asarray(x)


def to_device(xp: Any, x: Any, device: DeviceLike, /) -> Any:
    place = xp.devices.native_device(device)
    return x if place is None else array_api_compat.to_device(x, place)


def device(xp: Any, x: Any, /) -> str:
    return xp.devices.name_of(array_api_compat.device(x))  # type: ignore[no-any-return]  # an Array API namespace has no types
