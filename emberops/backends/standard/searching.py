"""Operations of the group ``searching`` on an Array API namespace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from emberops.backends.support.operands import NUMBERS, together

Function = Callable[..., Any]


def where(xp: Any, native: Function, condition: Any, x1: Any = None, x2: Any = None, /) -> Any:
    condition = xp.asarray(condition) if isinstance(condition, NUMBERS) else condition
    if not xp.isdtype(condition.dtype, "bool"):
        condition = condition != 0
    if x1 is None and x2 is None:
        return xp.nonzero(condition)
    return native(condition, *together(xp, x1, x2))


def searchsorted(
    xp: Any, native: Function, x1: Any, x2: Any, /, side: str = "left", sorter: Any = None
) -> Any:
    x1, x2 = together(xp, x1, x2)
    x1 = x1 if sorter is None else xp.take(x1, sorter, axis=0)
    if x2.ndim == 1:
        return native(x1, x2, side=side)
    return xp.reshape(native(x1, xp.reshape(x2, (-1,)), side=side), tuple(x2.shape))


def _extreme(name: str) -> Function:
    def find(xp: Any, native: Function, x: Any, /, axis: int | None = None, *, keepdims: bool = False) -> Any:
        x = xp.astype(x, int) if xp.isdtype(x.dtype, "bool") else x
        return native(x, axis=axis, keepdims=keepdims)

    find.__name__ = name
    return find


argmax = _extreme("argmax")
argmin = _extreme("argmin")
