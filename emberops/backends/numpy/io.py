"""Operations of the group ``io`` on NumPy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from emberops.backends.composed.io import explained, is_safetensors, named_tensors, safetensors
from emberops.backends.numpy.dtypes import native_dtype
from emberops.typing import DTypeLike
from emberops.typing import NativeTensor as Tensor

array2string = np.array2string
array_repr = np.array_repr
array_str = np.array_str
savez = np.savez
savez_compressed = np.savez_compressed


def load(file: Any, /) -> Any:
    return load_safetensors(file) if is_safetensors(file) else np.load(file)


def loadtxt(file: Any, /, dtype: DTypeLike = float, *args: Any, **options: Any) -> Any:
    read: Any = np.loadtxt  # its overloads know no dtype that is found out at run time
    return read(file, native_dtype(dtype), *args, **options)


def genfromtxt(file: Any, /, dtype: DTypeLike = float, **options: Any) -> Any:
    return np.genfromtxt(file, dtype=native_dtype(dtype), **options)


def fromfile(file: Any, /, dtype: DTypeLike = float, count: int = -1, sep: str = "") -> Tensor:
    return np.fromfile(file, dtype=native_dtype(dtype), count=count, sep=sep)


def save_safetensors(
    file: Any, tensors: Mapping[str, Any], /, metadata: Mapping[str, str] | None = None
) -> None:
    held = {
        name: np.asarray(x, order="C") for name, x in named_tensors(tensors).items()
    }  # ascontiguousarray gives a number an axis
    with explained("save_safetensors"):
        safetensors("numpy").save_file(held, file, None if metadata is None else dict(metadata))


def load_safetensors(file: Any, /) -> dict[str, Tensor]:
    with explained("load_safetensors"):
        return dict(safetensors("numpy").load_file(file))
