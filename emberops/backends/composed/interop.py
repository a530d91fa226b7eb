"""Operations of the group ``interop``, composed."""

from __future__ import annotations

from typing import Any

import numpy as np

from emberops.dispatch import registry


def is_tensor(xp: Any, x: Any, /) -> bool:
    # Whoever holds a tensor of some backend has made the dispatcher load it.
    return any(isinstance(x, backend.module.ARRAY_TYPES) for backend in registry.loaded())


def namespace_of(xp: Any, x: Any, /) -> Any:
    return xp


def from_numpy(xp: Any, x: Any, /) -> Any:
    if isinstance(x, tuple):
        parts = [xp.from_numpy(part) for part in x]
        return type(x)(*parts) if hasattr(x, "_fields") else tuple(parts)
    return xp.asarray(x) if _holds_numbers(xp, x) else x


def _holds_numbers(xp: Any, x: Any) -> bool:
    if isinstance(x, (np.ndarray, np.generic)):
        return x.dtype.kind not in "OSUTMm" and x.dtype.names is None
    return is_tensor(xp, x) or isinstance(x, (bool, int, float, complex, list))


def to_backend(xp: Any, x: Any, /, backend: str, *, copy: bool | None = None) -> Any:
    target = registry.load(backend).module
    if target.NAME == xp.NAME:
        return target.asarray(x, copy=copy)
    if xp.NAME == "numpy" or not isinstance(x, xp.TENSOR_TYPES):
        return target.asarray(x, copy=True if copy else None)
    if target.NAME == "numpy":
        return target.asarray(xp.to_numpy(x), copy=copy)
    if target.NAME == "mlx" and xp.device(x) != "cpu":
        x = xp.to_device(x, "cpu")  # MLX reads no memory that another library has on a GPU
    return target.from_dlpack(x.detach() if hasattr(x, "detach") else x, copy=copy)


def shares_memory(xp: Any, x1: Any, x2: Any, /) -> bool:
    return x1 is x2


def may_share_memory(xp: Any, x1: Any, x2: Any, /) -> bool:
    return x1 is x2
