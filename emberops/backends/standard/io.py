"""Operations of the group ``io`` on an Array API namespace, by way of the host."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from emberops.backends.composed.io import explained, named_tensors, safetensors


def save_safetensors(
    xp: Any, file: Any, tensors: Mapping[str, Any], /, metadata: Mapping[str, str] | None = None
) -> None:
    held = {name: xp.to_numpy(x) for name, x in named_tensors(tensors).items()}
    with explained("save_safetensors"):
        safetensors("numpy").save_file(held, file, None if metadata is None else dict(metadata))


def load_safetensors(xp: Any, file: Any, /) -> dict[str, Any]:
    with explained("load_safetensors"):
        return {name: xp.asarray(x) for name, x in safetensors("numpy").load_file(file).items()}
