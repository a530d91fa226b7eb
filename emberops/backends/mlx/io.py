"""Operations of the group ``io`` on MLX, which reads and writes ``safetensors`` itself."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from os import fspath
from typing import Any

import mlx.core as mx

from emberops.backends.composed.io import named_tensors
from emberops.typing import NativeTensor as Tensor


def save_safetensors(
    file: Any, tensors: Mapping[str, Any], /, metadata: Mapping[str, str] | None = None
) -> None:
    mx.save_safetensors(fspath(file), named_tensors(tensors), None if metadata is None else dict(metadata))


def load_safetensors(file: Any, /) -> dict[str, Tensor]:
    if not os.path.exists(file):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), fspath(file))
    found: Any = mx.load(fspath(file), format="safetensors")
    return dict(found)
