"""What is counted, and by which weights: checks that every library's ``bincount`` has before it."""

from __future__ import annotations

from typing import Any

from emberops.errors import ArgumentError, DTypeError, ShapeError


def check_counted(x: Any, weights: Any, minlength: int) -> None:
    """Refuse what NumPy counts none of.

    Raises
    ------
    ShapeError
        If ``x`` is no vector, or the weights are not of its shape.
    DTypeError
        If the weights are complex: libraries add the real parts up, or both.
    ArgumentError
        If the least length is negative.
    """
    if x.ndim != 1:
        raise ShapeError(f"bincount: x of shape {tuple(x.shape)} is no vector")
    if minlength < 0:
        raise ArgumentError(f"bincount: minlength must not be negative, but is {minlength}")
    if weights is None:
        return
    if tuple(weights.shape) != tuple(x.shape):
        raise ShapeError(f"bincount: weights of shape {tuple(weights.shape)} for x of shape {tuple(x.shape)}")
    if "complex" in str(weights.dtype):
        raise DTypeError(f"bincount: weights are real numbers, not {weights.dtype}")
