"""Operations of the group ``utility`` on MLX."""

from __future__ import annotations

from typing import Any

import mlx.core as mx


def all(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    return mx.all(x, axis, keepdims)


def any(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    return mx.any(x, axis, keepdims)
