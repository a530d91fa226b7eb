"""The arguments of ``pad``, as NumPy reads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from emberops.errors import DTypeError, ShapeError

OPTIONS: dict[str, str | None] = {
    "constant": "constant_values",
    "edge": None,
    "empty": None,
    "linear_ramp": "end_values",
    "maximum": "stat_length",
    "mean": "stat_length",
    "median": "stat_length",
    "minimum": "stat_length",
    "reflect": "reflect_type",
    "symmetric": "reflect_type",
    "wrap": None,
}
"""Each mode, and the keyword that it takes."""

Pairs = list[tuple[Any, Any]]


def option_of(mode: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The one keyword that ``mode`` takes, if it was given; ``None`` stands for one that was not.

    Raises
    ------
    ValueError
        For a mode that there is none of, a keyword of another mode, or an extreme of no values.
    """
    if mode not in OPTIONS:
        raise ValueError(f"pad: unknown mode {mode!r}; known: {', '.join(OPTIONS)}")
    given = {name: value for name, value in options.items() if value is not None}
    strange = given.keys() - {OPTIONS[mode]}
    if strange:
        raise ValueError(f"pad: mode {mode!r} takes no {', '.join(sorted(strange))}")
    if mode in ("maximum", "minimum") and given and not np.all(given["stat_length"]):
        raise ValueError(f"pad: {mode!r} of a stat_length of 0 is no value")
    return given


def widths(pad_width: Any, ndim: int) -> list[tuple[int, int]]:
    """How many values to add before and after each axis.

    Raises
    ------
    DTypeError
        If they are not integers.
    ValueError
        If one is negative.
    ShapeError
        If they are not one pair, or a pair for each axis.
    """
    if isinstance(pad_width, dict):
        pairs = [(0, 0)] * ndim
        for axis, both in pad_width.items():
            pairs[axis] = (both, both) if isinstance(both, int) else tuple(both)
        pad_width = pairs
    plain = _plain_pairs(pad_width, ndim)
    if plain is not None:
        return plain
    values = _on_host(pad_width)
    if values.size and values.dtype.kind != "i":
        raise DTypeError(f"pad: pad_width must be of integers, not {pad_width!r}")
    return _counts(values, ndim)


def _plain_pairs(pad_width: Any, ndim: int) -> list[tuple[int, int]] | None:
    """Return the pairs where they are written out in Python's own integers: compilers trace no arrays of NumPy here."""
    if _is_count(pad_width):
        return [(pad_width, pad_width)] * ndim
    if not isinstance(pad_width, tuple | list) or len(pad_width) != ndim:
        return None
    if all(
        isinstance(pair, tuple | list) and len(pair) == 2 and all(map(_is_count, pair)) for pair in pad_width
    ):
        return [(before, after) for before, after in pad_width]
    return None


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0


def require_values(shape: tuple[int, ...], around: list[tuple[int, int]], mode: str) -> None:
    """Refuse to pad an empty axis with values of its own.

    Raises
    ------
    ShapeError
        If there are none to repeat.
    """
    for axis, (size, pair) in enumerate(zip(shape, around, strict=True)):
        if size == 0 and any(pair) and mode not in ("constant", "empty"):
            raise ShapeError(f"pad: axis {axis} is empty, there is nothing to repeat by {mode!r}")


def lengths(stat_length: Any, ndim: int) -> Pairs:
    """Of how many values at either end of each axis a statistic is taken; ``None``: of all.

    Raises
    ------
    ValueError, ShapeError
        As :func:`widths`.
    """
    if stat_length is None:
        return [(None, None)] * ndim
    return list(_counts(np.round(_on_host(stat_length)).astype(np.intp), ndim))


def pairs(values: Any, ndim: int) -> Pairs:
    """One pair for each axis, from ``n``, ``(n,)``, ``(before, after)``, ``((before, after),)`` or all of them.

    Raises
    ------
    ShapeError
        If there are as many as fit none of these.
    """
    return _paired(_on_host(values), ndim)


def _on_host(values: Any) -> np.ndarray[Any, Any]:
    return np.asarray(values.tolist() if hasattr(values, "tolist") else values)


def _counts(values: np.ndarray[Any, Any], ndim: int) -> list[tuple[int, int]]:
    if values.size and values.min() < 0:
        raise ValueError(f"pad: widths must not be negative: {values.tolist()}")
    return _paired(values, ndim)


def _paired(values: np.ndarray[Any, Any], ndim: int) -> Pairs:
    if values.size == 2 and values.shape != (2, 1):
        values = values.reshape(2)  # one pair for all, also as ((before, after),)
    try:
        return [(before, after) for before, after in np.broadcast_to(values, (ndim, 2)).tolist()]
    except ValueError:
        raise ShapeError(
            f"pad: {values.tolist()} is neither one pair nor a pair for each of {ndim} axes"
        ) from None
