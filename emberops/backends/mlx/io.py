"""Operations of the group ``io`` on MLX, which reads and writes ``safetensors`` itself."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from os import fspath
from typing import Any

import mlx.core as mx

from emberops.backends.composed.io import explained, named_tensors, safetensors
from emberops.backends.mlx.creation import asarray
from emberops.backends.mlx.interop import to_numpy
from emberops.errors import DTypeError
from emberops.typing import NativeTensor as Tensor


def save_safetensors(
    file: Any, tensors: Mapping[str, Any], /, metadata: Mapping[str, str] | None = None
) -> None:
    held = named_tensors(tensors)
    notes = None if metadata is None else dict(metadata)
    dtypes = {x.dtype for x in held.values() if isinstance(x, mx.array)}
    if mx.float64 not in dtypes:
        mx.save_safetensors(fspath(file), held, notes)
        return
    if mx.bfloat16 in dtypes:
        raise DTypeError(
            "save_safetensors: MLX writes no float64, and NumPy no bfloat16; write them to two files"
        )
    with explained("save_safetensors"):  # MLX neither writes nor reads float64
        safetensors("numpy").save_file({name: to_numpy(x) for name, x in held.items()}, file, notes)


def load_safetensors(file: Any, /) -> dict[str, Tensor]:
    if not os.path.exists(file):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), fspath(file))
    try:
        found: Any = mx.load(fspath(file), format="safetensors")
    except RuntimeError as error:
        if "unsupported dtype F64" not in str(error):
            raise
        with explained("load_safetensors"):
            found = safetensors("numpy").load_file(file)
        return {name: asarray(x) for name, x in found.items()}
    return dict(found)
