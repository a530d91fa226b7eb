"""What ``segment_sum``, ``add_reduceat`` and their like ask of their arguments, the same on every backend."""

from __future__ import annotations

from operator import index
from typing import Any

from emberops.dtypes import dtype as dtypes
from emberops.errors import ArgumentError, ArgumentTypeError, DTypeError, IndexDTypeError, ShapeError


def require_segments(data: Any, ids: Any, num_segments: Any) -> None:
    """Refuse rows that their ids do not name one by one; whether an id is among the segments is not asked.

    Shapes and dtypes are looked at, and no values: those would make a compiler or a device wait.

    Raises
    ------
    ShapeError
        If there are no rows, or not one id for each.
    IndexDTypeError
        If the ids are no integers.
    ArgumentError, TypeError
        For a number of segments that is below zero, or no integer.
    """
    if not data.ndim:
        raise ShapeError("data is a number, which has no rows")
    if not dtypes.dtype(ids.dtype).kind.endswith("integer"):
        raise IndexDTypeError(f"segment_ids are integers, and these are of {ids.dtype}")
    if tuple(ids.shape) != (data.shape[0],):
        raise ShapeError(
            f"segment_ids of shape {tuple(ids.shape)} are not one for each of the {data.shape[0]} rows of data"
        )
    if num_segments is not None and index(num_segments) < 0:
        raise ArgumentError(f"num_segments is {num_segments}, and cannot be negative")


def require_runs(x: Any, indices: Any) -> None:
    """Refuse what has no axis to go along, and beginnings of runs that are no vector of integers.

    Raises
    ------
    ArgumentTypeError
        For a number.
    ShapeError
        For indices of another shape.
    DTypeError
        For indices that are no integers, or of uint64, of which places are no safe cast; of none there is nothing to
        say.
    """
    if indices.ndim != 1:
        raise ShapeError(f"indices are a vector, not of shape {tuple(indices.shape)}")
    if not x.ndim:
        raise ArgumentTypeError("x is a number, which has no runs")
    dtype = dtypes.dtype(indices.dtype)
    if indices.shape[0] and (not dtype.kind.endswith("integer") or dtype.name == "uint64"):
        raise DTypeError(f"indices are integers that int64 holds, and these are of {indices.dtype}")
