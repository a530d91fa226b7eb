"""Making tensors."""

from __future__ import annotations

from emberops.dispatch import operation
from emberops.typing import DeviceLike, DTypeLike, Tensor, TensorLike


@operation
def asarray(obj: TensorLike, /, *, dtype: DTypeLike = None, device: DeviceLike = None, copy: bool | None = None) -> Tensor:
    """A tensor with the values of ``obj``."""
