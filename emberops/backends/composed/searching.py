"""Operations of the group ``searching``, composed over any namespace."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from emberops.backends.support.known_values import known_of, require_rising
from emberops.backends.support.one_program import in_one
from emberops.backends.support.reductions import is_floating
from emberops.errors import DTypeError


def argwhere(xp: Any, x: Any, /) -> Any:
    if len(x.shape) == 0:
        return xp.zeros((int(bool(x)), 0), dtype=int)
    return xp.stack(list(xp.nonzero(x)), axis=1)


def flatnonzero(xp: Any, x: Any, /) -> Any:
    return xp.nonzero(xp.reshape(x, (-1,)))[0]


def count_nonzero(xp: Any, x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    return xp.sum(xp.astype(xp.not_equal(x, 0), int), axis=axis, keepdims=keepdims)


def nanargmax(xp: Any, x: Any, /, axis: int | None = None, *, keepdims: bool = False) -> Any:
    return _nan_position(xp, xp.argmax, -math.inf, x, axis, keepdims)


def nanargmin(xp: Any, x: Any, /, axis: int | None = None, *, keepdims: bool = False) -> Any:
    return _nan_position(xp, xp.argmin, math.inf, x, axis, keepdims)


def _nan_position(xp: Any, find: Any, neutral: float, x: Any, axis: Any, keepdims: bool) -> Any:
    if not is_floating(x):
        return find(x, axis=axis, keepdims=keepdims)
    if known_of(xp, lambda xp, x: xp.any(xp.all(xp.isnan(x), axis=axis)), x):
        raise ValueError("all elements of a slice are NaN: none has a position")
    return in_one(xp, _position_of_numbers, find.__name__, neutral, x, axis, keepdims)


def _position_of_numbers(xp: Any, find: str, neutral: float, x: Any, axis: Any, keepdims: bool) -> Any:
    missing = xp.isnan(x)
    nothing = xp.all(missing, axis=axis, keepdims=keepdims)
    found = getattr(xp, find)(
        xp.where(missing, xp.asarray(neutral, dtype=x.dtype), x), axis=axis, keepdims=keepdims
    )
    return xp.where(nothing, -1, found)


def digitize(xp: Any, x: Any, bins: Any, /, right: bool = False) -> Any:
    if xp.isdtype(xp.result_type(x, bins), "complex floating"):
        raise DTypeError("digitize is defined for real numbers, and complex ones lie in no bins")
    require_rising(xp, "digitize", bins, or_falling=True)
    side = "left" if right else "right"
    rising = xp.searchsorted(bins, x, side=side)
    falling = bins.shape[0] - xp.searchsorted(xp.flip(bins, axis=0), x, side=side)
    return xp.where(xp.greater(bins[:1], bins[-1:])[0], falling, rising) if bins.shape[0] else rising


def require_masks(xp: Any, condlist: Sequence[Any]) -> None:
    """Refuse conditions that are no booleans.

    Raises
    ------
    DTypeError
        As NumPy does; other libraries take any number that is not 0 for true.
    """
    for place, condition in enumerate(condlist):
        if type(condition) is not bool and not xp.isdtype(condition.dtype, "bool"):
            raise DTypeError(f"select: condition {place} is of {condition.dtype}, and no mask")


def _together(xp: Any, choicelist: Sequence[Any]) -> list[Any]:
    """The choices in one dtype, beside which a default that is a number gives way; other numbers are left."""
    choices = [xp.asarray(choice) if type(choice) is bool else choice for choice in choicelist]
    held = [choice for choice in choices if hasattr(choice, "dtype")]
    if len(held) < 2:
        return choices
    dtype = xp.result_type(*held)
    return [xp.astype(c, dtype) if hasattr(c, "dtype") and c.dtype != dtype else c for c in choices]


def select(xp: Any, condlist: Sequence[Any], choicelist: Sequence[Any], default: Any = 0) -> Any:
    if len(condlist) != len(choicelist):
        raise ValueError(f"select: {len(condlist)} conditions, but {len(choicelist)} choices")
    if not condlist:
        raise ValueError("select: there must be at least one condition")
    require_masks(xp, condlist)
    choices = _together(xp, choicelist)
    chosen = default
    for condition, choice in zip(reversed(condlist), reversed(choices), strict=True):
        chosen = xp.where(condition, choice, chosen)
    return chosen
