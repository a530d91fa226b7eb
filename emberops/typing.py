"""Names for annotations.

``TensorLike`` in a facade signature is more than a hint: the dispatcher is made from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from emberops.dispatch.owners import is_tensor

__all__ = ["Axis", "DTypeLike", "DeviceLike", "RawTensorLike", "Scalar", "Shape", "Tensor", "TensorLike"]

Scalar: TypeAlias = bool | int | float | complex
Shape: TypeAlias = int | Sequence[int]
"""A size, or one for each axis."""
Axis: TypeAlias = int | tuple[int, ...] | None
"""An axis, several, or ``None`` for all of them."""
DTypeLike: TypeAlias = Any
"""A portable dtype, a native one, a string, or ``bool``/``int``/``float``/``complex`` for the default of that kind."""
DeviceLike: TypeAlias = Any
"""A portable device name (``cpu``, ``gpu``, ``gpu:1``, ``cuda:0``, ``mps``, ``tpu``, ``auto``) or a native device."""
TensorLike: TypeAlias = Any
"""A tensor of any backend, or host data: a Python number, a (nested) sequence, a NumPy array."""
RawTensorLike: TypeAlias = Any
"""As ``TensorLike``: it chooses the backend, but the backend gets it as it came, host data unconverted."""

if TYPE_CHECKING:
    Tensor: TypeAlias = Any
    """A tensor of any backend."""
else:

    class _TensorMeta(type):
        def __instancecheck__(cls, instance: object) -> bool:
            return is_tensor(instance)

    class Tensor(metaclass=_TensorMeta):
        """A tensor of any backend, for annotations and ``isinstance``; it cannot be instantiated."""

        def __new__(cls) -> Tensor:
            raise TypeError("ops.Tensor is for annotations and isinstance(); make tensors with ops.asarray")
