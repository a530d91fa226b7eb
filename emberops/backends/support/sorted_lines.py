"""What is asked of a sorted line, and of what puts one in order."""

from __future__ import annotations

import math
from typing import Any

from emberops.backends.support.scalars import fits
from emberops.errors import ShapeError


def sought(number: Any, dtype: str) -> Any:
    """A Python integer that a line of ``dtype`` cannot hold as an infinity, which lies on the same side of it."""
    if type(number) is int and not fits(number, dtype):
        return math.copysign(math.inf, number)
    return number


def require_sorter(line: Any, sorter: Any) -> None:
    """Refuse a sorter that is not of the line's length.

    Raises
    ------
    ShapeError
        As NumPy does.
    """
    if sorter is not None and tuple(sorter.shape) != tuple(line.shape):
        raise ShapeError(
            f"searchsorted: a sorter of shape {tuple(sorter.shape)} does not fit a line of shape {tuple(line.shape)}"
        )
