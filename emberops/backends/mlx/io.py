"""Operations of the group ``io`` on MLX, which reads and writes ``safetensors`` itself."""

from __future__ import annotations

from collections.abc import Mapping
from os import fspath
from typing import Any

import mlx.core as mx

from emberops.typing import NativeTensor as Tensor


def save_safetensors(
    file: Any, tensors: Mapping[str, Any], /, metadata: Mapping[str, str] | None = None
) -> None:
    mx.save_safetensors(fspath(file), dict(tensors), None if metadata is None else dict(metadata))


def load_safetensors(file: Any, /) -> dict[str, Tensor]:
    found: Any = mx.load(fspath(file), format="safetensors")
    return dict(found)
