"""Operations of the group ``sorting`` on NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from emberops.errors import ShapeError

lexsort = np.lexsort
partition = np.partition
argpartition = np.argpartition


def sort(x: Any, /, axis: int | None = -1, *, descending: bool = False, stable: bool = True) -> Any:
    if not descending:
        return np.sort(x, axis)
    rising = np.sort(x, axis)
    return np.flip(rising, -1 if axis is None else axis)


def argsort(x: Any, /, axis: int | None = -1, *, descending: bool = False, stable: bool = True) -> Any:
    if not descending:
        return np.argsort(x, axis, kind="stable")
    if axis is None or np.ndim(x) == 0:
        x, axis = np.ravel(x), -1
    # The last of equal elements comes first in the flipped order, so both the input and the result are flipped.
    rising = np.argsort(np.flip(x, axis), axis, kind="stable")
    return np.shape(x)[axis] - 1 - np.flip(rising, axis)


def top_k(x: Any, k: int, /, sorted: bool = True) -> tuple[Any, Any]:
    x = np.asarray(x)
    if not 0 <= k <= x.shape[-1]:
        raise ShapeError(f"top_k: k must be between 0 and {x.shape[-1]}, not {k}")
    indices = argsort(x, descending=True)[..., :k]
    return np.take_along_axis(x, indices, -1), indices


def in_top_k(targets: Any, predictions: Any, /, k: int) -> Any:
    predictions = np.asarray(predictions)
    target = np.take_along_axis(predictions, np.asarray(targets)[:, None], 1)
    return np.isfinite(target[:, 0]) & (np.sum(predictions > target, 1) < k)


sort_complex = np.sort_complex
