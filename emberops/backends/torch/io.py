"""Operations of the group ``io`` on PyTorch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from emberops.backends.composed.io import explained, named_tensors, safetensors
from emberops.typing import NativeTensor as Tensor


def save_safetensors(
    file: Any, tensors: Mapping[str, Any], /, metadata: Mapping[str, str] | None = None
) -> None:
    held = {name: x.detach().contiguous() for name, x in named_tensors(tensors).items()}
    with explained("save_safetensors"):
        safetensors("torch").save_file(held, file, None if metadata is None else dict(metadata))


def load_safetensors(file: Any, /) -> dict[str, Tensor]:
    with explained("load_safetensors"):
        return dict(safetensors("torch").load_file(file))
