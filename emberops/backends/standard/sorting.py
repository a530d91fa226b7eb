"""Operations of the group ``sorting`` on an Array API namespace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Function = Callable[..., Any]


def _sorting(name: str) -> Function:
    def apply(
        xp: Any,
        native: Function,
        x: Any,
        /,
        axis: int | None = -1,
        *,
        descending: bool = False,
        stable: bool = True,
    ) -> Any:
        x, axis = (xp.reshape(x, (-1,)), 0) if axis is None else (x, axis)
        return native(x, axis=axis, descending=descending, stable=stable)

    apply.__name__ = name
    return apply


sort = _sorting("sort")
argsort = _sorting("argsort")
