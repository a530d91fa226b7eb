"""Operations of the group ``utility`` on MLX."""

from __future__ import annotations

from typing import Any

import mlx.core as mx

from emberops.backends.mlx.reductions import reduced


def all(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    x = mx.array(False) if x is None else x
    return reduced(mx.all, x, axis, keepdims, True)


def any(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    x = mx.array(False) if x is None else x
    return reduced(mx.any, x, axis, keepdims, False)
